/**
 * `sekisho decide`: hook inputs as JSON Lines in, a decision a line out.
 * It streams: as a filter under any map-style tool it must hold one line at a time, whatever comes.
 */

import { MAX_INPUT_BYTES } from "../adapters/wire.ts";
import { parseJson } from "../core/json.ts";
import { parseNow } from "../core/time.ts";
import type { DecideContext, OpenEngine } from "../deciding.ts";
import { type Command, parseFacts, UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { loadPolicies } from "./policies.ts";

export const decide: Command = {
  name: "decide",
  about: "Decide hook inputs: JSON Lines on stdin, one decision a line on stdout",
  usage: "[--policy FILE]... [--fact NAME=VALUE]... [--now TIME] < requests.jsonl",
  options: {
    policy: { type: "string", multiple: true, value: "FILE", about: "a policy; again for more, side by side" },
    fact: { type: "string", multiple: true, value: "NAME=VALUE", about: "a fact for the policy; again for more" },
    now: { type: "string", value: "TIME", about: "the time to decide by, UTC; left out: the clock" },
  },
  async run({ texts, text, positionals }, io) {
    if (positionals.length > 0)
      throw new UsageError("`sekisho decide` reads stdin", "write `sekisho decide < requests.jsonl`");
    const stated = text("now");
    if (stated !== undefined && parseNow(stated) === undefined) {
      throw new UsageError(`\`${stated}\` is no time in UTC`, "write it as `2026-11-30T15:30:00Z`");
    }
    const { engine, notes, policy } = loadPolicies(texts("policy"));
    for (const note of notes) io.warn(`${note.trimEnd()}\n`);
    const facts = parseFacts(texts("fact"));
    const context = (): DecideContext => ({ now: stated ?? io.now(), facts });
    const bad = await decideLines(engine, context, io);
    return bad > 0 || policy === undefined ? 1 : 0;
  },
};

/** Decides every line of stdin, and gives the number of those that are not JSON */
async function decideLines(engine: OpenEngine, context: () => DecideContext, io: Io): Promise<number> {
  let number = 0;
  let bad = 0;
  for await (const bytes of io.lines(MAX_INPUT_BYTES)) {
    number += 1;
    const line = decodeLine(bytes);
    const tooLong = bytes.length > MAX_INPUT_BYTES;
    if (line !== undefined && line.trim() === "") continue;
    if (line === undefined || (!tooLong && isNoJson(line))) {
      bad += 1;
      io.print(`${JSON.stringify({ error: { code: "malformed-json", line: number } })}\n`);
      continue;
    }
    const { decision, output } = engine.examine(line, context());
    io.print(`${JSON.stringify({ decision, output })}\n`);
  }
  return bad;
}

function isNoJson(line: string): boolean {
  const json = parseJson(line.replace(/^\ufeff/, ""));
  return !json.ok && json.errors[0].code === "malformed-json";
}

function decodeLine(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
