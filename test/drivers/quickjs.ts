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
import { type Driver, leavesOutBytes } from "./driver.ts";
import { GUEST_SOURCE, type Guest, guestDriver } from "./guest.ts";

const FILE = join(import.meta.dirname, "../../dist/sekisho.cjs");

const RUN = `
globalThis.outcome = undefined;
globalThis.run = (text) => {
  globalThis.outcome = undefined;
  answerCase(globalThis.sekisho, text).then((outcome) => { globalThis.outcome = outcome; });
};
`;

export const quickjs: Driver = {
  ...guestDriver("quickjs", open),
  leavesOut: (one) =>
    usesScript(one) ? "scripts need WebAssembly, which it has not (DESIGN §4)" : leavesOutBytes(one),
};

function usesScript({ policy }: Case): boolean {
  return policy.some(
    ({ rules }) => Array.isArray(rules) && rules.some((rule) => isObject(rule) && rule["use"] === "script"),
  );
}

async function open(): Promise<Guest> {
  const quickJs = await newQuickJSWASMModuleFromVariant(variant as never);
  const fresh = quickJs.newContext();
  for (const script of [readFileSync(FILE, "utf8"), GUEST_SOURCE, RUN]) run(fresh, script);
  let context: QuickJSContext | undefined = fresh;
  return {
    ask: async (text) => {
      if (context === undefined) throw new Error("its context is gone");
      try {
        return call(context, text);
      } catch (error) {
        // After the host's own stack overflow nothing may be read or disposed of (facts/runtime.md, 18).
        if (error instanceof RangeError || (error as Error).name === "RuntimeError") context = undefined;
        throw error;
      }
    },
    close: async () => {
      context?.dispose();
    },
  };
}

function call(guest: QuickJSContext, input: string): string {
  run(guest, `run(${JSON.stringify(input)})`);
  guest.unwrapResult(guest.runtime.executePendingJobs());
  return run(guest, "globalThis.outcome ?? '{}'");
}

function run(guest: QuickJSContext, script: string): string {
  const result = guest.unwrapResult(guest.evalCode(script));
  const text = guest.getString(result);
  result.dispose();
  return text;
}
