/**
 * `sekisho explain`: one hook input, and why it is decided as it is: each rule, whether it applies, what it says.
 */
import { createObjectFinder } from "../adapters/object-end.ts";
import { MAX_INPUT_BYTES } from "../adapters/wire.ts";
import { powers } from "../bind.ts";
import { contextOf, NO_CONTEXT } from "../context.ts";
import { explain as explainRequest } from "../core/explain.ts";
import { viewForm } from "../form-view.ts";
import { renderJson } from "../render.ts";
import { showDecision, showExplanation, showLink, showOutput } from "../shown.ts";
import { viewUrl } from "../url-view.ts";
import { type Command, factsOf, type Given, nowOf, POLICY_OPTIONS, UsageError } from "./command.ts";
import { renderExplanation } from "./explanation.ts";
import type { Io } from "./io.ts";
import { loadPolicies } from "./policies.ts";
import { createStyle } from "./style.ts";

export const explain: Command = {
  name: "explain",
  about: "Show why one hook input is decided as it is",
  usage: "[FILE] [--policy FILE]... [--fact NAME=VALUE]... [--now TIME] [--json]",
  options: { ...POLICY_OPTIONS, json: { type: "boolean", about: "as JSON" } },
  operands: { most: 1, help: "`sekisho explain` explains one input at a time; `sekisho decide` decides many" },
  async run(given, io) {
    const context = { now: nowOf(given) ?? io.now(), facts: factsOf(given) };
    const { engine, policy, origins, notes } = loadPolicies(given.texts("policy"), io);
    for (const note of notes) io.warn(`${note.trimEnd()}\n`);
    const examined = engine.examine(await readInput(given, io), context);
    const { reading } = examined;
    const request = reading.kind === "request" ? reading.request : undefined;
    const known = contextOf(context) ?? NO_CONTEXT;
    const why = request === undefined || policy === undefined ? undefined : explainRequest(policy, request, known);
    const decision = showDecision(examined.decision, request?.event);
    const output = showOutput(examined.output, decision, request?.event);
    const asked = request?.event === "Elicitation" ? request : undefined;
    const form = asked?.mode === "form" ? viewForm(asked, policy, known, examined.decision) : undefined;
    const link =
      asked?.mode === "url"
        ? showLink(
            viewUrl(
              asked.url,
              powers,
              why?.documents.flatMap(({ entries }) => entries),
            ),
          )
        : undefined;
    if (given.flag("json")) {
      const { by = "nobody", documents = [], answers = [] } = why === undefined ? {} : showExplanation(why);
      const next = showDecision(why?.next, request?.event) ?? null;
      const placed = documents.map((document, index) => ({ origin: origins[index], ...document }));
      const views = { form: form ?? null, link: link ?? null };
      const data = { kind: reading.kind, decision, output, by, documents: placed, answers, next, ...views };
      io.print(`${renderJson(data, 2)}\n`);
    } else io.print(renderExplanation({ reading, decision, why, origins, form, link }, createStyle(io)));
    return policy === undefined || reading.kind === "unreadable" ? 1 : 0;
  },
};

// As the hook reads it: the first object alone, whatever follows it.
async function readInput({ operands: [file] }: Given, io: Io): Promise<string> {
  const bytes = file === undefined || file === "-" ? await io.readAll(MAX_INPUT_BYTES) : readFile(file, io);
  const found = createObjectFinder()(bytes, bytes.length);
  const input = typeof found === "string" ? bytes : bytes.subarray(found.start, found.end);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(input);
  } catch {
    throw new UsageError("the input is not UTF-8, so the hook refuses it", "hand it in as the client writes it");
  }
}

function readFile(file: string, { fs, path, cwd }: Io): Uint8Array {
  try {
    return fs.readFileSync(path.resolve(cwd, file));
  } catch {
    throw new UsageError(`\`${file}\` can't be read`, "name a file that holds one hook input, or hand it in on stdin");
  }
}
