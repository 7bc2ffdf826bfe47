/**
 * Calls an http hook as the client does: the same headers, the same body, no redirect followed (client-observed C).
 */
import { isObject, type JsonObject } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";
import { nodeModule } from "../../platform.ts";
import { fillHeader } from "./client-input.ts";
import { type Outcome, outcomeOfHttp } from "./client-output.ts";

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
export async function runHttp(run: HttpRun, input: JsonObject, event: EventName | undefined): Promise<HttpEnd> {
  const body = new TextEncoder().encode(JSON.stringify(input));
  const answer = await post(run, body);
  if ("why" in answer) return { action: "none", problem: answer.why, unreachable: true };
  return outcomeOfHttp(event, answer.status, answer.body);
}

type Answer = { readonly status: number; readonly body: string } | { readonly why: string };

async function post({ entry, timeout, variable }: HttpRun, body: Uint8Array): Promise<Answer> {
  try {
    const url = new URL(String(entry["url"]));
    const module = nodeModule(url.protocol === "https:" ? "https" : "http");
    if (module === undefined) return { why: "this runtime makes no connections" };
    const { headers } = entry;
    const own = headers !== undefined && isObject(headers) ? Object.entries(headers) : [];
    const filled = own
      .filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name))
      .map(([name, value]) => [name, fillHeader(String(value), variable)]);
    return await new Promise((resolve) => {
      const request = module.request(url, {
        method: "POST",
        agent: false,
        headers: {
          Accept: "application/json, text/plain, */*",
          "Content-Type": "application/json",
          ...Object.fromEntries(filled),
          "User-Agent": "sekisho-doctor",
          "Content-Length": body.length,
        },
      });
      const timer = setTimeout(() => give({ why: `no answer after ${timeout} s` }), timeout * 1000);
      const give = (answer: Answer): void => {
        clearTimeout(timer);
        resolve(answer);
        request.destroy();
      };
      request.on("error", ({ code }: NodeJS.ErrnoException) =>
        give({ why: WHY[code ?? ""] ?? `no answer (${code ?? "failed"})` }),
      );
      request.on("response", (response) => {
        const parts: Uint8Array[] = [];
        let length = 0;
        response.on("data", (chunk: Uint8Array) => {
          parts.push(chunk);
          length += chunk.length;
          if (length > MOST_BODY) give({ why: "an answer without end" });
        });
        response.on("error", () => give({ why: "the answer breaks off" }));
        response.on("end", () =>
          give({ status: response.statusCode ?? 0, body: new TextDecoder().decode(Buffer.concat(parts)) }),
        );
      });
      request.end(body);
    });
  } catch {
    return { why: "this address, or a header, can't be sent" };
  }
}

const MOST_BODY = 16 * 1024 * 1024;

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection is refused",
  ECONNRESET: "the connection is closed without an answer",
  ENOTFOUND: "there is no such host",
};
