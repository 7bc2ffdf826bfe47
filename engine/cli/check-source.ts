/**
 * What is wrong with one policy file: errors by which it does not load, and warnings about what never decides.
 */
import { loadSettings } from "../engine.ts";
import type { PolicySource } from "../load-engine.ts";
import { type CompiledDocument, isCompiledText, parseCompiled } from "../policy/compiled.ts";
import { type Diagnostic, renderDiagnostics } from "../policy/diagnostics.ts";
import { lintDocument, type Warning } from "../policy/lint.ts";
import { type LoadedDocument, loadPolicyText } from "../policy/load.ts";
import { version } from "../version.ts";
import { checkMemory, type MemoryFinding } from "./check-memory.ts";
import { checkScripts, type ScriptReport } from "./check-scripts.ts";
import { UsageError } from "./command.ts";
import { compileDocuments } from "./compile.ts";
import type { Io } from "./io.ts";
import { readerOf } from "./policies.ts";

export interface Checked {
  readonly source: PolicySource;
  /** `undefined`: it does not load */
  readonly loaded: LoadedDocument | undefined;
  readonly errors: readonly Diagnostic[];
  /** The errors for a person */
  readonly rendered: string;
  /** What its scripts make of sample requests */
  readonly scripts: readonly ScriptReport[];
  /** Rules that need a memory which the installed hook does not keep */
  readonly memory: readonly MemoryFinding[];
  readonly warnings: readonly (Warning | { readonly code: "stale-compiled"; readonly message: string })[];
}

/** `now`: by which exceptions have ended. Throws `UsageError` for a compiled policy */
export function checkSource(source: PolicySource, now: string, io: Io): Checked {
  const { file, text, role } = source;
  if (isCompiledText(text))
    throw new UsageError(`\`${file}\` is a compiled policy`, "check the file that it was made of");
  const loaded = loadPolicyText({ text, file, role }, { ...loadSettings(readerOf(io)), read: readerOf(io) });
  if (loaded.ok) {
    const warnings = [...lintDocument(loaded.value, now), ...staleness(source, loaded.value, io)];
    const scripts = checkScripts(loaded.value.document);
    const memory = checkMemory(loaded.value.document, io);
    return { source, loaded: loaded.value, errors: [], rendered: "", scripts, memory, warnings };
  }
  const texts = new Map(loaded.sources.map((one) => [one.file, one.text]));
  return {
    source,
    loaded: undefined,
    errors: loaded.errors,
    rendered: renderDiagnostics(loaded.errors, texts),
    scripts: [],
    memory: [],
    warnings: [],
  };
}

// The hook can only compare texts; here there is time to compare what was made of them.
function staleness({ compiled }: PolicySource, loaded: LoadedDocument, io: Io): Checked["warnings"] {
  if (compiled === undefined) return [];
  const there = parseCompiled(compiled.text);
  const fresh = parseCompiled(compileDocuments([loaded], compiled.file, false, io));
  const same = there?.engine === version && documentsOf(there.documents) === documentsOf(fresh?.documents ?? []);
  if (same) return [];
  const message = `\`${compiled.file}\` is not made of this policy by this version, so it is not used: compile it anew`;
  return [{ code: "stale-compiled", message }];
}

function documentsOf(documents: readonly CompiledDocument[]): string {
  return JSON.stringify(documents);
}
