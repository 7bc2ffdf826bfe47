/**
 * `sekisho decide`: hook inputs as JSON Lines in, a decision a line out.
 * It streams: as a filter under any map-style tool it must hold one line at a time, whatever comes.
 */
import { MAX_INPUT_BYTES } from "../adapters/wire.ts";
import type { DecideContext } from "../context.ts";
import { parseJson } from "../core/json.ts";
import type { OpenEngine } from "../deciding.ts";
import { renderJson } from "../render.ts";
import { type Command, factsOf, nowOf, POLICY_OPTIONS } from "./command.ts";
import type { Io } from "./io.ts";
import { loadPolicies } from "./policies.ts";

export const decide: Command = {
  name: "decide",
  about: "Decide hook inputs: JSON Lines on stdin, one decision a line on stdout",
  usage: "[--policy FILE]... [--fact NAME=VALUE]... [--now TIME] < requests.jsonl",
  options: POLICY_OPTIONS,
  operands: { most: 0, help: "it reads stdin: `sekisho decide < requests.jsonl`" },
  async run(given, io) {
    const stated = nowOf(given);
    const facts = factsOf(given);
    const { engine, notes, policy } = loadPolicies(given.texts("policy"), io);
    for (const note of notes) io.warn(`${note.trimEnd()}\n`);
    const bad = await decideLines(engine, () => ({ now: stated ?? io.now(), facts }), io);
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
    if (line === "") continue;
    if (line === undefined) {
      bad += 1;
      io.print(`${JSON.stringify({ error: { code: "malformed-json", line: number } })}\n`);
      continue;
    }
    const { decision, output } = engine.examine(line, context());
    io.print(`${renderJson({ decision, output })}\n`);
  }
  return bad;
}

/** The line as text, empty where it is blank; `undefined`: it is not JSON */
function decodeLine(bytes: Uint8Array): string | undefined {
  // Of a line beyond the limit nobody has the end; the engine refuses it as too large.
  if (bytes.length > MAX_INPUT_BYTES) return new TextDecoder().decode(bytes);
  let line: string;
  try {
    line = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  if (/^\ufeff?[ \t\r]*$/.test(line)) return "";
  const json = parseJson(line.replace(/^\ufeff/, ""));
  return !json.ok && json.errors[0].code === "malformed-json" ? undefined : line;
}
