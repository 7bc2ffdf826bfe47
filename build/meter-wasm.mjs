/**
 * Puts a meter into a WebAssembly module: every function entry, loop round and bulk operation takes from a budget, and a
 * spent budget traps. An interrupt handler can't do that: a minute of native work may pass between two of its calls
 * (facts/runtime.md §6a). The count hangs on the module alone, so it is the same on every runtime.
 */
import {
  joinBytes,
  Reader,
  readInstruction,
  readSections,
  SECTION,
  signed,
  unsigned,
  withLength,
  writeSections,
} from "./wasm-binary.mjs";

/** What the host sets before a call, and reads after it: steps that are left; negative once they were spent */
export const FUEL = "__fuel";

/** A step for each 64 bytes (or table entries) that one bulk operation moves */
const BULK_SHIFT = 6;

/** The same module with a meter */
export function meterWasm(bytes) {
  const sections = readSections(bytes);
  const fuel = countGlobals(sections);
  const scratch = fuel + 1;
  const metered = sections.map(({ id, body }) => {
    if (id === SECTION.global) return { id, body: appended(body, mutableNumber(0x7fffffff), mutableNumber(0)) };
    if (id === SECTION.export) return { id, body: appended(body, exportOf(FUEL, fuel)) };
    if (id === SECTION.code) return { id, body: meterCode(body, fuel, scratch) };
    return { id, body };
  });
  for (const id of [SECTION.global, SECTION.export, SECTION.code])
    if (!sections.some((section) => section.id === id)) throw new Error(`the module has no section ${id}`);
  return writeSections(metered);
}

// Indices count the imported globals first.
function countGlobals(sections) {
  const own = sections.find(({ id }) => id === SECTION.global);
  const imports = sections.find(({ id }) => id === SECTION.import);
  return (
    (imports === undefined ? 0 : importedGlobals(imports.body)) +
    (own === undefined ? 0 : new Reader(own.body).number())
  );
}

function importedGlobals(body) {
  const reader = new Reader(body);
  let globals = 0;
  for (let left = reader.number(); left > 0; left -= 1) {
    reader.counted();
    reader.counted();
    const kind = reader.byte();
    if (kind === 0) reader.number();
    else if (kind === 1 || kind === 2) {
      if (kind === 1) reader.byte();
      const limits = reader.byte();
      reader.number();
      if ((limits & 1) === 1) reader.number();
    } else if (kind === 3) {
      reader.take(2);
      globals += 1;
    } else throw new Error(`an import of unknown kind ${kind}`);
  }
  return globals;
}

// At the end of a list, so that everything before keeps its index.
function appended(body, ...entries) {
  const reader = new Reader(body);
  const count = reader.number();
  return joinBytes([unsigned(count + entries.length), reader.rest(), ...entries]);
}

function mutableNumber(first) {
  return [0x7f, 0x01, 0x41, ...signed(first), 0x0b];
}

function exportOf(name, global) {
  return [name.length, ...Buffer.from(name), 0x03, ...unsigned(global)];
}

function meterCode(body, fuel, scratch) {
  const reader = new Reader(body);
  const count = reader.number();
  const functions = [];
  for (let index = 0; index < count; index += 1)
    functions.push(...withLength(meterFunction(reader.counted(), fuel, scratch)));
  return joinBytes([unsigned(count), ...functions]);
}

function meterFunction(bytes, fuel, scratch) {
  const reader = new Reader(bytes);
  for (let groups = reader.number(); groups > 0; groups -= 1) {
    reader.number();
    reader.byte();
  }
  const step = [0x23, ...unsigned(fuel), 0x41, 1, 0x6b, ...spend(fuel)];
  const parts = [bytes.subarray(0, reader.at), step];
  while (!reader.done) {
    const from = reader.at;
    const opcode = readInstruction(reader);
    const instruction = bytes.subarray(from, reader.at);
    if (opcode === LOOP) parts.push(instruction, step);
    else if (BULK.has(opcode)) parts.push(payByLength(fuel, scratch), instruction);
    else parts.push(instruction);
  }
  return joinBytes(parts);
}

const LOOP = 0x03;
// memory.init, memory.copy, memory.fill, table.init, table.copy, table.grow, table.fill: the length is on top of the stack
const BULK = new Set([0xfc08, 0xfc0a, 0xfc0b, 0xfc0c, 0xfc0e, 0xfc0f, 0xfc11]);

// scratch = length; fuel = fuel - (length >>> 6); the length back onto the stack
function payByLength(fuel, scratch) {
  const length = [0x23, ...unsigned(scratch)];
  const pay = [0x23, ...unsigned(fuel), ...length, 0x41, BULK_SHIFT, 0x76, 0x6b, ...spend(fuel)];
  return [0x24, ...unsigned(scratch), ...pay, ...length];
}

// The new budget is on the stack: keep it, and trap if it is below zero.
function spend(fuel) {
  return [0x24, ...unsigned(fuel), 0x23, ...unsigned(fuel), 0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b];
}
