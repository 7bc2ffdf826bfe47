/**
 * Yes/no questions, in the shapes that production servers use (mcp-elicitation §6).
 * Two readings on purpose: `isYesNo` is wide, so that nothing answers by silence; `readQuestion` is narrow, so that a yes is one.
 */
import type { Field, Form, Option } from "./form.ts";

/** A yes/no question whose two answers are certain */
export interface Question {
  readonly yes: boolean | string;
  readonly no: boolean | string;
}

/** No fields: an accept alone is the whole yes (kubernetes-mcp-server, Codex approvals, FastMCP `None`) */
export function isEmptyForm(form: Pick<Form, "fields" | "required">): boolean {
  return form.fields.length === 0 && form.required.length === 0;
}

/** One field, and it asks for yes or no */
export function isLoneYesNo(form: Pick<Form, "fields">): boolean {
  const [only, ...others] = form.fields;
  return only !== undefined && others.length === 0 && isYesNo(only);
}

/**
 * Nothing but yes/no questions, at least one: defaults would consent in the person's place (DESIGN §6, `fill-defaults`).
 * Wider than `isYesNo`, since nothing is lost by it: lists, and two options of which one is a yes or a no, count as well.
 */
export function asksOnlyYesNo(form: Pick<Form, "fields">): boolean {
  return form.fields.length > 0 && form.fields.every(mayAskYesNo);
}

/** Whether a field may be a yes/no question: a boolean, a lone option, or options of which one begins like a yes, one like a no */
function isYesNo(field: Field): boolean {
  return field.type === "boolean" || (field.type === "choice" && offersYesNo(field.options));
}

function mayAskYesNo(field: Field): boolean {
  if (isYesNo(field)) return true;
  if (field.type === "choices") return offersYesNo(field.options);
  return field.type === "choice" && field.options.length === 2 && beginnings(field.options).size > 0;
}

function offersYesNo(options: readonly Option[]): boolean {
  const answers = beginnings(options);
  return options.length === 1 || (answers.has("yes") && answers.has("no"));
}

function beginnings(options: readonly Option[]): ReadonlySet<Answer> {
  const answers = options.flatMap(({ const: value, title }) => [beginning(value), beginning(title)]);
  return new Set(answers.filter((answer) => answer !== undefined));
}

/** The two answers of a yes/no question; `undefined` where either is in any doubt, as with labels that say the opposite */
export function readQuestion(field: Field): Question | undefined {
  // `{ cancel: boolean }`, titled "Cancel the order?": nobody can say here which answer is the consent.
  if (beginning(field.name) === "no" || beginning(field.title) === "no") return undefined;
  if (field.type === "boolean") return field.values === undefined ? { yes: true, no: false } : undefined;
  if (field.type !== "choice" || field.options.length !== 2) return undefined;
  const yes = field.options.filter((option) => says(option, "yes"));
  const no = field.options.filter((option) => says(option, "no"));
  const [first] = yes;
  const [second] = no;
  return first === undefined || second === undefined ? undefined : { yes: first.const, no: second.const };
}

type Answer = "no" | "yes";

// The value has to be the word and nothing else; its label may say more, but not the opposite.
function says({ const: value, title }: Option, answer: Answer): boolean {
  return meaning(value) === answer && (beginning(title) ?? answer) === answer;
}

const YES =
  "y yes true ok okay accept accepted agree agreed allow allowed approve approved authorize authorise confirm confirmed continue proceed permit grant oui ja si sí sim Да да はい 是 예 네";
const NO =
  "n no not false never dont don't cancel cancelled canceled abort block decline declined deny denied disagree disallow dismiss reject rejected refuse refused skip stop non nein não Нет нет いいえ 否 不 아니오 아니요";
let meanings: ReadonlyMap<string, Answer> | undefined;

function meaning(text: string): Answer | undefined {
  meanings ??= new Map<string, Answer>([
    ...YES.split(" ").map((word) => [word, "yes"] as const),
    ...NO.split(" ").map((word) => [word, "no"] as const),
  ]);
  return text.length > 20 ? undefined : meanings.get(lower(text));
}

// What the first word says. Names are split where camel and snake case are: `cancelOrder`, `reject_all`.
function beginning(text: string | undefined): Answer | undefined {
  const words = (text ?? "")
    .slice(0, 40)
    .replace(/([a-z])(?=[A-Z])/g, "$1 ")
    .split(/[^A-Za-z'\u0080-\uffff]|[\u3000-\u3002\uff01\uff0c]/)
    .filter((word) => word !== "");
  const [first = "", second = ""] = words;
  return lower(first) === "do" && lower(second) === "not" ? "no" : meaning(first);
}

// ASCII alone: other case mappings follow an engine's Unicode version (STYLE §2).
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}
