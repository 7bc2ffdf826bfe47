/**
 * The engine of a hook: from policy files that were found or named, synchronously, by compiled policies where those are
 * still what their sources say. Whatever does not load becomes an engine that refuses.
 */
import { PACK_DIGESTS, PACKS } from "../rules/packs/index.ts";
import { endsSoon, limitScripts, type Meeting, noteDigest } from "./bind.ts";
import { coldNow } from "./cold.ts";
import type { CheckedDocument, Policy } from "./core/policy.ts";
import { type AuditSink, engineOf, judgeBy, type OpenEngine } from "./deciding.ts";
import { loadSettings, openPolicy, openRefusingEngine, PolicyError, problem } from "./engine.ts";
import {
  type CompiledDocument,
  type CompiledPolicy,
  freshnessOf,
  isCompiledText,
  parseCompiled,
} from "./policy/compiled.ts";
import { version } from "./version.ts";

/** A policy file: found in its place (`user`, `project`), or named on the command line */
export interface PolicySource {
  readonly file: string;
  readonly text: string;
  readonly role: "named" | "project" | "user";
  /** The compiled policy beside it, if there is one; it speaks for this file alone */
  readonly compiled?: { readonly file: string; readonly text: string };
}

/** `undefined`: there is no such file. Anything else that keeps it from being read, a link that leads out of `below` too: throws */
export type ReadFile = (path: string, below?: string) => string | undefined;

export interface LoadedEngine {
  readonly engine: OpenEngine;
  /** `undefined`: the policies do not load, and the engine refuses everything */
  readonly policy: Policy | undefined;
  /** Where each document of the policy comes from: `pack recommended`, or a file */
  readonly origins: readonly string[];
  /** What the person who looks after the policy should know: a stale compiled policy, or why nothing loads */
  readonly notes: readonly string[];
}

export interface LoadOptions {
  readonly audit?: AuditSink;
  readonly meeting?: Meeting;
  /** Milliseconds that all scripts together may take (bind.ts) */
  readonly scriptTime?: number;
}

/**
 * Never throws for a bad policy: it gives the refusing engine, with the diagnostics among the notes. `meeting`: the engine
 * is for that one request alone.
 */
export function loadEngine(
  sources: readonly PolicySource[],
  read: ReadFile,
  { audit, meeting, scriptTime }: LoadOptions = {},
): LoadedEngine {
  const notes: string[] = [];
  if (meeting !== undefined) endsSoon();
  if (scriptTime !== undefined) limitScripts(scriptTime);
  try {
    const loaded = withBase(sources.map((source) => ({ source, documents: documentsOf(source, read, notes) })));
    const documents = loaded.flatMap((one) => one.documents);
    const origins = loaded.flatMap((one) => one.documents.map(() => one.origin));
    const policy = openPolicy(documents, meeting);
    return { engine: engineOf(judgeBy(policy), audit), policy, origins, notes };
  } catch (error) {
    const errors = error instanceof PolicyError ? error.errors : [problem("unreadable-file", "a policy can't be read")];
    if (!(error instanceof ShownError)) notes.push(errors.map(({ code, message }) => `${code}: ${message}`).join("; "));
    const engine = openRefusingEngine(errors, audit);
    return { engine, policy: undefined, origins: [], notes };
  }
}

interface Loaded {
  readonly source: PolicySource;
  readonly documents: readonly CheckedDocument[];
}

interface Placed {
  readonly origin: string;
  readonly documents: readonly CheckedDocument[];
}

// "Without `--policy`: the pack recommended, the user's file and the project's, side by side. Only the user's own file
// may say `base: none` to leave the pack out." (DESIGN §3)
function withBase(loaded: readonly Loaded[]): readonly Placed[] {
  const placed = loaded.map(({ source, documents }) => ({ origin: source.file, documents }));
  const named = loaded.some(({ source }) => source.role === "named");
  const left = loaded.some(({ source, documents }) => source.role === "user" && documents[0]?.base === "none");
  const pack = PACKS.get("recommended");
  if (named || left || pack === undefined) return placed;
  return [{ origin: "pack recommended", documents: [noteDigest(pack, PACK_DIGESTS.get("recommended"))] }, ...placed];
}

/** The documents of one file, with what every text says was noticed in `notes`. Throws `PolicyError` */
function documentsOf(source: PolicySource, read: ReadFile, notes: string[]): readonly CheckedDocument[] {
  if (isCompiledText(source.text)) return namedCompiled(source, read, notes);
  const fresh = source.compiled === undefined ? undefined : besideSource(source, source.compiled, read, notes);
  return [fresh ?? fromText(source.file, source.text, source.role, read, notes)];
}

// The compiled policy beside a file: used only where it was made of this very text, by this version.
function besideSource(
  { file, text, role }: PolicySource,
  compiled: { readonly file: string; readonly text: string },
  read: ReadFile,
  notes: string[],
): CheckedDocument | undefined {
  const policy = parseCompiled(compiled.text);
  const [only, ...others] = policy?.documents ?? [];
  const own = only?.sources[0];
  if (policy?.engine !== version || only === undefined || own === undefined || others.length > 0) {
    return note(notes, `${compiled.file} is damaged or was made by another version: ${file} is read instead`);
  }
  const rest = only.sources.slice(1);
  const isOfThis = beside(compiled.file, own.file) === file && own.text === text;
  if (!isOfThis || freshnessOf(rest, (path) => read(beside(compiled.file, path))) !== "fresh") {
    return note(notes, `${compiled.file} is stale: ${file} is read instead`);
  }
  return noteDigest(role === "user" ? only.document : withoutBase(only.document), only.digest);
}

// A compiled policy given by name: its sources have to be there, unless it was made to stand alone.
function namedCompiled({ file, text }: PolicySource, read: ReadFile, notes: string[]): readonly CheckedDocument[] {
  const policy = parseCompiled(text);
  if (policy === undefined)
    throw new PolicyError([problem("not-this-version", `${file} is damaged, or of another format`)]);
  return policy.documents.map((one) => compiledDocument(policy, one, file, read, notes));
}

function compiledDocument(
  policy: CompiledPolicy,
  one: CompiledDocument,
  file: string,
  read: ReadFile,
  notes: string[],
): CheckedDocument {
  const [own] = one.sources;
  const resolve = (path: string): string | undefined => read(beside(file, path));
  const freshness = policy.detached === true ? "fresh" : freshnessOf(one.sources, resolve);
  if (freshness === "missing" || own === undefined) {
    throw new PolicyError([problem("missing-source", `a source of ${file} is not there`)]);
  }
  if (freshness === "fresh" && policy.engine === version) return noteDigest(withoutBase(one.document), one.digest);
  if (policy.detached === true)
    throw new PolicyError([problem("not-this-version", `${file} was made by another version`)]);
  const source = beside(file, own.file);
  note(notes, `${file} is stale: ${source} is read instead`);
  return fromText(source, resolve(own.file) ?? "", "named", read, notes);
}

function fromText(
  file: string,
  text: string,
  role: PolicySource["role"],
  read: ReadFile,
  notes: string[],
): CheckedDocument {
  const { loadPolicyText, renderDiagnostics, toPolicyProblem } = coldNow("policy");
  const loaded = loadPolicyText({ text, file, role }, { ...loadSettings(read), read });
  if (loaded.ok) return loaded.value.document;
  notes.push(renderDiagnostics(loaded.errors, new Map(loaded.sources.map((one) => [one.file, one.text]))));
  throw new ShownError(loaded.errors.map(toPolicyProblem));
}

// Its diagnostics were rendered with their lines already.
class ShownError extends PolicyError {}

function beside(file: string, path: string): string {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return path;
  return file.slice(0, Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1) + path;
}

function withoutBase({ base: _, ...document }: CheckedDocument): CheckedDocument {
  return document;
}

function note(notes: string[], text: string): undefined {
  notes.push(text);
  return undefined;
}
