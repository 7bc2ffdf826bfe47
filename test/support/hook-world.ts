/**
 * A world of its own for the command hook: powers that a test can let fail, and an engine that says what it is told.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import type { LoadEngine } from "../../engine/adapters/command.ts";
import { nodePowers, type Powers, type StdinListener } from "../../engine/adapters/node.ts";
import { createDecision, type DecisionParts } from "../../engine/core/decision.ts";
import { engineOf } from "../../engine/deciding.ts";
import type { PolicySource } from "../../engine/load-engine.ts";

export const node: Powers = nodePowers();
export const REQUEST = JSON.stringify({
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  mode: "form",
  message: "認証コード?",
  requested_schema: { type: "object", properties: { team: { type: "string" } } },
});
export const DECLINE = '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}\n';

export function failure(code: string): Error {
  return Object.assign(new Error(`the runtime's own text about ${code}`), { code });
}

/** A world of its own: what stdin holds, how stdout behaves, and timers that only this test moves */
export function createWorld(
  given: Partial<Powers> & { readonly stdin?: readonly (Error | Uint8Array | string)[] } = {},
) {
  const { stdin = [REQUEST], ...powers } = given;
  const reads = [...stdin];
  const written = { stdout: "", stderr: "" };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const timers = new Map<symbol, { readonly at: number; readonly act: () => void }>();
  let clock = 0;
  let listener: StdinListener | undefined;
  const world = {
    written,
    slept: [] as number[],
    timers,
    /** Whether somebody listens to stdin; the listener, if so */
    listener: (): StdinListener => {
      assert.ok(listener !== undefined, "nobody listens to stdin");
      return listener;
    },
    isFollowed: () => listener !== undefined,
    pass: (milliseconds: number): void => {
      clock += milliseconds;
      for (const { at, act } of [...timers.values()]) if (at <= clock) act();
    },
    powers: {
      ...node,
      fs: {
        ...fs,
        fstatSync: ((descriptor: number) =>
          descriptor === 1 ? { isCharacterDevice: () => false } : fs.fstatSync(descriptor)) as typeof fs.fstatSync,
        readSync: ((descriptor: number, into: Uint8Array, ...rest: [number, number, number]) => {
          if (descriptor !== 0) return fs.readSync(descriptor, into, ...rest);
          const next = reads.shift() ?? "";
          if (next instanceof Error) throw next;
          const bytes = typeof next === "string" ? Buffer.from(next) : next;
          into.set(bytes);
          return bytes.length;
        }) as typeof fs.readSync,
        writeSync: ((descriptor: number, bytes: Uint8Array) => {
          if (descriptor > 2) return fs.writeSync(descriptor, bytes);
          const name = descriptor === 1 ? "stdout" : "stderr";
          written[name] += decoders[name].decode(bytes, { stream: true });
          return bytes.length;
        }) as typeof fs.writeSync,
      },
      env: () => undefined,
      home: () => undefined,
      now: () => "2026-11-30T15:30:00.000Z",
      followStdin: (heard: StdinListener) => {
        listener = heard;
        return () => {
          listener = undefined;
        };
      },
      after: (milliseconds: number, act: () => void) => {
        const key = Symbol();
        timers.set(key, { at: clock + milliseconds, act });
        return () => void timers.delete(key);
      },
      sleep: (milliseconds: number) => void world.slept.push(milliseconds),
      ...powers,
    } satisfies Powers as Powers,
  };
  return world;
}

/** Decides everything alike, and remembers the policies that it was given */
export function deciding(decision: DecisionParts, seen: PolicySource[] = []): LoadEngine {
  return (sources) => {
    seen.push(...sources);
    return { engine: engineOf({ digest: "digest", decide: () => createDecision(decision) }), notes: [] };
  };
}

export const declines: LoadEngine = deciding({
  effect: "decline",
  reasons: [{ rule: "only-servers", code: "not-listed", args: {} }],
});
