/**
 * The bearer tokens of a server, from a file and from the environment, read again when the file changes.
 * A list that can't be read never takes the place of one that could, and never counts as "no tokens needed".
 */
import { createTokens, type FindCaller } from "../adapters/http-tokens.ts";
import type { Io } from "./io.ts";

type Place = Pick<Io, "env" | "fs">;

export interface TokenList {
  readonly findCaller: FindCaller | undefined;
  /** Whether others than its owner and group may read the file */
  readonly worldReadable: boolean;
}

/** Its message is one line and holds no part of a token */
export class TokenError extends Error {}

/** Throws `TokenError`. `file`: one `NAME=TOKEN` a line, or tokens alone; empty lines and those with `#` are left out */
export function readTokens(file: string | undefined, { env, fs }: Place): TokenList {
  const entries = [...fromEnvironment(env)];
  let worldReadable = false;
  if (file !== undefined) {
    const { text, mode } = readFile(fs, file);
    worldReadable = (mode & 0o004) !== 0;
    const found = fromText(text);
    // An empty file would otherwise open the server to everybody.
    if (found.length === 0) throw new TokenError("the token file holds no token");
    entries.push(...found);
  }
  const tokens = createTokens(entries);
  if (!tokens.ok) throw new TokenError(tokens.errors[0]);
  return { findCaller: tokens.value, worldReadable };
}

type Entry = readonly [name: string, token: string];

// The client sends SEKISHO_TOKEN as the settings that `init` writes tell it to, so the server takes it under the same name.
function fromEnvironment({ SEKISHO_TOKEN: one, SEKISHO_TOKENS: several }: Io["env"]): readonly Entry[] {
  const entries: Entry[] = [];
  // Set to nothing, it was meant to be something: `SEKISHO_TOKEN=$MISSPELT`.
  if (one !== undefined) entries.push(["SEKISHO_TOKEN", one]);
  if (several !== undefined) {
    const found = several.split(/[\s,]+/).filter((part) => part !== "");
    if (found.length === 0) throw new TokenError("SEKISHO_TOKENS is empty");
    entries.push(...found.map((part, index) => entryOf(part, `SEKISHO_TOKENS, number ${index + 1}`)));
  }
  return entries;
}

function fromText(text: string): readonly Entry[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .map((line, index): readonly [string, string] => [line.trim(), `line ${index + 1}`])
    .filter(([line]) => line !== "" && !line.startsWith("#"))
    .map(([line, place]) => entryOf(line, place));
}

// Names are shown, in errors and in the log, so nothing that could be a token may become one.
function entryOf(text: string, place: string): Entry {
  const equals = text.indexOf("=");
  if (equals < 0) return [place, text];
  const [name, token] = [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
  if (!/^[A-Za-z][\w.-]{0,39}$/.test(name) || token.length < 2)
    throw new TokenError(`${place} of the tokens is no \`NAME=TOKEN\``);
  return [name, token];
}

function readFile(fs: Io["fs"], file: string): { readonly text: string; readonly mode: number } {
  let descriptor: number | undefined;
  try {
    // One file from beginning to end: its mode is that of what was read.
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const about = fs.fstatSync(descriptor);
    if (!about.isFile() || about.size > LARGEST) throw new TokenError("the token file is no file of tokens");
    return { text: fs.readFileSync(descriptor, "utf8"), mode: about.mode };
  } catch (error) {
    if (error instanceof TokenError) throw error;
    throw new TokenError("the token file can't be read");
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

const LARGEST = 1024 * 1024;
