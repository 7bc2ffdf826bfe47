/**
 * QuickJS as it comes beside the metered one, in the same bare harness: a fresh runtime, one script, many calls.
 * Prints JSON: calls a CPU second of each, and their compressed sizes. Rounds alternate, so that drift falls on both.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "fflate";
import { meterWasm } from "../build/meter-wasm.mjs";

const FILE = "../node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm";
const plain = readFileSync(join(import.meta.dirname, FILE));
const metered = meterWasm(plain);
const CODE = `globalThis.run = (text) => { const { words } = JSON.parse(text); let n = 0;
  for (const word of words) if (/^[a-z]+\\d*$/.test(word.toLowerCase())) n += word.split("a").length;
  return JSON.stringify({ n }); }; globalThis.once = () => run('{"words":["alpha","beta","Gamma7","delta","epsilon","zeta"]}'); 0`;

const sides = [open(plain), open(metered)];
const best = [0, 0];
for (let round = 0; round < 12; round += 1) {
  for (const [index, call] of sides.entries()) {
    const from = process.cpuUsage();
    for (let count = 0; count < 3000; count += 1) call();
    const { user, system } = process.cpuUsage(from);
    if (round > 1) best[index] = Math.max(best[index], 3000 / ((user + system) / 1e6));
  }
}
const size = (bytes) => deflateSync(bytes, { level: 9, mem: 12 }).length;
console.log(
  JSON.stringify({
    plain: Math.round(best[0]),
    metered: Math.round(best[1]),
    plainBytes: size(plain),
    meteredBytes: size(metered),
  }),
);

function open(bytes) {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: 32768 });
  const imports = { a: memory };
  for (const letter of "bcdefghijklmnopqrst") imports[letter] = () => 0;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { a: imports });
  const refill = exports.__fuel === undefined ? () => {} : () => (exports.__fuel.value = 0x7fffffff);
  refill();
  exports.u();
  const runtime = exports.K();
  const context = exports.N(runtime, 1 | 4 | 8 | 16 | 32 | 64 | 256);
  const put = (text) => {
    const data = Buffer.from(`${text}\0`);
    const at = exports.v(data.length);
    new Uint8Array(memory.buffer).set(data, at);
    return at;
  };
  const name = put("x");
  exports.P(context, exports.pa(context, put(CODE), Buffer.byteLength(CODE), name, 0, 0));
  const code = put("once()");
  return () => {
    refill();
    exports.P(context, exports.pa(context, code, 6, name, 0, 0));
  };
}
