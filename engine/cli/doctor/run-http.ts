/**
 * Calls an http hook as the client does: the same headers, the same body, no redirect followed (client-observed C).
 */
import { isObject, type JsonObject } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";
import { fillHeader } from "./client-input.ts";
import { type Outcome, outcomeOfHttp } from "./client-output.ts";
import { postHttp } from "./http-post.ts";

export interface HttpRun {
  readonly entry: JsonObject;
  /** In seconds */
  readonly timeout: number;
  /** The value of a variable that headers may take */
  readonly variable: (name: string) => string | undefined;
}

/** `unreachable`: there was no answer at all */
export interface HttpEnd extends Outcome {
  readonly unreachable?: true;
}

/** Never rejects */
export async function runHttp(
  { entry, timeout, variable }: HttpRun,
  input: JsonObject,
  event: EventName | undefined,
): Promise<HttpEnd> {
  const { headers } = entry;
  const own = headers !== undefined && isObject(headers) ? Object.entries(headers) : [];
  const filled = own.map(([name, value]) => [name, fillHeader(String(value), variable)] as const);
  const given = { Accept: "application/json, text/plain, */*", ...Object.fromEntries(filled) };
  const answer = await postHttp({ url: String(entry["url"]), headers: given, timeout }, JSON.stringify(input));
  if ("why" in answer) return { action: "none", problem: answer.why, unreachable: true };
  return outcomeOfHttp(event, answer.status, answer.body);
}
