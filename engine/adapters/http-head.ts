/**
 * What the head of an HTTP call tells: whether it is a hook call, by somebody who may call, with a body that can be read.
 * The client takes 401, 404 or 413 for "no decision" (client-observed C); so all that is checked here gives a reason, never a status.
 */
import type { FindCaller } from "./http-tokens.ts";
import { MAX_INPUT_BYTES } from "./wire.ts";

/** A call before its body, whatever server it came through */
export interface CallHead {
  readonly method: string;
  /** A path, or a whole URL */
  readonly target: string;
  /** By its name in lower case */
  readonly header: (name: string) => string | null | undefined;
}

/** Why a call is answered with a block, beside what its input is refused for */
export type CallProblem =
  /** The caller went away before the body was whole */
  | "aborted"
  /** Somebody before this handler took the body and left nothing of it */
  | "body-read-already"
  /** As many calls or bytes are open as may be */
  | "busy"
  /** The body is not sent as it is (`Content-Encoding`) */
  | "compressed"
  /** Head, body or decision took too long */
  | "deadline"
  /** A fault of ours */
  | "failed"
  /** A web page called (`Origin`), which no hook is */
  | "from-a-browser"
  /** Not HTTP, or not as a server can read it: what would be answered 400, 413 or 431 */
  | "malformed-http"
  /** A connection on a port for https that came to no handshake */
  | "no-tls"
  | "no-token"
  /** Plain http on a port for https */
  | "plain-http"
  | "too-large"
  | "wrong-method"
  | "wrong-path"
  | "wrong-token";

export type Admission =
  | { readonly admitted: true; readonly caller: string | undefined }
  | { readonly admitted: false; readonly caller: string | undefined; readonly problem: CallProblem };

export interface HeadRules {
  readonly path: string;
  /** `undefined`: whoever can reach the server may call */
  readonly findCaller: FindCaller | undefined;
}

/** In this order: nobody learns by a wrong path whether a token is right */
export function checkHead(head: CallHead, { path, findCaller }: HeadRules): Admission {
  const token = bearerToken(head.header("authorization"));
  const caller = token === undefined ? undefined : findCaller?.(token);
  const refused = (problem: CallProblem): Admission => ({ admitted: false, caller, problem });
  if (findCaller !== undefined && caller === undefined)
    return refused(token === undefined ? "no-token" : "wrong-token");
  if (head.target !== path && pathOf(head.target) !== path) return refused("wrong-path");
  if (head.method !== "POST") return refused("wrong-method");
  // No browser leaves it out when a page of another site calls, and the client does not send it (client-observed C).
  if (head.header("origin") != null) return refused("from-a-browser");
  const encoding = head.header("content-encoding");
  if (encoding != null && !/^(?:identity)?$/i.test(encoding)) return refused("compressed");
  // A length that is no number is left to those who count the bytes.
  if (Number(head.header("content-length") ?? 0) > MAX_INPUT_BYTES) return refused("too-large");
  return { admitted: true, caller };
}

/** The path alone, as it was written: `/%68ook` is another one than `/hook` */
export function pathOf(target: string): string {
  const [path = ""] = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, "").split(/[?#]/, 1);
  return path === "" ? "/" : path;
}

// An environment variable that the client may not read leaves `Bearer` with nothing behind it (client-observed C).
function bearerToken(header: string | null | undefined): string | undefined {
  return header == null ? undefined : /^Bearer +(\S.*)$/i.exec(header)?.[1]?.trimEnd();
}
