/**
 * The sandbox's module, from the text in which it rides to what can be instantiated.
 * Made once and only when a script is met: to unpack and compile it takes longer than anything else here.
 */
import type { Wasm } from "./machine.ts";

/** What is needed of the platform; `undefined` where it has none */
export interface ModulePowers {
  readonly wasm: Wasm | undefined;
  readonly inflate: (deflated: string) => Uint8Array;
}

/** Why there can be no sandbox here: no WebAssembly, or none that may be made from bytes */
export class NoSandbox extends Error {}

export function compileModule(text: string, { wasm, inflate }: ModulePowers): { wasm: Wasm; module: object } {
  if (wasm === undefined) throw new NoSandbox("this runtime has no WebAssembly");
  const bytes = inflate(text);
  try {
    return { wasm, module: new wasm.Module(bytes) };
  } catch {
    throw new NoSandbox("this runtime makes no WebAssembly from bytes");
  }
}
