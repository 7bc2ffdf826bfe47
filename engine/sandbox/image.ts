/**
 * The memory of a machine as it was at one moment, kept as what differs from how every machine begins.
 * Put back before each call, so that no call can see another; a thousand loaded scripts share all that is the same.
 */

/** Where things are in the memory that every machine begins with (quickjs.generated.ts) */
export interface MemoryFacts {
  /** End of the static data, and lowest end of the stack */
  readonly low: number;
  /** Upper end of the stack, and begin of the heap */
  readonly heap: number;
  /** End of the heap */
  readonly top: number;
  /** The word that says where the heap ends now */
  readonly topAt: number;
}

export interface Image {
  readonly top: number;
  /** The addresses of the blocks that differ from the base, and their bytes one after another */
  readonly blocks: Uint32Array;
  readonly bytes: Uint8Array;
}

/** How every machine begins */
export interface Base {
  readonly data: Uint8Array;
  readonly heap: Uint8Array;
}

/** The unit of comparison: small, since what a script changes is strewn over the heap */
const BLOCK = 128;

/** What the stack may have been used for, from its upper end; limits on it are far below (facts/runtime.md §6b) */
const STACK_USED = 256 * 1024;

export function takeBase(memory: Uint8Array, { low, heap, top }: MemoryFacts): Base {
  return { data: memory.slice(0, low), heap: memory.slice(heap, top) };
}

/** What differs now. The stack is empty between calls, so it is no part of an image */
export function takeImage(memory: Uint8Array, base: Base, facts: MemoryFacts): Image {
  const top = topOf(memory, facts);
  const blocks: number[] = [];
  const parts: Uint8Array[] = [];
  const compare = (from: number, to: number, before: Uint8Array): void => {
    for (let at = from; at < to; at += BLOCK) {
      const end = Math.min(at + BLOCK, to);
      if (isSame(memory, at, end, before, at - from)) continue;
      blocks.push(at);
      parts.push(memory.subarray(at, at + BLOCK));
    }
  };
  compare(0, facts.low, base.data);
  compare(facts.heap, top, base.heap);
  const bytes = new Uint8Array(parts.length * BLOCK);
  for (const [index, part] of parts.entries()) bytes.set(part, index * BLOCK);
  return { top, blocks: Uint32Array.from(blocks), bytes };
}

/** Makes the memory what it was; without an image: what it was at the very beginning */
export function restore(memory: Uint8Array, base: Base, facts: MemoryFacts, image?: Image): void {
  const dirty = topOf(memory, facts);
  if (dirty > facts.top) memory.fill(0, facts.top, dirty);
  memory.set(base.data, 0);
  memory.set(base.heap, facts.heap);
  clearStack(memory, facts);
  if (image === undefined) return;
  const { blocks, bytes } = image;
  for (let index = 0; index < blocks.length; index += 1) {
    const from = index * BLOCK;
    memory.set(bytes.subarray(from, from + BLOCK), blocks[index] as number);
  }
}

export function clearStack(memory: Uint8Array, { heap }: MemoryFacts): void {
  memory.fill(0, heap - STACK_USED, heap);
}

/** The end of the heap at this moment; it never goes down */
export function topOf(memory: Uint8Array, { topAt }: MemoryFacts): number {
  return new DataView(memory.buffer).getUint32(topAt, true);
}

// Beyond the end of what was before there were zeros.
function isSame(memory: Uint8Array, from: number, to: number, before: Uint8Array, at: number): boolean {
  for (let index = 0; index < to - from; index += 1)
    if (memory[from + index] !== (before[at + index] ?? 0)) return false;
  return true;
}
