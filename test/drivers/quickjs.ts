/**
 * The one file in a bare QuickJS: no clock, no files, no Node, no browser, so nothing impure survives it.
 * Only JSON text crosses the border (facts/runtime.md, 13).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, type QuickJSContext } from "quickjs-emscripten-core";
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
    run(context, `run(${JSON.stringify(JSON.stringify(libraryCase(one)))})`);
    context.unwrapResult(context.runtime.executePendingJobs());
    const said = JSON.parse(run(context, "globalThis.outcome ?? '{}'")) as { outcome?: Outcome; failed?: string };
    if (said.outcome === undefined) throw new Error(said.failed ?? "nothing came back");
    // What is undefined is left out of JSON.
    return { ...said.outcome, record: said.outcome.record };
  },
  stop: async () => {
    context?.dispose();
    context = undefined;
  },
  leavesOut: leavesOutBytes,
  expected: new Map(),
};

function run(guest: QuickJSContext, script: string): string {
  const result = guest.unwrapResult(guest.evalCode(script));
  const text = guest.getString(result);
  result.dispose();
  return text;
}
