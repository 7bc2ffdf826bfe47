/**
 * The sandbox's machine, made ready when sekisho is built: QuickJS with a meter, and in its memory a context that has
 * taken away, frozen and checked everything. So no start pays for that again, and every script starts from the same bytes.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { deflateSync } from "fflate";
import { importSource } from "./generate.mjs";
import { meterWasm } from "./meter-wasm.mjs";
import {
  joinBytes,
  Reader,
  readSections,
  SECTION,
  signed,
  unsigned,
  withLength,
  writeSections,
} from "./wasm-binary.mjs";

const FOLDER = "node_modules/@jitl/quickjs-wasmfile-release-sync/dist";

// The letters below mean what they mean in this one build.
const PINNED = {
  "emscripten-module.wasm": "105c3bed22d457e43e3d1c3c1c6959fda62a8fe06f0fc8a985303c3a2be72232",
  "emscripten-module.mjs": "3b0757e4b1051a5f344322ad6a02c075dadff70cdb50d37b7df6c120d4af77e9",
};

/** Exports by the names that machine.ts reads, and what the glue calls them */
const EXPORTS = {
  start: "_start",
  malloc: "_malloc",
  free: "_free",
  newRuntime: "_QTS_NewRuntime",
  newContext: "_QTS_NewContext",
  setStackSize: "_QTS_RuntimeSetMaxStackSize",
  evaluate: "_QTS_Eval",
  newString: "_QTS_NewString",
  stringOf: "_QTS_GetString",
  call: "_QTS_Call",
  exceptionOf: "_QTS_ResolveException",
  undefined: "_QTS_GetUndefined",
  stackTop: "_emscripten_stack_get_current",
};

/** Imports whose letters machine.ts stands in for, by how the glue defines each */
const IMPORTS = {
  b: "Assertion failed",
  c: "sa[k]",
  e: "ra()",
  f: "ra()",
  j: "setTimeout",
  k: "t.grow",
  m: "getTimezoneOffset",
  n: "getTimezoneOffset",
  p: "Date.now()",
};

const INTRINSICS = {
  BaseObjects: 1,
  Eval: 4,
  StringNormalize: 8,
  RegExp: 16,
  RegExpCompiler: 32,
  JSON: 64,
  MapSet: 256,
  TypedArrays: 512, // for helpers alone: scripts never see one
};
const STRICT = 8; // JS_EVAL_FLAG_STRICT
const ALL_FUEL = 0x7fffffff;
const STACK = 5 * 1024 * 1024; // the stack of this build, below the heap
const PAGE = 65536;
/** Room in the memory before it has to grow: a script that stays within it costs no new instance */
const ROOM = 16;

/** engine/sandbox/quickjs.generated.ts */
export async function guestImage(root) {
  const { createMachine } = await importSource(root, "engine/sandbox/machine.ts");
  const plain = readPinned(root, "emscripten-module.wasm");
  const glue = readPinned(root, "emscripten-module.mjs").toString("latin1");
  const metered = meterWasm(renameExports(plain, lettersOf(glue)));
  if (!WebAssembly.validate(metered)) throw new Error("the metered module is not valid");

  const module = new WebAssembly.Module(metered);
  const machine = createMachine(WebAssembly, module, 256);
  const { exports, memory } = machine;
  const heap = exports.stackTop();
  exports.__fuel.value = ALL_FUEL;
  exports.start();
  const runtime = exports.newRuntime();
  const context = exports.newContext(
    runtime,
    Object.values(INTRINSICS).reduce((sum, flag) => sum | flag),
  );
  const enter = evaluate(machine, context, await preludeText(root), "sekisho");
  const undefinedValue = exports.undefined();
  const topAt = findTop(createMachine(WebAssembly, module, 256), heap);
  const top = new DataView(memory.buffer).getUint32(topAt, true);
  const bytes = new Uint8Array(memory.buffer);
  const low = heap - STACK;
  bytes.fill(0, low, heap); // what the stack held
  const pages = Math.ceil(top / PAGE) + ROOM;
  const image = bakeMemory(metered, bytes.subarray(0, top), pages);
  if (!WebAssembly.validate(image)) throw new Error("the prepared module is not valid");

  const facts = { context, runtime, enter, undefinedValue, low, heap, top, topAt, pages };
  const digest = createHash("sha256").update(image).digest("hex");
  const text = Buffer.from(deflateSync(image, { level: 9, mem: 12 })).toString("base64");
  return new Map([["engine/sandbox/quickjs.generated.ts", render(facts, digest, text)]]);
}

function render(facts, digest, text) {
  const lines = Object.entries(facts).map(([name, value]) => `  ${name}: ${value},\n`);
  return `// Written by \`node build.mjs\`; do not edit.

/** Where things are in the memory that the module begins with */
export const FACTS = {
${lines.join("")}} as const;

/** SHA-256 of the module, in hex */
export const DIGEST = ${JSON.stringify(digest)};

/** The module, deflated, in base64 */
export const MODULE =
  ${JSON.stringify(text)};
`;
}

function readPinned(root, name) {
  const bytes = readFileSync(join(root, FOLDER, name));
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== PINNED[name]) throw new Error(`${name} is not the one that this build knows: ${hash}`);
  return bytes;
}

/** From an export's letter to the name that it gets */
function lettersOf(glue) {
  for (const [letter, part] of Object.entries(IMPORTS)) {
    const found = new RegExp(`[{,]${letter}:[^\\n]*?${part.replace(/[.()[\]]/g, "\\$&")}`).test(
      glue.replaceAll("\n", ""),
    );
    if (!found) throw new Error(`import ${letter} is not what it was`);
  }
  const letters = new Map();
  for (const [name, own] of Object.entries(EXPORTS)) {
    const pattern =
      own === "_start"
        ? /;Z\.(\w+)\(\);H\?/
        : own === "_emscripten_stack_get_current"
          ? /;ta=b\.(\w+);/
          : new RegExp(`d\\.${own}=b\\.([\\w$]+);`);
    const letter = pattern.exec(glue.replaceAll("\n", ""))?.[1];
    if (letter === undefined) throw new Error(`the glue has no ${own}`);
    letters.set(letter, name);
  }
  return letters;
}

function renameExports(bytes, letters) {
  const sections = readSections(bytes).map(({ id, body }) => {
    if (id !== SECTION.export) return { id, body };
    const reader = new Reader(body);
    const kept = [];
    for (let left = reader.number(); left > 0; left -= 1) {
      const name = letters.get(Buffer.from(reader.counted()).toString("latin1"));
      const kind = reader.byte();
      const index = reader.number();
      if (name !== undefined) kept.push([name.length, ...Buffer.from(name), kind, ...unsigned(index)]);
    }
    if (kept.length !== letters.size) throw new Error("an export is missing");
    return { id, body: joinBytes([unsigned(kept.length), ...kept]) };
  });
  return writeSections(sections);
}

/** engine/sandbox/guests.generated.ts: each helper as an expression that the guest evaluates */
export async function guestHelpers(root) {
  const lines = [];
  for (const name of ["form", "secrets", "text", "url"]) {
    const { outputFiles } = await build({
      ...settings(root),
      entryPoints: [`engine/sandbox/guest/${name}.ts`],
      outdir: "out",
    });
    const made = name === "secrets" ? "guest.createHelper(words)" : "guest.helper";
    const code = `(function(Int32Array,Uint8Array,Uint16Array,words){"use strict";${outputFiles[0].text};return ${made}})`;
    lines.push(`  ${name}:\n    ${JSON.stringify(code)},\n`);
  }
  const text = `// Written by \`node build.mjs\`; do not edit.

/** The code of each helper for scripts; \`secrets\` takes the word lists */
export const HELPERS: Readonly<Record<string, string>> = {
${lines.join("")}};
`;
  return new Map([["engine/sandbox/guests.generated.ts", text]]);
}

function settings(root) {
  return {
    absWorkingDir: root,
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    globalName: "guest",
    target: "es2023",
    charset: "ascii",
  };
}

async function preludeText(root) {
  const { outputFiles } = await build({
    ...settings(root),
    stdin: {
      contents: `import { prelude } from "./engine/sandbox/guest/prelude.ts";
        import { GLOBALS, REMOVED } from "./engine/sandbox/permits.ts";
        export const enter = prelude({ globals: GLOBALS, removed: REMOVED });`,
      resolveDir: root,
    },
  });
  return `(function(){"use strict";${outputFiles[0].text};return guest.enter})()`;
}

function evaluate({ exports, memory }, context, code, file) {
  const put = (text) => {
    const bytes = Buffer.from(`${text}\0`);
    const at = exports.malloc(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, at);
    return at;
  };
  const text = put(code);
  const name = put(file);
  const value = exports.evaluate(context, text, Buffer.byteLength(code), name, 0, STRICT);
  exports.free(text);
  exports.free(name);
  const exception = exports.exceptionOf(context, value);
  if (exception === 0) return value;
  const bytes = new Uint8Array(memory.buffer);
  const at = exports.stringOf(context, exception);
  throw new Error(`the prelude failed: ${Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString()}`);
}

// The word of memory that says how far the heap reaches: it goes up with a large block, and stays there.
function findTop({ exports, memory }, heap) {
  exports.__fuel.value = ALL_FUEL;
  exports.start();
  exports.free(exports.malloc(16));
  const words = () => new Uint32Array(memory.buffer.slice(0, heap - STACK));
  const before = words();
  const block = exports.malloc(3_000_000);
  const held = words();
  exports.free(block);
  const after = words();
  const found = [...before.keys()].filter(
    (index) => before[index] >= heap && held[index] >= before[index] + 2_900_000 && after[index] === held[index],
  );
  if (found.length !== 1) throw new Error(`${found.length} words of memory could be the top of the heap`);
  return found[0] * 4;
}

// The memory as it stands becomes what the module begins with, and nothing is left to run at the start.
function bakeMemory(bytes, memory, pages) {
  const segments = segmentsOf(memory);
  const data = joinBytes([
    unsigned(segments.length),
    ...segments.flatMap(({ at, body }) => [[0, 0x41, ...signed(at), 0x0b], ...withLength(body)]),
  ]);
  const sections = readSections(bytes).flatMap(({ id, body }) => {
    switch (id) {
      case SECTION.start:
        return [];
      case SECTION.import:
        return [{ id, body: withPages(body, pages) }];
      case SECTION.dataCount:
        return [{ id, body: joinBytes([unsigned(segments.length)]) }];
      case SECTION.data:
        return [{ id, body: data }];
      default:
        return [{ id, body }];
    }
  });
  return writeSections(sections);
}

// Runs of bytes, split where so many zeros follow each other that a segment of its own is shorter.
function segmentsOf(memory) {
  const segments = [];
  let from = -1;
  let last = -1;
  for (let at = 0; at < memory.length; at += 1) {
    if (memory[at] === 0) continue;
    if (from >= 0 && at - last > 12) {
      segments.push({ at: from, body: memory.slice(from, last + 1) });
      from = at;
    }
    if (from < 0) from = at;
    last = at;
  }
  if (from >= 0) segments.push({ at: from, body: memory.slice(from, last + 1) });
  return segments;
}

// The memory is the last import, and its limits the last numbers.
function withPages(body, pages) {
  const most = [0x02, 0x01, ...unsigned(256), ...unsigned(32768)];
  const at = body.length - most.length;
  if (!most.every((byte, index) => body[at + index] === byte))
    throw new Error("the memory's limits are not what they were");
  return joinBytes([body.subarray(0, at), [0x02, 0x01, ...unsigned(pages), ...unsigned(32768)]]);
}
