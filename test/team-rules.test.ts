/**
 * The examples of docs/team-rules.md, run as they stand there: whoever copies one gets what the page says.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { parse } from "yaml";
import type { JsonObject } from "../engine/core/json.ts";
import { createEngine } from "../engine/index.ts";

interface Line {
  /** A question's message, or an answer's content */
  readonly asked?: string;
  readonly answered?: JsonObject;
  readonly from?: string;
  /** The form's fields; `required: true` stands with the field here */
  readonly form?: Readonly<Record<string, JsonObject>>;
  readonly link?: string;
  readonly facts?: Readonly<Record<string, string>>;
  readonly now?: string;
  readonly comes: string;
  readonly content?: JsonObject;
  readonly because?: string;
  readonly wrong?: string;
}

const page = readFileSync(join(import.meta.dirname, "../docs/team-rules.md"), "utf8");
const examples = page.split(/^### (?=\d)/m).slice(1);

function fences(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, code = ""]) => code);
}

test("there are ten", () => assert.equal(examples.length, 10));

for (const example of examples) {
  const [title = ""] = example.split("\n");
  const [script = ""] = fences(example, "js");
  const [entries, lines] = fences(example, "yaml").map((text) => parse(text));
  suite(title, () => {
    assert.ok(Array.isArray(lines) && lines.length > 1, "no requests");
    for (const line of lines as readonly Line[]) {
      test(`${line.asked ?? JSON.stringify(line.answered)}: ${line.comes}`, async () => {
        const from = (entries as readonly JsonObject[]).find((entry) => entry["use"] === "script")?.["from"];
        const policy = { version: 1, rules: entries };
        const engine = await createEngine({ policy, scripts: { [String(from)]: script } });
        const { effect, content, reasons, errors } = engine.decide(inputOf(line), contextOf(line));
        assert.deepEqual(
          { effect, content, because: reasons.map(codeOf), wrong: errors.map(codeOf) },
          { effect: line.comes, content: line.content, because: listOf(line.because), wrong: listOf(line.wrong) },
        );
      });
    }
  });
}

function codeOf({ rule, code }: { readonly rule: string; readonly code: string }): string {
  return `${rule}/${code}`;
}

function listOf(stated: string | undefined): readonly string[] {
  return stated === undefined ? [] : [stated];
}

function inputOf({ asked = "What was asked", answered, from = "any", form = {}, link }: Line): JsonObject {
  const common = { mcp_server_name: from, mode: link === undefined ? "form" : "url" };
  if (answered !== undefined)
    return { ...common, hook_event_name: "ElicitationResult", action: "accept", content: answered };
  const question = { ...common, hook_event_name: "Elicitation", message: asked };
  if (link !== undefined) return { ...question, url: link };
  const fields = Object.entries(form);
  const properties = Object.fromEntries(fields.map(([name, { required: _, ...field }]) => [name, field]));
  const required = fields.filter(([, field]) => field["required"] === true).map(([name]) => name);
  return {
    ...question,
    requested_schema: { type: "object", properties, ...(required.length > 0 ? { required } : {}) },
  };
}

// Where the form of an answer is stated, somebody kept it.
function contextOf({ facts = {}, now, answered, form, from }: Line): object {
  const known = answered !== undefined && form !== undefined;
  const candidates = known ? [inputOf({ comes: "", form, ...(from === undefined ? {} : { from }) })] : undefined;
  return {
    facts,
    ...(now === undefined ? {} : { now }),
    ...(candidates === undefined ? {} : { memory: { candidates } }),
  };
}
