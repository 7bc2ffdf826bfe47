/**
 * `sekisho url`, and what `explain` shows of a link: every caret under its character, nothing of the link left to steer a
 * terminal, and an exit code that says whether readers could disagree.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import fc from "fast-check";
import { powers } from "../engine/bind.ts";
import { parseArguments, UsageError } from "../engine/cli/command.ts";
import type { Io } from "../engine/cli/io.ts";
import { url } from "../engine/cli/url.ts";
import type { Effect } from "../engine/core/rule.ts";
import { MAX_URL_LENGTH } from "../engine/core/url.ts";
import { URL_PROBLEM_CODES } from "../engine/core/url-problems.ts";
import { TOLERABLE } from "../engine/core/url-tolerance.ts";
import { type UrlFinding, type UrlView, viewUrl } from "../engine/url-view.ts";
import { renderUrlView } from "../engine/url-view-text.ts";
import { runs } from "./support/runs.ts";

function lines(text: string): readonly string[] {
  return renderUrlView(viewUrl(text, powers)).split("\n");
}

/** Code, and the characters that are marked */
function told(view: UrlView, findings: readonly UrlFinding[]): readonly string[] {
  return findings.map(({ code, at, end }) => `${code} ${at === null || end === null ? "" : view.text.slice(at, end)}`);
}

suite("as text", () => {
  test("a clear link: its host is marked, and who owns it", () => {
    assert.deepEqual(lines("https://auth.example.co.jp/login?state=abc"), [
      "  https://auth.example.co.jp/login?state=abc",
      "          ~~~~~~~~~~~~~~~~~~ host",
      "",
      "  scheme  https",
      "  host    auth.example.co.jp",
      "  domain  example.co.jp",
      "",
      "every reader reads it alike",
      "",
    ]);
  });

  test("an unclear one: each finding stands under its characters, of one kind on one line", () => {
    assert.deepEqual(lines("https://auth.example.com:pw@evil.test:8443/%%?a=`"), [
      "  https://auth.example.com:pw@evil.test:8443/%%?a=`",
      "                              ~~~~~~~~~ host",
      "          ^^^^^^^^^^^^^^^^^^^^ userinfo: link has a user name before the host",
      "                                             ^^ malformed-percent: link has a percent sign that encodes nothing",
      "                                                  ^ unsafe-char: link has a character that links do not have unencoded",
      "",
      "  scheme  https",
      "  host    evil.test",
      "  domain  evil.test",
      "  port    8443",
      "",
      "two readers could read it differently",
      "",
    ]);
  });

  test("where readers may find another host, none is shown", () => {
    const [text, caret, , scheme, host] = lines("https://evil.test\\@auth.example.com/");
    assert.equal(text, "  https://evil.test\\@auth.example.com/");
    assert.equal(caret, "                   ^ backslash: link has a backslash, which browsers read as a slash");
    assert.equal(scheme, "  scheme  https");
    assert.equal(host, "  host    not the same for all readers");
  });

  test("wide, look-alike and hidden characters are escapes, and carets count them", () => {
    const [text, ...carets] = lines("https://h.test/\u0430\u95a2\u202e\u{1f600}\t\ud800é");
    assert.equal(text, "  https://h.test/\\u0430\\u95a2\\u202e\\U0001f600\\x09\\ud800é");
    const at = (code: string): number => carets.find((line) => line.includes(`^ ${code}:`))?.indexOf("^") ?? -1;
    assert.equal(at("bidi"), text.indexOf("\\u202e"));
    assert.equal(at("invisible-char"), text.indexOf("\\u202e"));
    assert.equal(at("control-char"), text.indexOf("\\x09"));
    assert.equal(at("lone-surrogate"), text.indexOf("\\ud800"));
  });

  test("punycode is read out, with its script where that is not Latin", () => {
    assert.ok(
      lines("https://xn--e1afmkfd.example/").includes("  host    xn--e1afmkfd.example  (пример.example, in cyrillic)"),
    );
    assert.ok(lines("https://bücher.example/").includes("  host    xn--bcher-kva.example  (bücher.example)"));
    assert.ok(lines("https://xn--n8jtc0a.example/").some((line) => line.endsWith(", in kana)")));
  });

  test("hosts without a registrable domain say why", () => {
    const domain = (text: string): string | undefined => lines(text).find((line) => line.startsWith("  domain"));
    assert.equal(domain("http://127.0.0.1/"), "  domain  none: an address");
    assert.equal(domain("https://[::1]/"), "  domain  none: an address");
    assert.equal(domain("https://intranet/"), "  domain  none: a single label");
    assert.equal(domain("https://github.io/"), "  domain  none: a public suffix, below which strangers register");
    assert.equal(domain("https://a.github.io/"), "  domain  a.github.io");
  });

  test("what our rules would say stands beside it, with what they would do", () => {
    const shown = lines("http://paypa1.com/login?next=https://x.test&token=FAKEfake0FAKEfake1");
    const under = (label: string): string => {
      const line = shown.find((one) => one.includes(label)) ?? "";
      return (shown[0] ?? "").slice(line.indexOf("^"), line.lastIndexOf("^") + 1);
    };
    assert.equal(under("require-https/not-https (decline)"), "http");
    assert.equal(under("no-lookalike-hosts/confusable (decline)"), "paypa1.com");
    assert.equal(under("no-open-redirects/redirect-param (ask)"), "next=https://x.test");
    assert.equal(under("no-url-credentials/token-in-url (decline)"), "token=FAKEfake0FAKEfake1");
    assert.equal(shown.at(-2), "every reader reads it alike");
  });

  test("a finding about the whole link has a line without a caret", () => {
    const shown = lines(`https://h.test/${"x".repeat(8000)}`);
    assert.ok(shown.includes("  url-length/too-long (decline): link weighs 8015, more than 7981"));
  });

  test("long links are cut around the findings", () => {
    const shown = lines(`https://h.test/${"x".repeat(3000)}\u0007${"y".repeat(3000)}?a=%`);
    assert.ok(
      shown.every((line) => line.length < 200),
      shown.join("\n"),
    );
    assert.equal(
      shown[0],
      `  https://h.test/${"x".repeat(15)}…${"x".repeat(16)}\\x07${"y".repeat(16)}…${"y".repeat(13)}?a=%`,
    );
    assert.equal(shown.find((line) => line.includes("control-char"))?.indexOf("^"), shown[0]?.indexOf("\\x07"));
    assert.equal(
      shown.find((line) => line.includes("malformed-percent"))?.lastIndexOf("^"),
      shown[0]?.lastIndexOf("%"),
    );
  });

  test("links of many findings take several rows, and each says its code again", () => {
    const shown = lines(`https://h.test/${"ab\u0007".repeat(40)}`);
    const carets = shown.filter((line) => line.includes("control-char"));
    assert.ok(carets.length > 1);
    assert.ok(carets[0]?.includes("control-char: link has"));
    assert.ok(carets.slice(1).every((line) => line.endsWith("control-char")));
  });

  test("words that would not fit stand before the caret", () => {
    const shown = lines(`https://h.test/${"x".repeat(80)}%`);
    const caret = shown.find((line) => line.includes("malformed-percent")) ?? "";
    assert.equal(caret.indexOf("^"), shown[0]?.indexOf("%"));
    assert.ok(caret.endsWith("^"));
  });

  test("nothing, and what is missing at the end, are marked too", () => {
    assert.deepEqual(lines("").slice(0, 2), ["  ", "  ^ empty: link is empty"]);
    assert.equal(lines("https://")[1], "          ^ empty-host: link has no host");
  });

  test("colours are the caller's", () => {
    const paint = { bold: (text: string) => `<b>${text}</b>`, dim: (text: string) => `<i>${text}</i>` };
    const shown = renderUrlView(viewUrl("https://h.test/a", powers), paint);
    assert.ok(shown.startsWith("  https://<b>h.test</b>/a\n          <b>~~~~~~</b> <i>host</i>\n"), shown);
  });

  test("whatever the link, lines are plain text, and carets stand under what they are about", () => {
    const texts = fc
      .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 60 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const view = viewUrl(text, powers);
        for (const line of renderUrlView(view).split("\n")) {
          // `host` shows letters of the table of host-idn.ts; all else is of our own making.
          if (!line.startsWith("  host  ")) assert.match(line, /^[\x20-\x7e\u00df-\u00f6\u00f8-\u00ff…]*$/);
        }
        for (const { at, end } of [...view.problems, ...view.notes]) {
          if (at !== null && end !== null) assert.ok(at >= 0 && at <= end && end <= Math.max(text.length, at));
        }
      }),
      runs(0.5),
    );
  });
});

const PIECES =
  "https:// http:// h.test xn--bcher-kva @ \\ : / .. ? # % %2e a= [ ] 127.1 \u202e \u200b \u95a2 \u0430 \ud800 \t".split(
    " ",
  );

suite("as data", () => {
  test("problems know where they begin and end", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["https://a:b@h.test/", "userinfo a:b@"],
      ["https://h.test/a/%2e%2E;x/b", "dot-segment %2e%2E;x"],
      ["https://a%2Eb.test/", "encoded-host %2E"],
      ["https://xn--a.example/", "bad-punycode xn--a"],
      ["http://0x7f.1:80/", "number-host 0x7f.1"],
      ["http://[::1::]/", "bad-ipv6 [::1::]"],
      ["https://h.test:0443/a", "bad-port :0443"],
      ["https://h.test/\u{e0061}", "invisible-char \u{e0061}"],
      ["ftp://h.test/", "scheme ftp"],
    ];
    for (const [text, wanted] of cases) {
      const view = viewUrl(text, powers);
      assert.equal(told(view, view.problems)[0], wanted);
    }
  });

  test("the host is told where all that is wrong leaves it alone, and only there", () => {
    const host = (text: string): string | undefined => viewUrl(text, powers).host?.ascii;
    assert.equal(host("https://auth.example.com@evil.test/"), "evil.test");
    assert.equal(host("https://evil.test/a b\\c/../%"), "evil.test");
    assert.equal(host("https://EVIL.test:80/`"), "evil.test");
    for (const text of [
      "https://a@b@evil.test/",
      "https://evil.test\\@auth.example.com/",
      "https://evil.test\\/",
      " https://evil.test/",
      "https:/evil.test/",
      "https://evil%2Etest/",
      "https://evil.test:0/",
      "//evil.test/",
    ]) {
      assert.equal(host(text), undefined, text);
    }
  });

  test("every host that is told is the one that browsers find", () => {
    const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((parts) => `https://${parts.join("")}`);
    fc.assert(
      fc.property(texts, (text) => {
        const { host, port } = viewUrl(text, powers);
        if (host === null) return;
        const browser = new URL(text);
        assert.equal(browser.hostname, host.ascii);
        assert.equal(browser.port, port === null ? "" : String(port));
      }),
      runs(),
    );
  });

  test("what a policy's rules said is placed, in place of what ours would say", () => {
    const say = (
      rule: string,
      code: string,
      args: Readonly<Record<string, string | number>> = {},
      effect: Effect = "decline",
    ) => ({
      effect,
      reason: { rule, code, args },
    });
    const text = "https://h.test:8443/a/b?x=1$&u=alice%40mail.test#t";
    const said = [
      say("allow-url-hosts:ours", "port-not-allowed", { host: "h.test", port: 8443 }),
      say("allow-url-hosts", "path-not-allowed", { host: "h.test" }),
      say("allow-url-hosts", "host-not-allowed", { host: "h.test" }),
      say("canonical-url", "shell-metachar", { at: 27 }),
      say("canonical-url", "not-canonical"),
      say("no-private-hosts", "local-name", { host: "h.test" }),
      say("no-url-credentials", "pii-in-url", { part: "query", kind: "email" }),
      say("no-url-credentials", "token-in-url", { part: "fragment", kind: "token" }),
      say("no-open-redirects", "script-target"),
      say("match:ours", "matched", { because: "x" }),
      say("require-https", "unreadable-url", { problem: "empty" }),
      { effect: "ask" as const },
    ];
    const view = viewUrl(text, powers, said);
    assert.deepEqual(told(view, view.notes), [
      "port-not-allowed :8443",
      "path-not-allowed /a/b",
      "host-not-allowed h.test",
      "shell-metachar $",
      "not-canonical https://h.test:8443",
      "local-name h.test",
      "pii-in-url u=alice%40mail.test",
      "token-in-url t",
      "script-target ",
    ]);
    assert.equal(view.notes[0]?.rule, "allow-url-hosts:ours");
    assert.equal(view.notes[0]?.says, "host `h.test` is on the list, but not with port 8443");
  });

  test("what a problem says already is no note", () => {
    for (const text of ["https://a@h.test/", "http://127.1/", `https://h.test/${"x".repeat(MAX_URL_LENGTH)}`]) {
      const view = viewUrl(text, powers);
      assert.equal(view.problems.length, 1);
      assert.deepEqual(view.notes, []);
    }
  });
});

interface Ran {
  readonly code: number;
  readonly out: string;
}

async function run(args: readonly string[], stdin: string | Uint8Array = ""): Promise<Ran> {
  let out = "";
  const io = {
    env: {},
    terminal: false,
    print: (text: string) => {
      out += text;
    },
    readAll: async () => (typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin),
  } as unknown as Io;
  return { code: await url.run(parseArguments(url, args), io), out };
}

suite("the command", () => {
  test("exits 0 where readers can't disagree, whatever rules would say, and 1 where they could", async () => {
    assert.equal((await run(["https://auth.example.com/login"])).code, 0);
    assert.equal((await run(["http://localhost/?token=FAKEfake0FAKEfake1"])).code, 0);
    assert.equal((await run(["https://a@auth.example.com/"])).code, 1);
    assert.equal((await run(["javascript:alert(1)"])).code, 1);
    assert.equal((await run([""])).code, 1);
  });

  test("asks for one link", async () => {
    await assert.rejects(run([]), UsageError);
    assert.throws(() => parseArguments(url, ["https://a.test/", "https://b.test/"]), UsageError);
    assert.throws(() => parseArguments(url, ["--policy", "x", "https://b.test/"]), UsageError);
  });

  test("reads a link from stdin, without the line end behind it alone", async () => {
    const { out, code } = await run(["-", "--json"], "https://h.test/a\n");
    assert.equal(JSON.parse(out).text, "https://h.test/a");
    assert.equal(code, 0);
    assert.equal(
      JSON.parse((await run(["-", "--json"], "\ufeffhttps://h.test/\n\n")).out).text,
      "\ufeffhttps://h.test/\n",
    );
    assert.equal((await run(["-"], new Uint8Array([0x68, 0xff]))).code, 1);
  });

  test("prints the view as JSON of plain characters", async () => {
    const text = "https://h.test/\u202e\u0007";
    const { out } = await run(["--json", text]);
    assert.match(out, /^[\x20-\x7e\n]*$/);
    assert.deepEqual(JSON.parse(out), JSON.parse(JSON.stringify(viewUrl(text, powers))));
    assert.deepEqual(Object.keys(JSON.parse(out)), ["text", "clear", "scheme", "host", "port", "problems", "notes"]);
  });
});

suite("docs/urls.md", () => {
  const docs = readFileSync(join(import.meta.dirname, "../docs/urls.md"), "utf8");

  test("shows what the command prints", () => {
    const shown = /```text\n( {2}https[\s\S]*?)```/.exec(docs)?.[1];
    assert.ok(shown !== undefined);
    assert.equal(renderUrlView(viewUrl(shown.split("\n")[0]?.trim() ?? "", powers)), shown);
  });

  test("says of every problem why it is one, and of every flaw what tolerating it lets through", () => {
    const table = docs.slice(docs.indexOf("## What is refused"), docs.indexOf("## Hosts beyond"));
    assert.deepEqual(
      URL_PROBLEM_CODES.filter((code) => !table.includes(`\`${code}\``)),
      [],
    );
    assert.deepEqual(
      TOLERABLE.filter((flaw) => !docs.includes(`\`tolerate: [${flaw}]\``)),
      [],
    );
  });
});
