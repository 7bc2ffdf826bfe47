/**
 * What a team script gets and what it may say: one JSON text each way, and what comes back is read as hostile.
 * A script is trusted with nothing: whatever is not exactly a verdict that it was granted throws, and so counts as a failure
 * (DESIGN §8).
 */
import { canonicalJson, isArray, isObject, type JsonObject, type JsonValue, parseJson } from "./json.ts";
import type { EventName, Request } from "./request.ts";
import type { Answer, Arg, Args, Content, Effect, RuleCall, Verdict } from "./rule.ts";
import type { OpenScript, ScriptDefinition } from "./script-powers.ts";

/** The codes of `accept(content)` and `edit(changes)`, which name none */
export const UNNAMED = { accept: "answered", edit: "edited" } as const;

/** Asks a script. Throws where it fails; `undefined`: it abstains */
export function askScript(
  script: OpenScript,
  source: string,
  call: RuleCall,
  may: readonly Effect[],
  options: JsonObject,
): Verdict | undefined {
  const builders = buildersFor(call.request.event, may);
  const text = script.run({ builders, input: inputOf(call, options) });
  return readVerdict(text, { ...call, definition: script.definition, source, builders, options });
}

const WORD = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MOST_CODES = 100;
const LONGEST_CODE = 64;
const LONGEST_TEXT = 500;

/** Reads what a script registered; a problem in words otherwise */
export function readDefinition(text: string): ScriptDefinition | string {
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return "`rule` takes an object: { about, codes, decide }";
  const { about, codes, uses = [] } = parsed.value;
  if (typeof about !== "string" || about === "" || about.length > LONGEST_TEXT)
    return `\`about\` is one sentence of at most ${LONGEST_TEXT} characters`;
  if (!isObject(codes)) return '`codes` is an object: { "too-late": "the window is closed" }';
  const names = Object.keys(codes);
  if (names.length > MOST_CODES) return `at most ${MOST_CODES} codes`;
  const sentences = new Map<string, string>();
  for (const name of names) {
    const sentence = codes[name];
    if (name.length > LONGEST_CODE || !WORD.test(name)) return "a code is a word in small letters: `too-late`";
    if (typeof sentence !== "string" || sentence === "" || sentence.length > LONGEST_TEXT)
      return `the text of code \`${name}\` is one sentence of at most ${LONGEST_TEXT} characters`;
    sentences.set(name, sentence);
  }
  if (!isArray(uses) || !uses.every((one) => typeof one === "string")) return "`uses` is a list of names of helpers";
  return { about, codes: sentences, uses: [...new Set(uses as readonly string[])] };
}

// Only a question can be left to a person; an answer is changed by `edit`.
function buildersFor(event: EventName, may: readonly Effect[]): readonly string[] {
  if (event === "Elicitation") return may;
  return may.flatMap((effect) => (effect === "accept" ? ["accept", "edit"] : effect === "ask" ? [] : [effect]));
}

function inputOf({ request, context, own, protocol }: RuleCall, options: JsonObject): object {
  const facts: Record<string, string> = Object.create(null);
  // Sorted, so that the order in which a caller names them can't decide.
  for (const name of [...context.facts.keys()].sort()) facts[name] = context.facts.get(name) as string;
  // An answer has no message; a script that looks at messages should not have to fail for that.
  const shown = request.event === "Elicitation" ? request : { ...request, message: "" };
  return { request: shown, context: { now: context.now, facts, memory: context.memory }, options, own, protocol };
}

interface Bounds extends RuleCall {
  readonly definition: ScriptDefinition;
  readonly source: string;
  readonly builders: readonly string[];
  readonly options: JsonObject;
}

function readVerdict(text: string, bounds: Bounds): Verdict | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) return fail();
  if (parsed.value === null) return undefined;
  const verdict = objectOf(parsed.value, ["effect", "code", "args", "content", "more"]);
  const effect = textOf(verdict["effect"]);
  if (!bounds.builders.includes(effect)) return fail();
  switch (effect) {
    case "decline":
    case "cancel":
    case "ask":
      objectOf(verdict, ["effect", "code", "args"]);
      return { effect, ...sentenceOf(verdict["code"], verdict["args"], bounds) };
    case "accept": {
      const answer = answerOf(verdict, bounds);
      if (bounds.request.event === "Elicitation") return answer;
      // Whoever answers a question leaves the answer as it is, the engine's own included. Who wants to change what a person
      // answered, and says so like this, would change nothing: that is a mistake, and no silence.
      return bounds.own || leavesAsItIs(answer, bounds.request) ? undefined : fail();
    }
    case "edit":
      return editOf(verdict, bounds);
    default:
      return fail();
  }
}

function leavesAsItIs({ content }: Answer, request: Request): boolean {
  const given = request.event === "ElicitationResult" && request.mode === "form" ? request.content : undefined;
  return content.size === 0 || canonicalJson(Object.fromEntries(content)) === canonicalJson(given ?? {});
}

// `accept(content)`, or `accept(code, { args, content, defaults })`
function answerOf(verdict: JsonObject, bounds: Bounds): Answer {
  const isNamed = Object.hasOwn(verdict, "code");
  objectOf(verdict, isNamed ? ["effect", "code", "more"] : ["effect", "content"]);
  const {
    content = {},
    defaults = {},
    args,
  } = isNamed
    ? objectOf(stated(verdict["more"]), ["args", "content", "defaults"])
    : { content: stated(verdict["content"]), defaults: {}, args: {} };
  const said = isNamed ? sentenceOf(verdict["code"], args, bounds) : { code: UNNAMED.accept, args: {} };
  return { effect: "accept", ...said, content: contentOf(content), defaults: contentOf(defaults) };
}

// `edit({ set, remove })`, or `edit(code, { args, set, remove })`
function editOf(verdict: JsonObject, bounds: Bounds): Verdict {
  const isNamed = Object.hasOwn(verdict, "code");
  objectOf(verdict, isNamed ? ["effect", "code", "more"] : ["effect", "content"]);
  const changes = objectOf(stated(isNamed ? verdict["more"] : verdict["content"]), [
    "set",
    "remove",
    ...(isNamed ? ["args"] : []),
  ]);
  const { set = {}, remove = [], args } = changes;
  if (!isArray(remove)) return fail();
  const said = isNamed ? sentenceOf(verdict["code"], args, bounds) : { code: UNNAMED.edit, args: {} };
  return { effect: "accept", ...said, edits: { set: contentOf(set), remove: remove.map(textOf) } };
}

// What was left out is empty. `null` was meant to be something, and came to nothing: that is no answer.
function stated(value: JsonValue | undefined): JsonValue {
  return value === undefined ? {} : value;
}

function contentOf(value: JsonValue): Content {
  if (!isObject(value)) return fail();
  return new Map(Object.entries(value));
}

const MOST_ARGS = 8;

function sentenceOf(
  code: JsonValue | undefined,
  args: JsonValue | undefined,
  bounds: Bounds,
): { readonly code: string; readonly args: Args } {
  const word = textOf(code);
  const sentence = bounds.definition.codes.get(word);
  if (sentence === undefined) return fail();
  const given = stated(args);
  if (!isObject(given)) return fail();
  const names = Object.keys(given);
  if (names.length > MOST_ARGS) return fail();
  const read: Record<string, Arg> = {};
  for (const name of names) {
    const value = given[name] as JsonValue;
    if (!isArgumentName(name, sentence, bounds) || !isArgument(value, bounds)) return fail();
    read[name] = value;
  }
  return { code: word, args: read };
}

// A name could carry a value as well, so it is one that the script itself spells out.
function isArgumentName(name: string, sentence: string, { source }: Bounds): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,31}$/.test(name)) return false;
  return sentence.includes(`{${name}}`) || isWordIn(source, name);
}

/**
 * "A verdict's arguments are numbers, booleans, field names, hosts, and constants of the rule: a script can't carry a value
 * out." (DESIGN §9). What it says in several small steps, by codes or numbers, is bounded by their count alone.
 */
function isArgument(value: JsonValue, bounds: Bounds): value is Arg {
  switch (typeof value) {
    case "boolean":
      return true;
    case "number":
      return isCount(value, bounds);
    case "string":
      return value.length <= LONGEST_ARGUMENT && (isConstant(value, bounds) || isNameOrHost(value, bounds));
    default:
      return false;
  }
}

const LONGEST_ARGUMENT = 200;

// Of a question any number. Of an answer a small one, or one that the script or its options spell out: a large one could be
// what was typed, or made of it.
function isCount(value: number, { request: { event }, source, options }: Bounds): boolean {
  if (event === "Elicitation" || (Number.isInteger(value) && Math.abs(value) < 1000)) return true;
  return isWordIn(source, String(value)) || leavesOf(options).includes(String(value));
}

function isWordIn(source: string, word: string): boolean {
  const plain = word.replace(/[.+-]/g, "\\$&");
  return new RegExp(`(?<![\\w.-])${plain}(?![\\w-])`).test(source);
}

function leavesOf(value: JsonValue): readonly string[] {
  if (isArray(value)) return value.flatMap(leavesOf);
  if (isObject(value)) return Object.values(value).flatMap(leavesOf);
  return [String(value)];
}

// A text that the script or its options spell out, whole and in quotes.
function isConstant(value: string, { source, options }: Bounds): boolean {
  if (/["'`\\\n\r]/.test(value)) return false;
  return ['"', "'", "`"].some((quote) => source.includes(quote + value + quote)) || leavesOf(options).includes(value);
}

function isNameOrHost(value: string, { request, context, powers }: Bounds): boolean {
  return powers.scripts.isNameOrHost(value, request, context.memory?.candidates ?? []);
}

// An object with no other keys than these.
function objectOf(
  value: JsonValue,
  keys: readonly string[],
): Readonly<Record<string, JsonValue | undefined>> & JsonObject {
  if (!isObject(value) || !Object.keys(value).every((key) => keys.includes(key))) return fail();
  return value;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : fail();
}

// Without a word: what a script says must not end up in a message.
function fail(): never {
  throw new Error("not a verdict");
}
