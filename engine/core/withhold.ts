/**
 * Takes out of a request whatever may be a secret, and leaves one that can be decided again: what a person typed is gone
 * wholly, what a server wrote loses the words that may be secrets. One such for each record, so that a name or a value is
 * the same wherever it stands.
 */
import type { Protocol } from "./form.ts";
import { pointer } from "./form-keyword.ts";
import { canonicalJson, createObject, isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";
import { PRESETS, presetsOf, propertiesOf } from "./presets.ts";
import { maskText, mayBeSecret, redactName } from "./redact.ts";
import type { FormRequest, FormResult, Request } from "./request.ts";
import type { Powers } from "./rule.ts";
import type { SecretCategory } from "./secrets.ts";
import { isUuid } from "./uuid.ts";
import { type LengthClass, lengthClass } from "./value-shape.ts";

/** A place where the record does not say what was there */
export interface Withheld {
  /** JSON pointer into the recorded request */
  readonly at: string;
  /** What was there; `part`: words within a text, `names`: names of fields */
  readonly type: "boolean" | "list" | "names" | "null" | "number" | "object" | "part" | "text";
  readonly length?: LengthClass;
  /** What stands there is no likeness: a form, or a rule about links, could tell it from what was there */
  readonly differs?: true;
}

/** A secret that a detector found in an answer: where and of what kind */
export interface RecordedSecret {
  readonly kind: string;
  readonly category: SecretCategory;
  readonly field: string;
  readonly name: string;
  /** Found only by those who take any long random value for a secret */
  readonly random?: true;
}

/** A request as a record holds it: fit to be decided, with a likeness at each place that is `withheld` */
export interface RecordedRequest {
  readonly message?: string;
  readonly schema?: JsonObject;
  readonly url?: string;
  readonly action?: "accept" | "cancel" | "decline";
  readonly content?: JsonObject;
  readonly session?: string;
  readonly elicitation?: string;
  readonly agent?: string;
  readonly withheld: readonly Withheld[];
  readonly secrets?: readonly RecordedSecret[];
}

export interface Withholder {
  readonly request: (request: Request, before: readonly FormRequest[]) => RecordedRequest;
  /** A field's name, or a place that begins with one */
  readonly place: (text: string) => string;
  /** What stands for a value of the request that is withheld; else the value itself */
  readonly likeness: (value: JsonValue) => JsonValue;
  /** The same, with what comes from elsewhere withheld too */
  readonly value: (value: JsonValue) => JsonValue;
  readonly name: (name: string) => string;
}

/** What only some requests need, each loaded on first use */
export interface Helpers {
  readonly values: () => typeof import("./record-values.ts");
  readonly link: () => typeof import("./record-link.ts");
}

/** `isSecret`: who decides on texts, by their place, and on names; left out: their build alone, rather too often */
export function createWithholder(
  powers: Powers,
  helpers: Helpers,
  protocols: readonly (Protocol | undefined)[],
  isSecret?: (text: string, at?: string) => boolean,
): Withholder {
  const names = new Map<string, string>();
  const values = new Map<string, JsonValue>();

  const name = (given: string): string => {
    const known = names.get(given);
    if (known !== undefined) return known;
    const shown = isSecret?.(given) === false ? given : redactName(given, names.size);
    if (shown === given) return given;
    names.set(given, shown);
    return shown;
  };
  const place = (text: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (!text.includes("/") || names.size === 0) return name(text);
    return text.split("/").map(placePart).join("/");
  };
  const placePart = (part: string): string => {
    const given = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const shown = name(given);
    return shown === given ? part : pointer([shown]).slice(1);
  };
  const text = (given: string, at: string, withheld: Withheld[]): string =>
    isSecret?.(given, at) === false ? given : masked(given, at, withheld);

  const question = (request: FormRequest): RecordedRequest => {
    const withheld: Withheld[] = [];
    const message = text(request.message, "/message", withheld);
    // Known before they are met elsewhere, as in `required`.
    for (const key of Object.keys(propertiesOf(request))) name(key);
    const given = presetsOf(request);
    const presets = given.length === 0 ? NONE : helpers.values().findSecretPresets(given, request, powers);
    const walk = (value: JsonValue, path: readonly string[]): JsonValue => {
      if (typeof value === "string") return names.get(value) ?? text(value, `/schema${pointer(path)}`, withheld);
      if (isArray(value)) return value.map((item, index) => walk(item, [...path, String(index)]));
      if (!isObject(value)) return value;
      const copy = createObject();
      for (const key of Object.keys(value)) {
        const shown = name(key);
        const inner = value[key] as JsonValue;
        if (shown !== key && !withheld.some(({ type }) => type === "names"))
          withheld.push({ at: "/schema", type: "names" });
        const isPreset = presets.size > 0 && PRESETS.includes(key) && presets.has(canonicalJson(inner));
        copy[shown] = isPreset ? keep(inner, [...path, shown], value) : walk(inner, [...path, shown]);
      }
      return copy;
    };
    const keep = (value: JsonValue, path: readonly string[], field: JsonObject): JsonValue => {
      const { presetForms, standInFor } = helpers.values();
      const of = path.at(-2) ?? "";
      const { value: stand, fits } = standInFor(of, value, presetForms(field, of, protocols));
      values.set(canonicalJson(value), stand);
      withheld.push({ at: `/schema${pointer(path)}`, ...shapeOf(value), ...(fits ? {} : { differs: true }) });
      return stand;
    };
    return { message, schema: walk(request.requestedSchema, []) as JsonObject, withheld };
  };

  const result = (request: FormResult, before: readonly FormRequest[]): RecordedRequest => {
    const { action, content } = request;
    if (content === undefined) return { action, withheld: [] };
    const { findSecrets, formsOf, standInFor } = helpers.values();
    const forms = formsOf(before, protocols);
    const withheld: Withheld[] = [];
    const copy = createObject();
    for (const key of Object.keys(content)) {
      const shown = name(key);
      const value = content[key] as JsonValue;
      const { value: stand, fits } = standInFor(key, value, forms);
      if (shown !== key && withheld[0]?.type !== "names") withheld.unshift({ at: "/content", type: "names" });
      values.set(canonicalJson(value), stand);
      copy[shown] = stand;
      withheld.push({ at: `/content${pointer([shown])}`, ...shapeOf(value), ...(fits ? {} : { differs: true }) });
    }
    const secrets = findSecrets(content, before, powers).map((one) => ({
      ...one,
      field: place(one.field),
      name: name(one.name),
    }));
    return { action, content: copy, withheld, ...(secrets.length === 0 ? {} : { secrets }) };
  };

  const request = (given: Request, before: readonly FormRequest[]): RecordedRequest => {
    const { sessionId, elicitationId, agentType } = given;
    const withheld: Withheld[] = [];
    const origin = {
      ...(sessionId === undefined ? {} : { session: identity(sessionId, "/session", withheld) }),
      ...(elicitationId === undefined ? {} : { elicitation: identity(elicitationId, "/elicitation", withheld) }),
      ...(agentType === undefined ? {} : { agent: masked(agentType, "/agent", withheld) }),
    };
    const body = bodyOf(given, before);
    return { ...body, ...origin, withheld: [...body.withheld, ...withheld] };
  };

  const bodyOf = (given: Request, before: readonly FormRequest[]): RecordedRequest => {
    if (given.event === "ElicitationResult") {
      return given.mode === "form" ? result(given, before) : { action: given.action, withheld: [] };
    }
    if (given.mode === "form") return question(given);
    const withheld: Withheld[] = [];
    const message = masked(given.message, "/message", withheld);
    const { link, fits } = helpers.link().coverLink(given.url);
    if (link !== given.url) withheld.push({ at: "/url", type: "part", ...(fits ? {} : { differs: true }) });
    return { message, url: link, withheld };
  };

  const likeness = (given: JsonValue): JsonValue => {
    const known = values.size === 0 ? undefined : values.get(canonicalJson(given));
    return known === undefined ? given : known;
  };
  const value = (given: JsonValue): JsonValue => {
    const known = likeness(given);
    return known !== given || typeof given === "boolean" ? known : helpers.values().standInFor("", given, []).value;
  };
  return { request, place, likeness, value, name };
}

const NONE: ReadonlySet<string> = new Set();

// Of all that a detector knows by its build `maskText` leaves nothing; what it takes for a secret since a field asks for one
// is looked for among the presets.
function masked(text: string, at: string, withheld: Withheld[]): string {
  const shown = maskText(text);
  if (shown !== text) withheld.push({ at, type: "part" });
  return shown;
}

/** A session's or a question's id, unless it may be a secret */
export function tellIdentity(id: string): string {
  if (id.length <= 100 && (isUuid(id) || !mayBeSecret(id))) return id;
  return "*".repeat(Number.parseInt(lengthClass(id.length), 10));
}

function identity(id: string, at: string, withheld: Withheld[]): string {
  const told = tellIdentity(id);
  if (told !== id) withheld.push({ at, type: "text", length: lengthClass(id.length) });
  return told;
}

function shapeOf(value: JsonValue): Pick<Withheld, "length" | "type"> {
  if (typeof value === "string") return { type: "text", length: lengthClass(value.length) };
  if (value === null) return { type: "null" };
  if (typeof value === "boolean" || typeof value === "number") return { type: typeof value as "boolean" | "number" };
  return { type: isArray(value) ? "list" : "object" };
}
