/**
 * QuickJS as one WebAssembly instance: its imports without any way out, its memory, and the few calls that are needed.
 * Without the glue that usually comes with it: that costs 13 ms at each start, and hands out objects where text will do.
 */

/** The members of `WebAssembly` that are read here (the platform's types differ between runtimes) */
export interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  readonly Memory: new (limits: { readonly initial: number; readonly maximum: number }) => WasmMemory;
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

/** What the module exports (KEEP IN SYNC with the names in build/guest.mjs) */
export interface Exports {
  /** Steps that are left; negative: they were spent, and every further call traps */
  readonly __fuel: { value: number };
  readonly start: () => void;
  readonly malloc: (size: number) => number;
  readonly free: (pointer: number) => void;
  readonly newRuntime: () => number;
  readonly newContext: (runtime: number, intrinsics: number) => number;
  readonly setStackSize: (runtime: number, bytes: number) => void;
  readonly evaluate: (
    context: number,
    code: number,
    length: number,
    file: number,
    detectModule: number,
    flags: number,
  ) => number;
  readonly newString: (context: number, text: number) => number;
  readonly stringOf: (context: number, value: number) => number;
  readonly call: (context: number, callee: number, self: number, count: number, values: number) => number;
  /** The exception that a value stands for, or 0 */
  readonly exceptionOf: (context: number, value: number) => number;
  readonly undefined: () => number;
  readonly stackTop: () => number;
}

export interface Machine {
  readonly exports: Exports;
  readonly memory: WasmMemory;
  /** Most pages of 64 KiB that the memory may grow to; to be set before each call */
  limit: number;
  /** Whether more was wanted than `limit` allows */
  wanting: boolean;
}

/** Pages that no machine ever grows beyond, whatever a policy says */
const MOST_PAGES = 4096;

const PAGE = 65536;

/**
 * A new instance. Nothing in it can tell the time, the place or the host: those imports give always the same
 * (facts/runtime.md §5).
 */
export function createMachine(wasm: Wasm, module: object, pages: number): Machine {
  const memory = new wasm.Memory({ initial: pages, maximum: MOST_PAGES });
  const machine: { -readonly [Key in keyof Machine]: Machine[Key] } = {
    exports: undefined as unknown as Exports,
    memory,
    limit: pages,
    wanting: false,
  };
  const number = (at: number, value: number): void => new DataView(memory.buffer).setUint32(at, value, true);
  const grow = (bytes: number): number => {
    const wanted = Math.ceil((bytes >>> 0) / PAGE);
    const missing = wanted - memory.buffer.byteLength / PAGE;
    if (wanted > machine.limit) machine.wanting = true;
    if (machine.wanting) return 0;
    memory.grow(missing);
    return 1;
  };
  const written = (_file: number, vectors: number, count: number, result: number): number => {
    const view = new DataView(memory.buffer);
    let bytes = 0;
    for (let index = 0; index < count; index += 1) bytes += view.getUint32(vectors + 8 * index + 4, true);
    number(result, bytes);
    return 0;
  };
  const noEnvironment = (count: number, size: number): number => {
    number(count, 0);
    number(size, 0);
    return 0;
  };
  const imports = {
    a: memory,
    b: stop, // assertion failed
    c: written, // fd_write
    d: () => 52, // fd_close: ENOSYS
    e: () => 0, // environ_get
    f: noEnvironment, // environ_sizes_get
    g: stop, // callbacks of the host: there are none
    h: stop,
    i: stop,
    j: () => 0, // timer
    k: grow,
    l: () => {}, // runtime keepalive
    m: () => {}, // local time
    n: () => {}, // time zone
    o: () => 70, // fd_seek: ESPIPE
    p: () => 0, // the clock
    q: stop, // abort
    r: stop, // exit
    s: stop,
    t: stop,
  };
  machine.exports = new wasm.Instance(module, { a: imports }).exports as Exports;
  return machine;
}

function stop(): never {
  throw new Error("the sandbox stopped");
}
