/**
 * Which texts of a request a script may name in a verdict: its fields, and the host of its link (DESIGN §9).
 * A file of its own, since few scripts name any, and reading links and secrets is much code for a hook's start.
 */
import { isObject, type JsonObject } from "./json.ts";
import { mayBeSecret } from "./redact.ts";
import type { Request } from "./request.ts";
import { parseUrl } from "./url.ts";

/** `candidates`: the questions that a result may answer */
export function isNameOrHost(value: string, request: Request, candidates: readonly Request[]): boolean {
  // A name that may be a secret would be a value that gets out.
  if (mayBeSecret(value)) return false;
  if (request.mode === "url") {
    if (request.event !== "Elicitation") return false;
    const url = parseUrl(request.url);
    return url.ok && url.value.host === value;
  }
  if (request.event === "Elicitation") return isFieldOf(request.requestedSchema, value);
  return Object.hasOwn(request.content ?? {}, value) || candidates.some((one) => isAskedBy(one, value));
}

function isAskedBy(request: Request, name: string): boolean {
  return request.event === "Elicitation" && request.mode === "form" && isFieldOf(request.requestedSchema, name);
}

function isFieldOf(schema: JsonObject, name: string): boolean {
  const properties = schema["properties"];
  return isObject(properties) && Object.hasOwn(properties, name);
}
