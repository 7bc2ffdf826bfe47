/**
 * The client's settings file: what is put in comes out again, and what was there keeps its bytes.
 * The client drops a broken file or entry without a word, so what can't be read strictly is refused with its place.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the client fills them in
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import type { Wiring } from "../engine/cli/hook-entries.ts";
import { addHooks, checkHooks, removeHooks, SettingsError } from "../engine/cli/settings.ts";
import type { Edited } from "../engine/cli/settings-edit.ts";
import { parseJson } from "../engine/core/json.ts";
import { runs } from "./support/runs.ts";

const PROGRAM = "${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs";
const WIRING = { type: "command", program: PROGRAM } as const;
const LOG = ["--audit", "${CLAUDE_PROJECT_DIR}/.claude/sekisho-log"];
const OURS = { type: "command", command: "node", args: [PROGRAM, "hook", ...LOG], timeout: 30, onFailure: "block" };

const WIRINGS: readonly (readonly [Wiring, object])[] = [
  [WIRING, OURS],
  [
    { type: "http", url: "http://127.0.0.1:9000/hook" },
    {
      type: "http",
      url: "http://127.0.0.1:9000/hook",
      headers: { Authorization: "Bearer $SEKISHO_TOKEN" },
      allowedEnvVars: ["SEKISHO_TOKEN"],
      timeout: 30,
      onFailure: "block",
    },
  ],
  [
    { type: "mcp_tool", server: 'pol.icy "x"' },
    {
      type: "mcp_tool",
      server: 'pol.icy "x"',
      tool: "decide",
      input: {
        hook_event_name: "${hook_event_name}",
        session_id: "${session_id}",
        transcript_path: "${transcript_path}",
        cwd: "${cwd}",
        prompt_id: "${prompt_id}",
        agent_type: "${agent_type}",
        mcp_server_name: "${mcp_server_name}",
        message: "${message}",
        mode: "${mode}",
        url: "${url}",
        elicitation_id: "${elicitation_id}",
        requested_schema: "${requested_schema}",
        action: "${action}",
        content: "${content}",
      },
      timeout: 30,
      onFailure: "block",
    },
  ],
];

interface Settings {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly unknown[] }[]>>;
}

function read(text: string): Settings {
  assert.ok(parseJson(text.replace(/^\ufeff/, "")).ok, "strict JSON");
  return JSON.parse(text.replace(/^\ufeff/, "")) as Settings;
}

function handlers(text: string, event: string): readonly unknown[] {
  return (read(text).hooks[event] ?? []).flatMap(({ hooks }) => hooks);
}

const lines = (...all: readonly string[]): string => all.join("\n");
const other = '{ "hooks": [ { "type": "command", "command": "./log.sh" } ] }';

/** Files whose bytes come back */
const FILES: Readonly<Record<string, string | undefined>> = {
  "no file": undefined,
  "nothing in it": "",
  "white space alone": " \n\n",
  "a byte order mark alone": "\ufeff",
  "an empty object": "{}",
  "an empty object and a line end": "{}\n",
  "an empty object with a blank": "{ }\n",
  "one key": lines("{", '  "model": "opus"', "}", ""),
  "no line end at the end": lines("{", '  "model": "opus"', "}"),
  "three line ends at the end, blanks behind values": lines("{", '  "model": "opus"  ', "}", "", "", ""),
  tabs: lines("{", '\t"permissions": {', '\t\t"allow": ["Bash(ls)"]', "\t}", "}", ""),
  "four blanks": lines("{", '    "permissions": {', '        "allow": ["Bash(ls)"]', "    }", "}", ""),
  CRLF: '{\r\n  "model": "opus"\r\n}\r\n',
  "a byte order mark": '\ufeff{\n  "model": "opus"\n}\n',
  "all on one line": '{"model":"opus","env":{"A":"1"}}',
  "on one line, with blanks": '{ "model": "opus", "env": {} }',
  "commas before keys": lines("{", '    "model": "opus"', '  , "env": {}', "}", ""),
  "hooks of other events": lines(
    "{",
    '  "hooks": {',
    `    "PreToolUse": [ ${other} ]`,
    "  },",
    '  "model": "opus"',
    "}",
  ),
  "hooks of the same events": lines(
    "{",
    '  "hooks": {',
    '    "Elicitation": [',
    `      ${other}`,
    "    ],",
    '    "Stop": []',
    "  }",
    "}",
    "",
  ),
  "hooks of the same events on one line": `{"hooks":{"ElicitationResult":[${other}],"Elicitation":[${other},${other}]}}`,
  "other hooks beside an empty list": lines("{", '  "hooks": { "Stop": [], "Notification": [] }', "}", ""),
  "odd spacing": '{ "a" : 1 ,\n\n "b":2}',
  "names that objects have anyway": '{\n  "__proto__": 1,\n  "constructor": {},\n  "toString": []\n}\n',
  "escapes, and text that looks like ours": '{\n  "note": "\\"hooks\\": .claude/sekisho.cjs \\u00e9 関所"\n}\n',
};

suite("what is put in", () => {
  for (const [wiring, handler] of WIRINGS) {
    for (const [name, text] of Object.entries(FILES)) {
      test(`${wiring.type}, ${name}: in once, a second time nothing, and out again byte for byte`, () => {
        const added = addHooks(text, wiring);
        for (const event of ["Elicitation", "ElicitationResult"]) {
          const all = handlers(added, event);
          assert.deepEqual(all.at(-1), handler, event);
          assert.equal(all.filter((one) => JSON.stringify(one) === JSON.stringify(handler)).length, 1, event);
        }
        assert.equal(addHooks(added, wiring), added);
        assert.equal(removeHooks(added), text);
      });
    }
  }

  test("another type takes the place of the one before, and leaves no trace of it", () => {
    for (const [first] of WIRINGS) {
      for (const [then, handler] of WIRINGS) {
        for (const [name, text] of Object.entries(FILES)) {
          const switched = addHooks(addHooks(text, first), then);
          for (const event of ["Elicitation", "ElicitationResult"]) {
            const before =
              text === undefined || text.trim() === "" ? [] : handlers(addHooks(text, then), event).slice(0, -1);
            assert.deepEqual(handlers(switched, event), [...before, handler], `${first.type} to ${then.type}: ${name}`);
          }
          if (text !== undefined && text.trim() !== "") assert.equal(removeHooks(switched), text);
        }
      }
    }
  });

  test("line ends and indentation are the file's own", () => {
    assert.equal(/[^\r]\n/.test(addHooks(FILES["CRLF"], WIRING)), false);
    assert.match(addHooks(FILES["tabs"], WIRING), /\n\t"hooks": \{\n\t\t"Elicitation": \[\n\t\t\t\{/);
    assert.match(addHooks(FILES["four blanks"], WIRING), /\n {4}"hooks": \{\n {8}"Elicitation": \[/);
    assert.equal(addHooks(FILES["all on one line"], WIRING).includes("\n"), false);
  });

  test("a file that has nothing but an empty `hooks` comes back without it", () => {
    const added = addHooks('{ "hooks": { "Elicitation": [] } }', WIRING);
    assert.deepEqual(handlers(added, "Elicitation"), [OURS]);
    assert.equal(removeHooks(added)?.replace(/\s/g, ""), "{}");
  });

  test("any JSON object, in any style, comes back byte for byte", () => {
    const json = fc.dictionary(
      fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("__proto__", "constructor")),
      fc.jsonValue({ maxDepth: 3 }),
      { minKeys: 1, maxKeys: 4 },
    );
    const style = fc.constantFrom(undefined, 2, 4, "\t");
    const end = fc.constantFrom("", "\n", "\r\n", "\n\n");
    fc.assert(
      fc.property(json, style, end, fc.boolean(), (value, indent, ending, mark) => {
        const body = JSON.stringify(value, undefined, indent);
        const eol = ending === "\r\n" ? body.replaceAll("\n", "\r\n") : body;
        const text = `${mark ? "\ufeff" : ""}${eol}${ending}`;
        if (Object.hasOwn(value, "hooks")) return;
        const added = addHooks(text, WIRING);
        assert.deepEqual(handlers(added, "Elicitation"), [OURS]);
        assert.equal(removeHooks(added), text);
      }),
      runs(0.5),
    );
  });
});

suite("what is there already", () => {
  const settings = (handler: object): string =>
    `${JSON.stringify({ hooks: { Elicitation: [{ hooks: [handler] }], ElicitationResult: [{ hooks: [OURS] }] } }, undefined, 2)}\n`;

  test("an entry that lets through when it fails is set right", () => {
    const old = { type: "command", command: "node", args: [PROGRAM, "hook", ...LOG], timeout: 30 };
    assert.equal(addHooks(settings(old), WIRING), settings(OURS));
    assert.equal(addHooks(settings({ ...old, onFailure: "continue" }), WIRING), settings(OURS));
  });
  test("a timeout that makes the client drop the entry is set right; another one is kept", () => {
    for (const timeout of [0, -1, "30", null]) {
      assert.equal(addHooks(settings({ ...OURS, timeout }), WIRING), settings(OURS), String(timeout));
    }
    const longer = settings({ ...OURS, timeout: 90 });
    assert.equal(addHooks(longer, WIRING), longer);
  });
  // client-observed B1, B2, B4, G: skipped, in the background, another program, never run, or dropped as invalid.
  for (const slip of [
    { async: true },
    { async: null },
    { asyncRewake: true },
    { asyncTimeout: "5" },
    { if: "Bash(x)" },
    { if: "" },
    { once: true },
    { type: "prompt" },
    { type: "http", url: "http://127.0.0.1/" },
    { type: null },
    { type: undefined },
    { command: "echo" },
    { command: "true" },
    { command: "" },
    { command: "/bin/echo" },
    { command: "node -e 0" },
    { command: null },
    { command: undefined },
    { shell: "zsh" },
    { statusMessage: 5 },
    { args: [PROGRAM, "hook", 5, null, "--audit", "log"] },
    { async: true, type: "prompt", if: "x", command: null, onFailure: undefined, timeout: 0 },
  ]) {
    test(`an entry of ours with ${JSON.stringify(slip)} is set right, whatever stands first in it`, () => {
      const args = [PROGRAM, "hook", "--audit", "log"];
      const wanted = { ...OURS, args };
      for (const handler of [
        { ...wanted, ...slip },
        { ...slip, ...wanted, ...slip },
      ]) {
        for (const indent of [undefined, 2]) {
          const text = JSON.stringify({ hooks: { Elicitation: [{ hooks: [handler] }] } }, undefined, indent);
          const right = addHooks(text, WIRING);
          const [only, ...more] = handlers(right, "Elicitation");
          assert.deepEqual(more, []);
          const { url: _, ...known } = only as { readonly url?: string };
          assert.deepEqual(known, wanted);
          assert.equal(addHooks(right, WIRING), right);
        }
      }
    });
  }
  // client-observed B2, B4, C, D1, D2, G.
  const slips: Readonly<Record<"http" | "mcp_tool", readonly object[]>> = {
    http: [
      { url: "127.0.0.1:9000" },
      { url: undefined },
      { headers: undefined },
      { headers: { Authorization: "Bearer x" } },
      { headers: ["x"] },
      { allowedEnvVars: [] },
      { allowedEnvVars: "SEKISHO_TOKEN" },
      { allowedEnvVars: [5, "SEKISHO_TOKEN"] },
      { type: "command" },
      { async: true, if: "x", onFailure: "continue", timeout: 0 },
    ],
    mcp_tool: [
      { server: "" },
      { server: undefined },
      { input: { mcp_server_name: "${mcp_server_name}" } },
      { input: { mcp_server_name: "${mcp_server_name}", message: "${url}", content: 5 } },
      { type: "http" },
      { async: true, if: "x", onFailure: undefined, timeout: "30" },
    ],
  };
  for (const type of ["http", "mcp_tool"] as const) {
    for (const slip of slips[type]) {
      test(`an entry of type ${type} with ${JSON.stringify(slip)} is set right`, () => {
        const [wiring, wanted] = WIRINGS.find(([one]) => one.type === type) ?? [];
        assert.ok(wiring !== undefined && wanted !== undefined);
        for (const handler of [
          { ...wanted, ...slip },
          { ...slip, ...wanted, ...slip },
        ]) {
          for (const indent of [undefined, 2]) {
            const text = JSON.stringify({ hooks: { Elicitation: [{ hooks: [handler] }] } }, undefined, indent);
            const right = addHooks(text, wiring);
            assert.deepEqual(handlers(right, "Elicitation"), [wanted]);
            assert.equal(addHooks(right, wiring), right);
          }
        }
      });
    }
  }
  test("an address and a server that a person chose stay, with what they added", () => {
    for (const [wiring, wanted] of WIRINGS.slice(1)) {
      const more = {
        timeout: 90,
        statusMessage: "asking",
        ...(wiring.type === "http" ? { headers: { Authorization: "Bearer ${SEKISHO_TOKEN}", "X-A": "b" } } : {}),
      };
      const text = settings({ ...wanted, ...more });
      const { hooks } = read(addHooks(text, { type: wiring.type } as Wiring));
      assert.deepEqual(hooks["Elicitation"]?.[0]?.hooks[0], { ...wanted, ...more });
    }
  });
  test("another policy server's entries are not ours", () => {
    for (const stranger of [
      {
        type: "http",
        url: "http://127.0.0.1:8473/hook",
        headers: { Authorization: "Bearer $TOKEN" },
        allowedEnvVars: ["TOKEN"],
      },
      { type: "mcp_tool", server: "other", tool: "decide", input: { server: "${mcp_server_name}" } },
      { type: "mcp_tool", server: "sekisho", tool: "explain" },
    ]) {
      const text = settings(stranger);
      assert.equal(handlers(addHooks(text, WIRING), "Elicitation").length, 2, JSON.stringify(stranger));
      assert.deepEqual(handlers(removeHooks(text) ?? "", "Elicitation"), [stranger]);
    }
  });
  test("what does no harm in an entry of ours is kept", () => {
    const more = { async: false, asyncRewake: false, once: false, statusMessage: "asking", shell: "bash", note: 1 };
    for (const command of ["node", "/opt/node", "C:\\node\\node.exe", "nodejs", "/usr/bin/bun"]) {
      const text = settings({ ...OURS, ...more, command, timeout: 90 });
      assert.equal(addHooks(text, WIRING), text, command);
    }
  });
  test("a program in another place, as of a project that was moved, becomes this one", () => {
    for (const place of ["/old/project/.claude/sekisho.cjs", ".claude/sekisho.cjs", "C:\\x\\.claude\\sekisho.cjs"]) {
      assert.equal(addHooks(settings({ ...OURS, args: [place, "hook", ...LOG] }), WIRING), settings(OURS), place);
    }
  });
  test("what a person added to our entry stays, and goes with it", () => {
    const extended = { ...OURS, args: [PROGRAM, "hook", "--audit", ".claude/sekisho-log"], command: "/opt/node" };
    assert.equal(addHooks(settings(extended), WIRING), settings(extended));
    assert.equal(removeHooks(settings(extended))?.trim(), "{}");
  });
  test("a program that is only named alike is not ours", () => {
    for (const args of [
      ["/x/sekisho.cjs", "hook"],
      [PROGRAM, "decide"],
      [PROGRAM],
      [`${PROGRAM}.bak`, "hook"],
      "hook",
    ]) {
      const stranger = settings({ ...OURS, args });
      assert.equal(handlers(addHooks(stranger, WIRING), "Elicitation").length, 2, JSON.stringify(args));
      assert.equal(handlers(removeHooks(stranger) ?? "", "Elicitation").length, 1, JSON.stringify(args));
    }
  });
  test("our entry inside somebody's group leaves the group to them", () => {
    const theirs = { type: "command", command: "./log.sh" };
    const text = JSON.stringify({ hooks: { Elicitation: [{ hooks: [theirs, OURS, theirs] }] } }, undefined, 2);
    const removed = removeHooks(text) ?? "";
    assert.deepEqual(read(removed), { hooks: { Elicitation: [{ hooks: [theirs, theirs] }] } });
  });
  test("every edit is told, and tells nothing of what is not ours", () => {
    const secret = { type: "http", url: "https://x.test/", headers: { "X-Key": "hunter2" } };
    const broken = { ...OURS, async: true, command: "echo" };
    const value = {
      env: { ANTHROPIC_API_KEY: "hunter2" },
      hooks: { Elicitation: [{ hooks: [secret, broken, secret] }], Stop: [{ hooks: [secret] }], ElicitationResult: [] },
      z: "hunter2",
    };
    for (const indent of [undefined, 2]) {
      const told: string[] = [];
      const note = ({ removed, added }: Edited): void => void told.push(removed, added);
      const text = addHooks(JSON.stringify(value, undefined, indent), WIRING, note);
      assert.equal(told.length, 6, "two slips and one entry");
      removeHooks(text, note);
      assert.ok(told.length >= 10);
      assert.equal(told.join("\n").includes("hunter2"), false);
      assert.match(told.join("\n"), /"command": ?"echo".*"command": ?"node".*"onFailure"/s);
    }
  });
  test("several of ours all go", () => {
    const group = { hooks: [OURS, OURS] };
    const text = JSON.stringify({ hooks: { Elicitation: [group, { matcher: "x", hooks: [OURS] }], Stop: [] } });
    assert.deepEqual(read(removeHooks(text) ?? ""), { hooks: { Stop: [] } });
  });
  test("groups and handlers of a wrong kind are left alone", () => {
    const text = '{"hooks":{"Elicitation":[5,null,{"hooks":7},{"hooks":[null,"x",{}]},{}]}}';
    assert.equal(removeHooks(addHooks(text, WIRING)), text);
  });
  test("without ours, nothing is taken out", () => {
    for (const text of Object.values(FILES))
      if (text !== undefined && text.trim() !== "") assert.equal(removeHooks(text), text);
  });
});

suite("what can't be read is refused with its place", () => {
  const cases: Readonly<Record<string, readonly [text: string, line: number, column: number, says: RegExp]>> = {
    "a comment at the end of a line": ['{\n  "a": 1, // why\n  "b": 2\n}', 2, 11, /comment/],
    "a comment before all": ["/* x */ {}", 1, 1, /comment/],
    "a comma with nothing after it": ['{\n  "a": 1,\n}', 3, 1, /comma/],
    "a comma at the end of a list": ['{ "a": [1, ] }', 1, 12, /comma/],
    "single quotes": ["{ 'a': 1 }", 1, 3, /not JSON/],
    "half a file": ['{\n  "a": {', 2, 9, /ends too early/],
    "a key that stands twice": ['{ "a": 1,\r\n  "a": 2 }', 2, 3, /twice/],
    "a key twice, deep inside": ['{ "x": { "hooks": {}, "hooks": {} } }', 1, 23, /twice/],
    "text after the end": ["{} x", 1, 4, /not JSON/],
    "a list": ['\n  [{"hooks": {}}]', 2, 3, /not an object/],
    "`hooks` a list": ['{ "note": "hooks",\n  "hooks": [] }', 2, 12, /`hooks` is not an object/],
    "`hooks` null": ['{ "hooks": null }', 1, 12, /`hooks` is not an object/],
    "an event that is an object": ['{ "hooks": {\n"Elicitation": {} } }', 2, 16, /`hooks.Elicitation` is not a list/],
    "an event that is null": ['{ "hooks": { "ElicitationResult": null } }', 1, 35, /`hooks.ElicitationResult`/],
    "after a byte order mark": ["\ufeff{ x", 1, 3, /not JSON/],
  };
  for (const [name, [text, line, column, says]] of Object.entries(cases)) {
    test(name, () => {
      for (const act of [(given: string) => addHooks(given, WIRING), (given: string) => removeHooks(given)]) {
        assert.throws(
          () => act(text),
          (error) => {
            assert.ok(error instanceof SettingsError);
            assert.deepEqual([error.line, error.column], [line, column]);
            assert.match(error.message, says);
            return true;
          },
        );
      }
    });
  }
});

test("what keeps our hooks from running is told", () => {
  const with_ = (more: object, group: object = {}): string =>
    JSON.stringify({
      ...more,
      hooks: { Elicitation: [{ ...group, hooks: [OURS] }], ElicitationResult: [{ hooks: [OURS] }] },
    });
  assert.deepEqual(checkHooks(with_({})), []);
  assert.deepEqual(checkHooks(with_({ disableAllHooks: false }, { matcher: "*" })), []);
  assert.match(checkHooks(with_({ disableAllHooks: true })).join(), /disableAllHooks/);
  assert.match(checkHooks(with_({}, { matcher: "crm" })).join(), /Elicitation has a matcher/);
});
