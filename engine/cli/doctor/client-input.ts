/**
 * What the client makes of a hook input on its way to a server: templates filled in, headers filled from the environment.
 * KEEP IN SYNC with what was measured (client-observed C, D2; recorded in its payloads).
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/json.ts";

/** The arguments that an mcp_tool hook's tool gets: one pass over every text, never over keys */
export function fillTemplates(template: JsonValue, input: JsonObject): JsonValue {
  if (typeof template === "string") return template.replace(TEMPLATE, (_, path: string) => textAt(input, path));
  if (isArray(template)) return template.map((item) => fillTemplates(item, input));
  if (!isObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillTemplates(value, input)]));
}

const TEMPLATE = /\$\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\}/g;

// Always a text: objects and lists as JSON, what is missing as "".
function textAt(input: JsonObject, path: string): string {
  let value: JsonValue | undefined = input;
  for (const step of path.split(".")) {
    if (value === undefined || value === null || typeof value !== "object") return "";
    value = Object.hasOwn(value, step) ? (value as JsonObject)[step] : undefined;
  }
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The environment variables that a header takes */
export function variablesIn(header: string): readonly string[] {
  return [...header.matchAll(VARIABLE)].map(([, braced, plain]) => braced ?? plain ?? "");
}

/** A header's value: variables that are not allowed, or not set, are empty */
export function fillHeader(header: string, value: (variable: string) => string | undefined): string {
  return header.replace(VARIABLE, (_, braced?: string, plain?: string) => value(braced ?? plain ?? "") ?? "").trim();
}

const VARIABLE = /\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/** In the configuration of servers: `${NAME}` and `${NAME:-instead}` */
export function fillVariables(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replace(
    /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (whole, name: string, instead?: string) => env[name] ?? instead ?? whole,
  );
}
