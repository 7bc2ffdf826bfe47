/**
 * The build step that puts a meter into a WebAssembly module, on small modules made by hand.
 * What it must hold: the module stays what it was, everything that can take long pays, and what it doesn't know it refuses.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import wabt from "wabt";

interface Meter {
  readonly FUEL: string;
  readonly meterWasm: (bytes: Uint8Array) => Uint8Array;
}
interface Instance {
  readonly exports: Readonly<Record<string, ((...args: number[]) => number) & { value: number }>>;
}
interface Platform {
  readonly Module: {
    new (bytes: Uint8Array): object;
    imports(module: object): object[];
    exports(module: object): object[];
  };
  readonly Instance: new (module: object, imports?: object) => Instance;
  readonly Global: new (type: object, value: number) => object;
  readonly RuntimeError: new () => Error;
  readonly validate: (bytes: Uint8Array) => boolean;
}

const platform = (globalThis as unknown as { WebAssembly: Platform }).WebAssembly;
const { FUEL, meterWasm } = (await import(join(import.meta.dirname, "../build/meter-wasm.mjs"))) as Meter;
const { parseWat } = await wabt();

const GLOBAL = "(global (mut i32) (i32.const 0))";

function assemble(text: string): Uint8Array {
  const parsed = parseWat("test.wat", `(module ${text})`, { bulk_memory: true, reference_types: true });
  return parsed.toBinary({}).buffer;
}

function metered(text: string, imports: object = {}): Instance["exports"] {
  const bytes = meterWasm(assemble(text));
  assert.ok(platform.validate(bytes));
  return new platform.Instance(new platform.Module(bytes), imports).exports;
}

/** Steps of one call */
function stepsOf(exports: Instance["exports"], name: string, ...args: number[]): number {
  const fuel = exports[FUEL] as { value: number };
  fuel.value = 1_000_000;
  exports[name]?.(...args);
  return 1_000_000 - fuel.value;
}

suite("what pays", () => {
  test("each function that is entered, once", () => {
    const exports = metered(`${GLOBAL}
      (func $inner (result i32) (i32.const 7))
      (func (export "outer") (result i32) (i32.add (call $inner) (call $inner)))`);
    assert.equal(stepsOf(exports, "outer"), 3);
    assert.equal(exports["outer"]?.(), 14);
  });

  test("each round of a loop", () => {
    const exports = metered(`${GLOBAL}
      (func (export "count") (param i32) (result i32) (local $n i32)
        (loop $again
          (local.set $n (i32.add (local.get $n) (i32.const 2)))
          (br_if $again (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
        (local.get $n))`);
    for (const rounds of [1, 10, 1000]) assert.equal(stepsOf(exports, "count", rounds), 1 + rounds);
    assert.equal(exports["count"]?.(10), 20);
  });

  test("loops with parameters, results and inner blocks", () => {
    const exports = metered(`${GLOBAL}
      (type $t (func (param i32) (result i32)))
      (func (export "down") (param i32) (result i32)
        (local.get 0)
        (loop (type $t) (i32.const 1) (i32.sub) (local.tee 0) (local.get 0) (br_if 0)))`);
    assert.equal(stepsOf(exports, "down", 5), 6);
  });

  test("memory that is copied, filled or initialised, by its length", () => {
    const exports = metered(`${GLOBAL} (memory 4)
      (data $d "0123456789012345678901234567890123456789012345678901234567890123456789")
      (func (export "copy") (param i32) (memory.copy (i32.const 0) (i32.const 65536) (local.get 0)))
      (func (export "fill") (param i32) (memory.fill (i32.const 0) (i32.const 1) (local.get 0)))
      (func (export "init") (param i32) (memory.init $d (i32.const 0) (i32.const 0) (local.get 0)))
      (func (export "at") (param i32) (result i32) (i32.load8_u (local.get 0)))`);
    for (const name of ["copy", "fill"]) {
      assert.equal(stepsOf(exports, name, 0), 1);
      assert.equal(stepsOf(exports, name, 63), 1);
      assert.equal(stepsOf(exports, name, 64), 2);
      assert.equal(stepsOf(exports, name, 65_536), 1 + 1024);
    }
    assert.equal(stepsOf(exports, "init", 64), 2);
    assert.equal(exports["at"]?.(0), 48);
    assert.equal(exports["at"]?.(63), 51);
    stepsOf(exports, "fill", 10);
    assert.equal(exports["at"]?.(9), 1);
    assert.equal(exports["at"]?.(10), 48);
  });

  test("tables likewise", () => {
    const exports = metered(`${GLOBAL} (table $t 256 funcref)
      (func (export "fill") (param i32) (table.fill $t (i32.const 0) (ref.null func) (local.get 0)))
      (func (export "grow") (param i32) (drop (table.grow $t (ref.null func) (local.get 0))))
      (func (export "copy") (param i32) (table.copy (i32.const 0) (i32.const 128) (local.get 0)))`);
    for (const name of ["fill", "grow", "copy"]) assert.equal(stepsOf(exports, name, 128), 3, name);
  });
});

suite("a spent budget", () => {
  const text = `${GLOBAL} (memory 1)
    (func (export "forever") (loop (br 0)))
    (func (export "fill") (param i32) (memory.fill (i32.const 0) (i32.const 1) (local.get 0)))
    (func (export "nothing"))`;

  test("traps, and every call after it", () => {
    const exports = metered(text);
    const fuel = exports[FUEL] as { value: number };
    fuel.value = 1000;
    assert.throws(() => exports["forever"]?.(), platform.RuntimeError);
    assert.equal(fuel.value, -1);
    assert.throws(() => exports["nothing"]?.(), platform.RuntimeError);
    fuel.value = 1;
    exports["nothing"]?.();
  });

  test("is spent to the last step", () => {
    const exports = metered(text);
    const fuel = exports[FUEL] as { value: number };
    fuel.value = 1;
    exports["nothing"]?.();
    assert.equal(fuel.value, 0);
    assert.throws(() => exports["nothing"]?.(), platform.RuntimeError);
  });

  test("before anything is moved, however long it says it is", () => {
    const exports = metered(text);
    const fuel = exports[FUEL] as { value: number };
    for (const length of [65_536, 0x7fffffff, -1]) {
      fuel.value = 100;
      assert.throws(() => exports["fill"]?.(length), platform.RuntimeError);
      assert.ok(fuel.value < 0);
    }
  });
});

suite("the module stays what it was", () => {
  test("globals that are imported keep their places", () => {
    const imports = { a: { g: new platform.Global({ value: "i32", mutable: false }, 5) } };
    const exports = metered(
      `(import "a" "f" (func)) (import "a" "g" (global i32)) (global $own (mut i32) (i32.const 6))
       (func (export "sum") (result i32) (i32.add (global.get 0) (global.get $own)))`.replace(
        '(import "a" "f" (func))',
        "",
      ),
      imports,
    );
    assert.equal(stepsOf(exports, "sum"), 1);
    assert.equal(exports["sum"]?.(), 11);
  });

  test("every instruction that is known is copied as it is", () => {
    const exports = metered(`${GLOBAL} (memory 1) (table 2 funcref) (elem (i32.const 0) $f $f)
      (func $f (result i32) (i32.const 3))
      (func (export "all") (param i32) (result i32) (local $l i64) (local $f f64)
        (local.set $l (i64.const -9223372036854775808))
        (local.set $f (f64.const 1.5))
        (drop (f32.const 2.5))
        (drop (i32.trunc_sat_f64_s (local.get $f)))
        (drop (i32.extend8_s (i32.const 255)))
        (i64.store offset=1000 (i32.const 8) (local.get $l))
        (drop (memory.grow (i32.const 1)))
        (drop (select (result i32) (i32.const 1) (i32.const 2) (memory.size)))
        (block $a (block $b (block $c (br_table $a $b $c (local.get 0)))))
        (if (result i32) (local.get 0) (then (call_indirect (result i32) (i32.const 1))) (else (i32.const 4))))`);
    assert.equal(exports["all"]?.(1), 3);
    assert.equal(exports["all"]?.(0), 4);
  });

  test("the same bytes each time", () => {
    const bytes = assemble(`${GLOBAL} (func (export "f") (loop))`);
    assert.deepEqual(meterWasm(bytes), meterWasm(bytes));
  });

  test("QuickJS gets no imports or exports but the meter", () => {
    const folder = "../node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm";
    const plain = readFileSync(join(import.meta.dirname, folder));
    const module = new platform.Module(plain);
    const changed = new platform.Module(meterWasm(plain));
    assert.deepEqual(platform.Module.imports(changed), platform.Module.imports(module));
    const meter = { name: FUEL, kind: "global" };
    assert.deepEqual(platform.Module.exports(changed), [...platform.Module.exports(module), meter]);
  });
});

suite("what it does not know it refuses", () => {
  test("instructions of later or other kinds", () => {
    const bytes = assemble(`${GLOBAL} (func (export "f") (nop) (nop) (nop))`);
    // The body of the function: no locals, three times nop, end.
    const at = bytes.findIndex((byte, index) => byte === 1 && bytes[index + 1] === 1 && bytes[index + 2] === 1);
    for (const opcode of [0x06, 0x12, 0x13, 0x14, 0x18, 0xc5, 0xd3, 0xfb, 0xfd, 0xfe, 0xff]) {
      const changed = bytes.slice();
      changed[at] = opcode;
      assert.throws(() => meterWasm(changed), /unknown instruction/, opcode.toString(16));
    }
    const prefixed = bytes.slice();
    prefixed.set([0xfc, 0x12], at);
    assert.throws(() => meterWasm(prefixed), /unknown instruction/);
  });

  test("what is no module, or ends in the middle", () => {
    const bytes = assemble(`${GLOBAL} (func (export "f"))`);
    assert.throws(() => meterWasm(new Uint8Array([0, 1, 2, 3])), /ends in the middle/);
    assert.throws(() => meterWasm(new Uint8Array(8)), /no WebAssembly module/);
    for (let length = 9; length < bytes.length; length += 1)
      assert.throws(() => meterWasm(bytes.subarray(0, length)), Error, String(length));
  });

  test("a module without globals, exports or code, since the meter would have no place", () => {
    assert.throws(() => meterWasm(assemble('(func (export "f"))')), /no section 6/);
  });
});
