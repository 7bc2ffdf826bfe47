/**
 * The cold parts inside dist/sekisho.cjs: text, mostly compressed, until somebody asks for one.
 * Each is a function that gets the hot modules handed in, so that no module exists twice (chunk-text.mjs).
 */
import { digests } from "sekisho:appended";
import { homes } from "sekisho:homes";
import { hot } from "sekisho:hot";
import { createInflate } from "sekisho:inflate";
import { texts } from "sekisho:texts";

const loaded = new Map();

let own;

/**
 * `asked`: a part by its name, or a chunk that another one requires. `file`: this file, where it is one, for the parts that
 * stand in comments at its end.
 */
export function part(asked, file) {
  own ??= file;
  const name = Object.hasOwn(homes, asked) ? homes[asked] : asked;
  if (Object.hasOwn(hot, name)) return hot[name]();
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  try {
    const text = Object.hasOwn(digests, name) ? appended(name) : texts[name](module, module.exports, part);
    // biome-ignore lint/security/noGlobalEval: the text is our own, from this file; indirect, so that it sees globals only
    if (text !== undefined) globalThis.eval(codeOf(text))(module, module.exports, part);
  } catch (error) {
    loaded.delete(name);
    throw error;
  }
  return module.exports;
}

// The file may have been replaced since it was started, so what is read must be what was built with this code.
function appended(name) {
  try {
    const { process } = globalThis;
    // Node 22.0 to 22.2 has no getBuiltinModule.
    const builtin = process.getBuiltinModule ?? ((id) => module.require(id));
    // A module of which no stack tells the address was named on the command line.
    const text = builtin("node:fs").readFileSync(own ?? process.argv[1], "latin1");
    const mark = `\n//sekisho:${name} `;
    const start = text.lastIndexOf(mark) + mark.length;
    const carried = text.slice(start, text.indexOf("\n", start));
    if (builtin("node:crypto").createHash("sha256").update(carried).digest("hex") === digests[name]) return carried;
  } catch {} // no Node, or no file: a text from stdin
  const error = new Error(name);
  error.name = "NotInTheFile"; // all that the program says of an error
  throw error;
}

// Code begins with a bracket, and base64 never does.
function codeOf(text) {
  return text.startsWith("(") ? text : inflate(text);
}

function inflate(text) {
  const builtin = globalThis.process?.getBuiltinModule;
  if (builtin !== undefined) {
    const deflated = builtin("node:buffer").Buffer.from(text, "base64");
    return builtin("node:zlib").inflateRawSync(deflated).toString("latin1");
  }
  const bytes = createInflate()(fromBase64(text));
  let code = "";
  for (let start = 0; start < bytes.length; start += 8192)
    code += String.fromCharCode.apply(undefined, bytes.subarray(start, start + 8192));
  return code;
}

// Bare engines have neither Buffer nor atob. `=` at the end counts as nothing: what it would add is never read.
function fromBase64(text) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const value = new Uint8Array(128);
  for (let index = 0; index < 64; index++) value[alphabet.charCodeAt(index)] = index;
  const at = (index) => value[text.charCodeAt(index)];
  const bytes = new Uint8Array((text.length / 4) * 3);
  for (let from = 0, to = 0; from < text.length; from += 4) {
    const word = (at(from) << 18) | (at(from + 1) << 12) | (at(from + 2) << 6) | at(from + 3);
    bytes[to++] = word >> 16;
    bytes[to++] = word >> 8;
    bytes[to++] = word;
  }
  return bytes;
}
