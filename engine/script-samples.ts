/**
 * Sample requests, one of each event and mode, on which a script is tried before it has to decide a real one.
 * A script that fails on one of them would refuse every such request, and its author should hear of it at the desk.
 */
import { openedScripts, powers } from "./bind.ts";
import type { JsonObject } from "./core/json.ts";
import type { Request } from "./core/request.ts";
import type { Context, Effect, Verdict } from "./core/rule.ts";
import { askScript } from "./core/script.ts";
import type { ScriptCost, ScriptLimits } from "./core/script-powers.ts";

export interface Sample {
  readonly name: string;
  readonly request: Request;
}

const FORM: JsonObject = {
  type: "object",
  properties: {
    team: { type: "string", title: "Team", description: "Which team is this for?" },
    size: { type: "integer", minimum: 1, maximum: 50 },
    color: { type: "string", enum: ["red", "blue"] },
    notify: { type: "boolean", default: false },
  },
  required: ["team"],
};
const QUESTION: Request = {
  event: "Elicitation",
  mode: "form",
  server: "sample",
  message: "Please fill in the form",
  requestedSchema: FORM,
};

export const SAMPLES: readonly Sample[] = [
  { name: "form", request: QUESTION },
  {
    name: "empty form",
    request: { ...QUESTION, message: "Go on?", requestedSchema: { type: "object", properties: {} } },
  },
  {
    name: "link",
    request: {
      event: "Elicitation",
      mode: "url",
      server: "sample",
      message: "Please sign in",
      url: "https://auth.example.com/login",
    },
  },
  {
    name: "answer",
    request: {
      event: "ElicitationResult",
      mode: "form",
      server: "sample",
      action: "accept",
      content: { team: "blue", size: 3, color: "red", notify: true },
    },
  },
  { name: "declined form", request: { event: "ElicitationResult", mode: "form", server: "sample", action: "decline" } },
  { name: "opened link", request: { event: "ElicitationResult", mode: "url", server: "sample", action: "accept" } },
];

/** What a script made of a sample */
export interface SampleRun {
  readonly sample: string;
  readonly said: Effect | "abstains" | "edits" | "fails";
  /** It says what `may` does not grant, which would count as a failure */
  readonly beyondMay: boolean;
  readonly cost: ScriptCost | undefined;
}

export interface SampleOptions extends ScriptLimits {
  readonly source: string;
  readonly may: readonly Effect[];
  readonly options: JsonObject;
}

const ALL: readonly Effect[] = ["accept", "ask", "cancel", "decline"];
const NOTHING: Context = { now: "2026-01-01T12:00:00.000Z", facts: new Map(), memory: undefined };

/** Runs a script on one sample. Throws `ScriptError` where it does not load */
export function runSample(options: SampleOptions, { name, request }: Sample): SampleRun {
  const script = openedScripts().open(options.source, options);
  const call = { request, context: NOTHING, powers, own: false, protocol: undefined };
  let verdict: Verdict | undefined;
  try {
    // With every builder, so that what is not granted is told as that.
    verdict = askScript(script, options.source, call, ALL, options.options);
  } catch {
    return { sample: name, said: "fails", beyondMay: false, cost: openedScripts().lastCost() };
  }
  const cost = openedScripts().lastCost();
  if (verdict === undefined || "lacks" in verdict) return { sample: name, said: "abstains", beyondMay: false, cost };
  const said = "edits" in verdict ? "edits" : verdict.effect;
  return { sample: name, said, beyondMay: !options.may.includes(verdict.effect), cost };
}

/** Runs a script on every sample. Throws `ScriptError` where it does not load */
export function runSamples(options: SampleOptions): readonly SampleRun[] {
  return SAMPLES.map((sample) => runSample(options, sample));
}
