/**
 * The one file in a bare QuickJS: no clock, no files, no Node, no browser, so nothing impure survives it.
 * Only JSON text crosses the border (facts/runtime.md, 13).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, type QuickJSContext } from "quickjs-emscripten-core";
import { isObject } from "../../engine/core/json.ts";
import type { Case } from "../support/cases.ts";
import { type Driver, decideBy, leavesOutBytes, libraryCase, type Outcome } from "./driver.ts";

const FILE = join(import.meta.dirname, "../../dist/sekisho.cjs");

// The guest's own: a case in as JSON text, and what came of it out as JSON text.
const GUEST = `
${decideBy.toString()}
globalThis.__name ??= (value) => value;
globalThis.outcome = undefined;
globalThis.run = (text) => {
  globalThis.outcome = undefined;
  decideBy(globalThis.sekisho, "text", JSON.parse(text)).then(
    (outcome) => { globalThis.outcome = JSON.stringify({ outcome }); },
    (error) => { globalThis.outcome = JSON.stringify({ failed: String(error) + "\\n" + String(error && error.stack) }); },
  );
};
`;

let context: QuickJSContext | undefined;

export const quickjs: Driver = {
  name: "quickjs",
  start: async () => {
    const quickJs = await newQuickJSWASMModuleFromVariant(variant as never);
    const fresh = quickJs.newContext();
    run(fresh, readFileSync(FILE, "utf8"));
    run(fresh, GUEST);
    context = fresh;
  },
  decide: async (one) => {
    if (context === undefined) throw new Error("not started");
    const said = JSON.parse(call(context, JSON.stringify(libraryCase(one)))) as { outcome?: Outcome; failed?: string };
    if (said.outcome === undefined) throw new Error(said.failed ?? "nothing came back");
    // What is undefined is left out of JSON.
    return { ...said.outcome, record: said.outcome.record };
  },
  stop: async () => {
    context?.dispose();
    context = undefined;
  },
  leavesOut: (one) =>
    usesScript(one) ? "scripts need WebAssembly, which it has not (DESIGN \u00a74)" : leavesOutBytes(one),
  expected: new Map(),
};

function usesScript({ policy }: Case): boolean {
  return policy.some(
    ({ rules }) => Array.isArray(rules) && rules.some((rule) => isObject(rule) && rule["use"] === "script"),
  );
}

function call(guest: QuickJSContext, input: string): string {
  try {
    run(guest, `run(${JSON.stringify(input)})`);
    guest.unwrapResult(guest.runtime.executePendingJobs());
    return run(guest, "globalThis.outcome ?? '{}'");
  } catch (error) {
    // After the host's own stack overflow nothing may be read or disposed of (facts/runtime.md, 18).
    if (error instanceof RangeError || (error as Error).name === "RuntimeError") context = undefined;
    throw error;
  }
}

function run(guest: QuickJSContext, script: string): string {
  const result = guest.unwrapResult(guest.evalCode(script));
  const text = guest.getString(result);
  result.dispose();
  return text;
}
