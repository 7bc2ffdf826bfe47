/**
 * One POST of JSON, as the client makes it: no redirect is followed, no connection is kept. Never throws or rejects.
 */
import { nodeModule } from "../../platform.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In seconds */
  readonly timeout: number;
}

export type PostAnswer =
  | { readonly status: number; readonly body: string; readonly session: string | undefined }
  | { readonly why: string };

export async function postHttp({ url: text, headers, timeout }: Post, body: string): Promise<PostAnswer> {
  try {
    const url = new URL(text);
    const module = nodeModule(url.protocol === "https:" ? "https" : "http");
    if (module === undefined || !/^https?:$/.test(url.protocol)) return { why: "this address can't be called" };
    const bytes = new TextEncoder().encode(body);
    const own = Object.entries(headers).filter(([name]) => !NOT_THEIRS.test(name));
    const given = {
      "Content-Type": "application/json",
      "User-Agent": "sekisho-doctor",
      ...Object.fromEntries(own),
      "Content-Length": bytes.length,
    };
    return await new Promise((resolve) => {
      const request = module.request(url, { method: "POST", agent: false, headers: given });
      const timer = setTimeout(() => give({ why: `no answer after ${timeout} s` }), timeout * 1000);
      const give = (answer: PostAnswer): void => {
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
        response.on("end", () => {
          const session = response.headers["mcp-session-id"];
          const text = new TextDecoder().decode(Buffer.concat(parts));
          give({
            status: response.statusCode ?? 0,
            body: text,
            session: typeof session === "string" ? session : undefined,
          });
        });
      });
      request.end(bytes);
    });
  } catch {
    return { why: "this address, or a header, can't be sent" };
  }
}

/** What the client sets itself, whatever settings say (claude-code-hooks §5.2) */
const NOT_THEIRS = /^(?:content-length|transfer-encoding)$/i;
const MOST_BODY = 16 * 1024 * 1024;

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection is refused",
  ECONNRESET: "the connection is closed without an answer",
  ENOTFOUND: "there is no such host",
};
