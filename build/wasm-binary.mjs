/**
 * The binary format of WebAssembly, as far as the build takes a module apart: sections, numbers, instructions.
 * An instruction that is not known here is an error and no guess: a wrong length would shift everything after it.
 */

/** WebAssembly core specification 2.0, binary modules: the ids of the sections that are rewritten */
export const SECTION = { import: 2, memory: 5, global: 6, export: 7, start: 8, code: 10, data: 11, dataCount: 12 };

/** Bytes read one after another */
export class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get done() {
    return this.at >= this.bytes.length;
  }

  byte() {
    if (this.done) throw new Error("the module ends in the middle");
    return this.bytes[this.at++];
  }

  /** An unsigned LEB128 number of up to 32 bits */
  number() {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Error("a number of more than 32 bits");
  }

  take(length) {
    if (this.at + length > this.bytes.length) throw new Error("the module ends in the middle");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** A name or any other run of bytes that begins with its length */
  counted() {
    return this.take(this.number());
  }

  /** A signed LEB128 number of any width, whose value is of no interest */
  skipNumber() {
    while (this.byte() >= 0x80);
  }

  rest() {
    return this.take(this.bytes.length - this.at);
  }
}

/** The sections of a module, in their order */
export function readSections(bytes) {
  const reader = new Reader(bytes);
  const head = [...reader.take(8)].join(" ");
  if (head !== "0 97 115 109 1 0 0 0") throw new Error("no WebAssembly module of version 1");
  const sections = [];
  while (!reader.done) {
    const id = reader.byte();
    sections.push({ id, body: reader.counted() });
  }
  return sections;
}

export function writeSections(sections) {
  const head = [0, 97, 115, 109, 1, 0, 0, 0];
  return joinBytes([head, ...sections.flatMap(({ id, body }) => [[id], ...withLength(body)])]);
}

/** Puts the length before the bytes, as two parts to join */
export function withLength(bytes) {
  return [unsigned(bytes.length), bytes];
}

/** Unsigned LEB128 */
export function unsigned(value) {
  const bytes = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

/** Signed LEB128 of up to 32 bits */
export function signed(value) {
  const bytes = [];
  let rest = value;
  while (rest < -0x40 || rest >= 0x40) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  return [...bytes, rest & 0x7f];
}

export function joinBytes(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Reads one instruction and gives its opcode: one byte, or `0xfc00` + the number behind that prefix */
export function readInstruction(reader) {
  const at = reader.at;
  const first = reader.byte();
  const opcode = first === 0xfc ? 0xfc00 + reader.number() : first;
  const immediates = IMMEDIATES.get(opcode);
  if (immediates === undefined) throw new Error(`unknown instruction 0x${opcode.toString(16)} at byte ${at}`);
  for (const kind of immediates) skip(reader, kind);
  return opcode;
}

function skip(reader, kind) {
  switch (kind) {
    case "index":
      reader.number();
      return;
    case "signed":
      reader.skipNumber();
      return;
    case "indices":
      for (let left = reader.number(); left > 0; left -= 1) reader.number();
      return;
    case "align":
      // Bit 6 would say that a memory's index follows (multiple memories).
      if (reader.number() >= 0x40) throw new Error("more than one memory");
      return;
    case "memory":
      if (reader.byte() !== 0) throw new Error("more than one memory");
      return;
    case "bytes4":
      reader.take(4);
      return;
    case "bytes8":
      reader.take(8);
  }
}

// What follows each opcode (specification, "Instructions"). No SIMD, threads, exceptions or tail calls.
const IMMEDIATES = new Map([
  ...codes(["signed"], 0x02, 0x03, 0x04), // block, loop, if: their type
  ...codes([], 0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b), // unreachable, nop, else, end, return, drop, select
  ...codes(["index"], 0x0c, 0x0d, 0x10), // br, br_if, call
  ...codes(["indices", "index"], 0x0e), // br_table
  ...codes(["index", "index"], 0x11), // call_indirect
  ...codes(["indices"], 0x1c), // select with types
  ...codes(["index"], ...range(0x20, 0x26)), // locals, globals, table.get, table.set
  ...codes(["align", "index"], ...range(0x28, 0x3e)), // loads and stores
  ...codes(["memory"], 0x3f, 0x40), // memory.size, memory.grow
  ...codes(["signed"], 0x41, 0x42), // i32.const, i64.const
  ...codes(["bytes4"], 0x43),
  ...codes(["bytes8"], 0x44),
  ...codes([], ...range(0x45, 0xc4)), // comparisons, arithmetic, conversions, sign extension
  ...codes(["signed"], 0xd0), // ref.null
  ...codes([], 0xd1),
  ...codes(["index"], 0xd2),
  ...codes([], ...range(0xfc00, 0xfc07)), // saturating conversions
  ...codes(["index", "memory"], 0xfc08), // memory.init
  ...codes(["index"], 0xfc09), // data.drop
  ...codes(["memory", "memory"], 0xfc0a), // memory.copy
  ...codes(["memory"], 0xfc0b), // memory.fill
  ...codes(["index", "index"], 0xfc0c, 0xfc0e), // table.init, table.copy
  ...codes(["index"], 0xfc0d, 0xfc0f, 0xfc10, 0xfc11), // elem.drop, table.grow, table.size, table.fill
]);

function codes(immediates, ...opcodes) {
  return opcodes.map((opcode) => [opcode, immediates]);
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
