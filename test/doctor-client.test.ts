/**
 * The client as `doctor` imitates it, held against what was recorded of the real one: matchers, templates, headers, outputs.
 * A wrong imitation would call dead hooks alive.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the client fills them in
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { exitsWithJson } from "../engine/cli/doctor/check-command.ts";
import { fillHeader, fillTemplates, variablesIn } from "../engine/cli/doctor/client-input.ts";
import { fitMatcher } from "../engine/cli/doctor/client-matcher.ts";
import { type Outcome, outcomeOfCommand, outcomeOfHttp, outcomeOfTool } from "../engine/cli/doctor/client-output.ts";
import type { JsonObject, JsonValue } from "../engine/core/json.ts";

function recorded<Data>(name: string): Data {
  return JSON.parse(readFileSync(join(import.meta.dirname, "cases/client", name), "utf8")) as Data;
}

suite("matchers, as recorded", () => {
  const { servers } = recorded<{
    readonly servers: Readonly<Record<string, readonly (readonly [matcher: string | null, fires: boolean])[]>>;
  }>("matchers.json");
  for (const [server, rows] of Object.entries(servers)) {
    test(`${server}: ${rows.length} matchers`, () => {
      assert.ok(rows.length > 5);
      for (const [matcher, fires] of rows)
        assert.equal(fitMatcher(matcher ?? undefined, server) === "fits", fires, String(matcher));
    });
  }

  test("a broken one is told from one that misses, and one that takes for ever is stopped", () => {
    for (const broken of ["[invalid", "*crm", "(?i)CRM", "(", "+"])
      assert.equal(fitMatcher(broken, "crm"), "broken", broken);
    assert.equal(fitMatcher("crm", "billing"), "misses");
    assert.equal(fitMatcher("^(a+)+$", `${"a".repeat(40)}!`), "slow");
  });
});

suite("outputs, as recorded", () => {
  interface Row {
    readonly id: string;
    readonly command?: { readonly exit: number; readonly stdout: string };
    readonly http?: { readonly status: number; readonly body: string };
    readonly tool?: JsonValue;
    readonly effect: Outcome["action"];
    readonly content?: JsonObject;
  }
  const { rows } = recorded<{ readonly rows: readonly Row[] }>("outputs.json");
  const outcomeOf = ({ command, http, tool }: Row): Outcome => {
    if (command !== undefined) return outcomeOfCommand("Elicitation", command.exit, command.stdout);
    if (http !== undefined) return outcomeOfHttp("Elicitation", http.status, http.body);
    return outcomeOfTool("Elicitation", tool);
  };
  test("of every kind there are some", () => {
    for (const kind of ["command", "http", "tool"] as const)
      assert.ok(rows.filter((row) => row[kind] !== undefined).length > 15, kind);
  });
  for (const row of rows) {
    test(row.id, () => {
      const { action, content } = outcomeOf(row);
      assert.equal(action, row.effect);
      // `__proto__` and large numbers are changed on the client's way to the server, after the hook.
      if (row.content !== undefined && !/proto|bigint|2\^53/.test(row.id))
        assert.deepEqual({ ...content }, row.content);
    });
  }

  test("what `onFailure` counts as a failure has a problem, a healthy abstention none (client-observed G2)", () => {
    const problems = [
      outcomeOfCommand("Elicitation", 1, ""),
      outcomeOfCommand("Elicitation", "SIGKILL", ""),
      outcomeOfHttp("Elicitation", 500, ""),
      outcomeOfHttp("Elicitation", 200, "hello"),
      outcomeOfTool("Elicitation", { content: [{ type: "text", text: "hello" }] }),
      outcomeOfTool("Elicitation", { content: [{ type: "text", text: "bad" }], isError: true }),
    ];
    for (const { action, problem } of problems) assert.deepEqual([action, problem === undefined], ["none", false]);
    const healthy = [
      outcomeOfCommand("Elicitation", 0, ""),
      outcomeOfCommand("Elicitation", 0, "{}\n"),
      outcomeOfHttp("Elicitation", 204, ""),
      outcomeOfHttp("Elicitation", 200, "{}"),
      outcomeOfTool("Elicitation", { content: [] }),
      outcomeOfTool("Elicitation", { content: [{ type: "text", text: "{}" }] }),
    ];
    for (const outcome of healthy) assert.deepEqual(outcome, { action: "none" });
  });
});

suite("what the client sends, as recorded", () => {
  const { rows } = recorded<{
    readonly rows: readonly {
      readonly id: string;
      readonly input: JsonObject;
      readonly template: JsonObject;
      readonly received: JsonObject;
    }[];
  }>("templates.json");
  for (const { id, input, template, received } of rows) {
    test(`templates: ${id}`, () => {
      assert.deepEqual(fillTemplates(template, input), received);
    });
  }

  test("one pass: a template inside a value stays one", () => {
    assert.deepEqual(fillTemplates({ m: "${message}" }, { message: "x ${cwd}", cwd: "/secret" }), { m: "x ${cwd}" });
  });

  test("headers: variables that are not allowed are empty, and what is left is trimmed", () => {
    const value = (name: string): string | undefined => (name === "T" ? "tok-123" : undefined);
    assert.equal(fillHeader("Bearer $T", value), "Bearer tok-123");
    assert.equal(fillHeader("${T}", value), "tok-123");
    assert.equal(fillHeader("Bearer $OTHER", value), "Bearer");
    assert.equal(fillHeader("v", value), "v");
    assert.deepEqual(variablesIn("Bearer $A_1 and ${B}$"), ["A_1", "B"]);
  });
});

suite("scripts that print a decision and exit 2", () => {
  const decision = `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept"}}`;
  test("are told, in the languages that people write hooks in", () => {
    for (const script of [
      `echo '${decision}'; exit 2`,
      `echo '${decision}'\nexit 2\n`,
      `cat <<EOF\n{\n  "hookSpecificOutput": {\n    "action": "decline"\n  }\n}\nEOF\n\nexit 2\n`,
      `jq -n '{hookSpecificOutput: {action: "decline"}}' && exit 2`,
      `print(json.dumps({"decision": "block"}))\nsys.exit(2)\n`,
      `console.log(JSON.stringify({ hookSpecificOutput: out })); process.exit(2);`,
      `console.log('${decision}');\nprocess.exitCode = 2;\n`,
    ])
      assert.equal(exitsWithJson(script), true, script);
  });
  test("JSON here and exit 2 there is right", () => {
    for (const script of [
      `if bad; then\n  exit 2\nfi\necho '${decision}'\n`,
      `if good; then\n  echo '${decision}'\n  exit 0\nfi\nexit 2\n`,
      `if good; then\n  echo '${decision}'\nelse\n  exit 2\nfi\n`,
      `accept() { echo '${decision}'; exit 0; }\nexit 2\n`,
      `if (ok) {\n  console.log('${decision}');\n  process.exit(0);\n}\nprocess.exit(2);\n`,
      "exit 2",
      `echo '${decision}'\nexit 20\n`,
    ])
      assert.equal(exitsWithJson(script), false, script);
  });
});
