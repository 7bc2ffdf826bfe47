/**
 * The conformance cases: read from YAML, checked, and made whole, one after the other.
 * A file that breaks a rule of its own (STYLE §4) is reported and never half read.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseDocument } from "yaml";
import { PROTOCOLS } from "../../engine/core/form.ts";
import { canonicalJson, type JsonObject, type JsonValue } from "../../engine/core/json.ts";

export interface CaseFile {
  /** Below test/cases, without `.yaml`: `rules/require-https` */
  readonly path: string;
  readonly suite: string;
  readonly cases: readonly Case[];
  readonly problems: readonly string[];
}

/** One request with its policy, and what should come of it */
export interface Case {
  readonly suite: string;
  readonly id: string;
  readonly policy: readonly JsonObject[];
  readonly context: CaseContext | undefined;
  readonly input: CaseInput;
  readonly want: Want;
  /** To be run by real processes too */
  readonly slowly: boolean;
}

export interface CaseContext {
  readonly now?: string;
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
  readonly memory?: { readonly candidates: readonly JsonValue[] };
}

export type CaseInput =
  | { readonly kind: "object"; readonly object: JsonObject }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

export interface Want {
  readonly effect: string;
  readonly reasons?: readonly string[];
  readonly errors?: readonly string[];
  readonly observed?: readonly string[];
  readonly content?: JsonObject;
  readonly record?: JsonObject;
  readonly exit?: number;
  readonly stdout?: string;
}

interface RawFile {
  readonly suite: string;
  readonly policy?: JsonObject | readonly JsonObject[];
  readonly base?: JsonObject;
  readonly context?: CaseContext;
  readonly cases: readonly RawCase[];
}

interface RawCase {
  readonly id: string;
  readonly example?: true;
  readonly policy?: JsonObject | readonly JsonObject[];
  readonly context?: CaseContext;
  readonly protocol?: string;
  readonly input?: JsonObject;
  readonly stdin?: string;
  readonly stdin_base64?: string;
  readonly want: Want;
}

const ROOT = join(import.meta.dirname, "../cases");
const schema = JSON.parse(readFileSync(join(ROOT, "case.schema.json"), "utf8"));
const isCaseFile = new Ajv2020({
  strict: true,
  strictRequired: false,
  allErrors: true,
  allowUnionTypes: true,
}).compile<RawFile>(schema);

export function readCaseFiles(): readonly CaseFile[] {
  return ["core", "rules"]
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => path.replace(/\.yaml$/, ""))
    .sort()
    .map((path) => readCaseText(path, readFileSync(join(ROOT, `${path}.yaml`), "utf8")));
}

export function readCaseText(path: string, text: string): CaseFile {
  const document = parseDocument(text, { uniqueKeys: true, strict: true, version: "1.2" });
  const faults = [...document.errors, ...document.warnings].map(({ message }) => message);
  const raw: unknown = faults.length > 0 ? undefined : document.toJS();
  if (faults.length > 0 || !isCaseFile(raw)) {
    const against = isCaseFile.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`) ?? [];
    return { path, suite: path, cases: [], problems: faults.length > 0 ? faults : against };
  }
  const cases = raw.cases.flatMap((one) => wholeCases(path, raw, one));
  return { path, suite: raw.suite, cases, problems: problemsOf(path, text, raw, cases) };
}

function wholeCases(path: string, file: RawFile, one: RawCase): readonly Case[] {
  const policy = one.policy ?? file.policy;
  if (policy === undefined) return [];
  const documents = (Array.isArray(policy) ? policy : [policy]) as readonly JsonObject[];
  const { suite } = file;
  const input = inputOf(file, one);
  const slowly = one.example === true || input.kind !== "object" || /^core\/(?:hostile|wire)/.test(path);
  const whole = { suite, context: one.context ?? file.context, input, want: one.want, slowly };
  if (one.protocol === undefined) return [{ ...whole, id: one.id, policy: documents }];
  return revisions(one.protocol).map((protocol) => ({
    ...whole,
    id: `${one.id}@${protocol}`,
    policy: documents.map((document) => ({ ...document, protocol })),
  }));
}

function inputOf(file: RawFile, { input, stdin, stdin_base64 }: RawCase): CaseInput {
  if (stdin !== undefined) return { kind: "text", text: stdin };
  if (stdin_base64 !== undefined) return { kind: "bytes", bytes: Buffer.from(stdin_base64, "base64") };
  return { kind: "object", object: { ...file.base, ...input } };
}

function revisions(range: string): readonly string[] {
  const [, operator, revision = ""] = /^(>=|<=|=)(.*)$/.exec(range) ?? [];
  return PROTOCOLS.filter((one) =>
    operator === "=" ? one === revision : operator === ">=" ? one >= revision : one <= revision,
  );
}

function problemsOf(path: string, text: string, file: RawFile, cases: readonly Case[]): readonly string[] {
  const problems: string[] = [];
  const first = "# yaml-language-server: $schema=../case.schema.json\n";
  if (!text.startsWith(first)) problems.push(`its first line is not \`${first.trim()}\``);
  if (path.split("/").at(-1) !== file.suite) problems.push(`it is named ${path}, but its suite is \`${file.suite}\``);
  for (const { id, protocol, policy } of file.cases) {
    if (policy === undefined && file.policy === undefined) problems.push(`\`${id}\` has no policy`);
    if (protocol !== undefined && revisions(protocol).length === 0)
      problems.push(`\`${id}\`: no revision is ${protocol}`);
  }
  const ids = new Set<string>();
  const seen = new Map<string, string>();
  for (const one of cases) {
    if (ids.has(one.id)) problems.push(`two cases are called \`${one.id}\``);
    ids.add(one.id);
    const key = keyOf(one);
    const earlier = seen.get(key);
    if (earlier !== undefined)
      problems.push(`\`${earlier}\` and \`${one.id}\` have the same policy, context and input`);
    seen.set(key, one.id);
  }
  return problems;
}

function keyOf({ policy, context, input }: Case): string {
  const given = input.kind === "bytes" ? Buffer.from(input.bytes).toString("base64") : { ...input };
  return canonicalJson([policy, (context ?? null) as JsonValue, given as JsonValue]);
}
