/**
 * `sekisho decide`: a line in, a line out, whatever the line; one at a time, so that memory stays what it is.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, suite, test } from "node:test";
import { MAX_INPUT_BYTES } from "../engine/adapters/wire.ts";
import { buildProgram, createCliWorld } from "./support/cli-world.ts";

const world = createCliWorld();
after(world.remove);

interface Line {
  readonly decision?: {
    readonly effect: string;
    readonly reasons: readonly { readonly code: string; readonly args: object }[];
  };
  readonly output?: object;
  readonly error?: { readonly code: string; readonly line: number };
}

const linkTo = (url: string): string =>
  JSON.stringify({ hook_event_name: "Elicitation", mcp_server_name: "crm", message: "Sign in", mode: "url", url });
const good = linkTo("https://auth.example.com/login");
const bad = linkTo("http://evil.test/");

const parsed = (stdout: string): readonly Line[] =>
  stdout === ""
    ? []
    : stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Line);
/** `decline`, or `malformed-json@3` for an error */
const short = (stdout: string): readonly string[] =>
  parsed(stdout).map(({ decision, error }) => decision?.effect ?? `${error?.code}@${error?.line}`);

suite("lines", () => {
  test("decision and output, as the hook would give them", async () => {
    const { code, stdout, stderr } = await world.run(["decide"], { stdin: `${good}\n${bad}\n` });
    assert.deepEqual([code, stderr], [0, ""]);
    const [first, second] = parsed(stdout);
    assert.deepEqual(first, { decision: { effect: "ask", reasons: [], errors: [], observed: [] }, output: {} });
    assert.deepEqual(second?.output, { hookSpecificOutput: { hookEventName: "Elicitation", action: "decline" } });
    assert.deepEqual(Object.keys(second ?? {}), ["decision", "output"]);
  });

  const cases: Readonly<Record<string, readonly [stdin: string | Uint8Array, code: number, out: readonly string[]]>> = {
    "nothing at all": ["", 0, []],
    "no line end at the end": [`${good}\n${bad}`, 0, ["ask", "decline"]],
    "CRLF, blank lines, blanks around": [`${good}\r\n\r\n   \n\t${bad}  \r\n\n`, 0, ["ask", "decline"]],
    "a byte order mark": [`\ufeff${good}\n`, 0, ["ask"]],
    "a byte order mark and nothing else": ["\ufeff\n", 0, []],
    "a line that is not JSON": [`${good}\n{nonsense\n${bad}\n`, 1, ["ask", "malformed-json@2", "decline"]],
    "lines are counted with the blank ones": [`\n\nx\n\ny\n`, 1, ["malformed-json@3", "malformed-json@5"]],
    "two objects on one line": [`${good}${bad}\n`, 1, ["malformed-json@1"]],
    "half an object at the end": [`${good}\n${bad.slice(0, 20)}`, 1, ["ask", "malformed-json@2"]],
    "not UTF-8": [
      Buffer.concat([Buffer.from(`${good}\n{"a":"`), Buffer.from([0xff]), Buffer.from(`"}\n${bad}\n`)]),
      1,
      ["ask", "malformed-json@2", "decline"],
    ],
    "a no-break space is no blank line": ["\u00a0\n", 1, ["malformed-json@1"]],
    "JSON that is no request is a decision": [
      '5\n[]\nnull\n"x"\n{}\n',
      0,
      ["decline", "decline", "decline", "decline", "decline"],
    ],
    "a key twice, too deep: a decision": [
      `${good.replace("{", '{"a":1,"a":2,')}\n${"[".repeat(300)}${"]".repeat(300)}\n`,
      0,
      ["decline", "decline"],
    ],
    "an event that is not ours": ['{"hook_event_name":"PreToolUse"}\n', 0, ["pass"]],
  };
  for (const [name, [stdin, code, out]] of Object.entries(cases)) {
    test(name, async () => {
      const end = await world.run(["decide"], { stdin });
      assert.deepEqual([short(end.stdout), end.code, end.stderr], [out, code, ""]);
    });
  }

  test("cut anywhere, the chunks make no difference", async () => {
    const bytes = Buffer.from(`${good}\r\n{"é":"関所"\n\n${bad}`);
    const whole = await world.run(["decide"], { stdin: bytes });
    for (const size of [1, 2, 3, 7, 100]) {
      async function* chunks(): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      assert.deepEqual(await world.run(["decide"], { stdin: chunks() }), whole);
    }
  });

  test("a line beyond the limit is refused as too large, and the next one is read again", async () => {
    for (const filler of ["a", "関"]) {
      const long = `{"x":"${filler.repeat(Math.ceil((MAX_INPUT_BYTES + 4_000_000) / Buffer.byteLength(filler)))}"}\n`;
      const { code, stdout } = await world.run(["decide"], { stdin: Buffer.from(long + bad) });
      assert.deepEqual([short(stdout), code], [["decline", "decline"], 0]);
      assert.deepEqual(parsed(stdout)[0]?.decision?.reasons[0]?.args, { problem: "too-large" });
    }
  });

  test("what could break a line or steer a terminal is escaped, and says the same", async () => {
    const server = "a\u2028b\u0085c\u202ed\u009b31m";
    const policy = world.write("list.yaml", "rules: [{ use: only-servers, servers: [crm] }]\n");
    const { stdout } = await world.run(["decide", "--policy", policy], {
      stdin: good.replace('"crm"', JSON.stringify(server)),
    });
    assert.equal(/[\u0080-\u009f\u2028-\u202e]/.test(stdout), false);
    assert.deepEqual(parsed(stdout)[0]?.decision?.reasons[0]?.args, { server });
  });
});

suite("options", () => {
  test("policies side by side, facts, and the time", async () => {
    const first = world.write(
      "first.yaml",
      "rules: [{ use: match, then: decline, for: { facts: { ci: true, __proto__: x } } }]\n",
    );
    const second = world.write(
      "second.yaml",
      "rules: [{ use: match, then: cancel, except: { servers: crm, until: 2026-12-31 } }]\n",
    );
    const decided = async (...args: readonly string[]): Promise<readonly string[]> =>
      short((await world.run(["decide", "--policy", first, "--policy", second, ...args], { stdin: good })).stdout);
    assert.deepEqual(await decided(), ["ask"]);
    assert.deepEqual(await decided("--now", "2027-01-01"), ["cancel"]);
    assert.deepEqual(await decided("--fact", "ci=true"), ["ask"]);
    assert.deepEqual(await decided("--fact", "ci=true", "--fact=__proto__=x"), ["decline"]);
  });

  test("without a policy, those that the hook would find", async () => {
    const other = createCliWorld();
    after(other.remove);
    other.write("project/.claude/sekisho.yaml", "default: cancel\n");
    assert.deepEqual(short((await other.run(["decide"], { stdin: `${good}\n${bad}` })).stdout), ["cancel", "decline"]);
  });

  test("a policy that does not load: everything is refused, why stands on stderr, and the exit code says so", async () => {
    const policy = world.write("broken.yaml", "rulez: []\n");
    const { code, stdout, stderr } = await world.run(["decide", "--policy", policy], { stdin: `${good}\n${good}` });
    assert.deepEqual([code, short(stdout)], [1, ["decline", "decline"]]);
    assert.match(
      stderr,
      /broken\.yaml:1:1 unknown-key: a policy has no key `rulez`\n {2}1 \| rulez: \[\]\n {4}\| \^{5} did you mean `rules`\?\n$/,
    );
  });
});

suite("as a process", async () => {
  const program = world.write("sekisho.cjs", await buildProgram());

  const start = (shell: string) => {
    const env = { PATH: process.env["PATH"], HOME: world.home };
    const child = spawn(
      "sh",
      ["-c", shell.replaceAll("$SEKISHO", `'${process.execPath}' --max-old-space-size=60 '${program}'`)],
      { cwd: world.project, env },
    );
    const collected: string[] = [];
    child.stdin.on("error", () => {}); // it may have ended before everything was written
    child.stdout.setEncoding("utf8").on("data", (text: string) => collected.push(text));
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { child, collected, ended };
  };

  test("200,000 lines in the memory of a few", async () => {
    const { child, ended } = start("$SEKISHO decide | tail -n 1");
    let last = "";
    child.stdout.on("data", (text: string) => {
      last += text;
    });
    const block = Buffer.from(`${good}\n`.repeat(1000));
    for (let written = 0; written < 200; written += 1) {
      if (!child.stdin.write(block)) await new Promise((resolve) => child.stdin.once("drain", resolve));
    }
    child.stdin.end(`${bad}\n`);
    assert.equal(await ended, 0);
    assert.deepEqual(short(last), ["decline"]);
  });

  test("an answer comes before the next line is asked for", async () => {
    const { child, collected, ended } = start("$SEKISHO decide");
    child.stdin.write(`${bad}\n`);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    assert.deepEqual(short(collected.join("")), ["decline"]);
    child.stdin.end(`${good}\n`);
    assert.equal(await ended, 0);
    assert.deepEqual(short(collected.join("")), ["decline", "ask"]);
  });

  test("where nobody reads any more, it ends, although there is more to decide", async () => {
    const { child, collected, ended } = start('{ $SEKISHO decide; echo "ended $?" >&2; } | head -n 1');
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      told += text;
    });
    const write = (): void => {
      if (!child.stdin.destroyed) child.stdin.write(`${bad}\n`.repeat(100), () => setImmediate(write));
    };
    write();
    await new Promise<void>((resolve) => child.stderr.on("data", () => told.includes("ended") && resolve()));
    child.stdin.destroy();
    await ended;
    assert.deepEqual([short(collected.join("")), told], [["decline"], "ended 1\n"]);
  });

  test("a slow reader gets every byte", async () => {
    const count = 3000;
    const { child, ended, collected } = start("$SEKISHO decide | (sleep 1; cat)");
    child.stdin.end(`${bad}\n`.repeat(count));
    assert.equal(await ended, 0);
    assert.equal(short(collected.join("")).length, count);
  });
});
