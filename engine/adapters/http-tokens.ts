/**
 * Bearer tokens of those who may call: several, each under a name, so that one can be told from another and replaced alone.
 * Whoever guesses must learn nothing by the time an answer takes, so digests are compared, all of them and to their ends.
 */
import type { Result } from "../core/result.ts";
import { sha256, utf8 } from "../core/sha256.ts";

/** Names the one whose token it is; `undefined`: nobody's */
export type FindCaller = (token: string) => string | undefined;

/** Shorter ones can be guessed; `openssl rand -hex 32` makes a good one */
const SHORTEST_TOKEN = 16;
const LONGEST_TOKEN = 1024;

/** Errors name the token that can't be used, never its text. Without any token there is nothing to find: `undefined` */
export function createTokens(tokens: Iterable<readonly [string, string]>): Result<FindCaller | undefined, string> {
  const known = new Map<string, Uint8Array>();
  for (const [name, token] of tokens) {
    const problem = problemOf(token);
    if (problem !== undefined) return { ok: false, errors: [`token \`${name}\` ${problem}`] };
    if (known.has(name)) return { ok: false, errors: [`two tokens are called \`${name}\``] };
    known.set(name, digestOf(token));
  }
  if (known.size === 0) return { ok: true, value: undefined };
  return { ok: true, value: (token) => find(known, token) };
}

function problemOf(token: unknown): string | undefined {
  if (typeof token !== "string" || token === "") return "is empty";
  if (token.length < SHORTEST_TOKEN) return `is shorter than ${SHORTEST_TOKEN} characters`;
  if (token.length > LONGEST_TOKEN) return `is longer than ${LONGEST_TOKEN} characters`;
  // What can stand in a header behind `Bearer ` without being cut or joined (RFC 9110, 5.5).
  return /^[!-~]+$/.test(token) ? undefined : "has characters that can't stand in a header";
}

function find(known: ReadonlyMap<string, Uint8Array>, token: string): string | undefined {
  if (token.length > LONGEST_TOKEN) return undefined;
  const digest = digestOf(token);
  let found: string | undefined;
  for (const [name, own] of known) if (differences(digest, own) === 0) found = name;
  return found;
}

function differences(left: Uint8Array, right: Uint8Array): number {
  let bits = 0;
  for (let at = 0; at < 32; at += 1) bits |= (left[at] ?? 0) ^ (right[at] ?? 0);
  return bits;
}

function digestOf(token: string): Uint8Array {
  return sha256(utf8(token));
}
