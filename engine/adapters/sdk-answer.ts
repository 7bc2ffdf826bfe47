/**
 * Answers a question in other people's programs, where no hook does: the policy first, else whoever is asked there.
 * What they answer passes the rules for results as well, with its question as memory, since nothing comes after (DESIGN §2).
 */
import type { DecideContext } from "../context.ts";
import type { Engine } from "../deciding.ts";
import type { HookOutput } from "./wire.ts";

/** The result of an elicitation as SDKs take it; no interface, since their types may have more keys */
export type ElicitationAnswer = {
  readonly action: "accept" | "cancel" | "decline";
  readonly content?: Record<string, string | number | boolean | string[]>;
};

/** What `ask` may give: whatever type an SDK has for an answer fits */
export interface GivenAnswer {
  readonly action: string;
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

export interface AnswerOptions<Request, Extra> {
  /**
   * Who is asked where no rule decides, called with what the handler was called with. What throws, or is no answer,
   * counts as a decline. Left out: nobody is there, and the question is cancelled, as in `claude -p`
   */
  readonly ask?: (request: Request, extra: Extra) => GivenAnswer | Promise<GivenAnswer>;
  readonly facts?: DecideContext["facts"];
  /** The time in UTC, for exceptions that end; left out: the clock */
  readonly now?: () => string;
}

/** A question in the words of the hooks; what is undefined is absent */
export interface Question {
  readonly mcp_server_name: unknown;
  readonly message: unknown;
  readonly mode: unknown;
  readonly requested_schema: unknown;
  readonly url: unknown;
  readonly elicitation_id: unknown;
}

/** Never rejects, and never gives anything but an answer: to an SDK, `null` or `undefined` would be none at all */
export async function answerElicitation(
  engine: Engine,
  read: () => Question,
  ask: (() => unknown) | undefined,
  { facts, now }: Pick<AnswerOptions<never, never>, "facts" | "now">,
): Promise<ElicitationAnswer> {
  try {
    const question = read();
    const context = (): DecideContext => ({ now: (now ?? clock)(), ...(facts === undefined ? {} : { facts }) });
    // As text, so that nothing can change between the decision and what is remembered of the question.
    const asked = JSON.stringify({ hook_event_name: "Elicitation", ...question });
    const decided = answerIn(engine.respond(asked, context()));
    if (decided !== undefined) return decided;
    if (ask === undefined) return { action: "cancel" };
    const given = parseAnswer(JSON.stringify(await ask()), question.mode === "url");
    if (given === undefined) return { action: "decline" };
    const { mcp_server_name, mode, elicitation_id } = question;
    const result = { hook_event_name: "ElicitationResult", mcp_server_name, mode, elicitation_id, ...given };
    return answerIn(engine.respond(JSON.stringify(result), { ...context(), memory: { candidates: [asked] } })) ?? given;
  } catch {
    return { action: "decline" };
  }
}

function clock(): string {
  return new Date().toISOString();
}

function answerIn(output: HookOutput): ElicitationAnswer | undefined {
  if ("decision" in output) return { action: "decline" };
  if (!("hookSpecificOutput" in output)) return undefined;
  const { action, content } = output.hookSpecificOutput;
  // An ordinary object: some compare prototypes, or ask an object for its methods.
  return content === undefined
    ? { action }
    : { action, content: Object.fromEntries(Object.entries(content)) as NonNullable<ElicitationAnswer["content"]> };
}

// What nobody has read does not leave: of an answer action and content go on, and content with a form's accept alone.
function parseAnswer(text: string | undefined, isUrl: boolean): ElicitationAnswer | undefined {
  const given: unknown = text === undefined ? undefined : JSON.parse(text);
  if (typeof given !== "object" || given === null) return undefined;
  const { action, content } = given as { action?: unknown; content?: unknown };
  if (action === "cancel" || action === "decline") return { action };
  if (action !== "accept") return undefined;
  if (isUrl || content === undefined) return { action };
  return isContent(content) ? { action, content } : undefined;
}

// MCP 2026-07-28, ElicitResult: strings, numbers, booleans, lists of strings; anything else breaks the call (client-observed B3).
function isContent(content: unknown): content is NonNullable<ElicitationAnswer["content"]> {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return false;
  return Object.values(content).every((value) =>
    Array.isArray(value)
      ? value.every((item) => typeof item === "string")
      : typeof value === "string" || typeof value === "number" || typeof value === "boolean",
  );
}
