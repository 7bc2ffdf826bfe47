/**
 * What both handlers have in common: their options, and the way from a body to the engine that was handed in.
 * They are for servers of other people's, so what a caller gets wrong here must end in refusals and not in a throw per call.
 */
import type { DecideContext } from "../context.ts";
import type { Engine, OpenEngine } from "../deciding.ts";
import { type Body, createGate, DEFAULT_DEADLINE, DEFAULT_MOST, type Gate } from "./http-gate.ts";
import { createTokens } from "./http-tokens.ts";
import { BLOCK, type HookOutput } from "./wire.ts";

export interface HttpHandlerOptions {
  /** What the policy may know beside the input, asked at each call; left out: the time alone */
  readonly context?: () => DecideContext;
  /** Where hook calls come in, "/hook" if left out; a call to any other path is refused */
  readonly path?: string;
  /** Bearer tokens under the names of their holders; if there is one, a call without any is refused */
  readonly tokens?: Readonly<Record<string, string>>;
  /** How many milliseconds a body may be silent, 5000 if left out; all of it may take four times as long */
  readonly deadline?: number;
}

export const HOOK_PATH = "/hook";

/** Throws for options that can't be meant, when the server starts */
export function createHandlerGate(engine: Engine, options: HttpHandlerOptions = {}): Gate {
  const { context = clockOnly, path = HOOK_PATH, tokens = {}, deadline = DEFAULT_DEADLINE } = options;
  if (typeof engine?.respond !== "function") throw new TypeError("an engine is needed, as `createEngine` gives it");
  if (typeof context !== "function") throw new TypeError("`context` is a function");
  if (typeof path !== "string" || !path.startsWith("/")) throw new TypeError("`path` begins with `/`");
  if (!(deadline > 0 && deadline <= LONGEST_DEADLINE)) throw new TypeError("`deadline` is a number of milliseconds");
  const callers = createTokens(Object.entries(tokens));
  if (!callers.ok) throw new TypeError(callers.errors[0]);
  return createGate({
    path,
    findCaller: callers.value,
    deadline,
    most: DEFAULT_MOST,
    respond: (body) => respondBy(engine, body, context()),
  });
}

const LONGEST_DEADLINE = 600_000;

function respondBy(engine: Engine, body: Body, context: DecideContext): HookOutput | Promise<HookOutput> {
  if ("input" in body) return engine.respond(body.input, context);
  // For the record: an engine of this library's can be told what was wrong with bytes that are no text.
  const { examineReading } = engine as Partial<OpenEngine>;
  examineReading?.({ kind: "unreadable", problem: body.unread }, context);
  return BLOCK;
}

function clockOnly(): DecideContext {
  return { now: new Date().toISOString() };
}
