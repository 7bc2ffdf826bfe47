/**
 * Flaws that a policy may put up with: what is read past, and what is not, even then.
 * That browsers read the same place out of such texts is held in url-differential.test.ts.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseUrl, type Url } from "../engine/core/url.ts";
import { parseTolerantly, TOLERABLE, type Tolerable } from "../engine/core/url-tolerance.ts";
import { textWeight, urlWeight } from "../engine/core/url-weight.ts";

// The flaw, a text with it, and what is read once it is tolerated.
const READ: readonly (readonly [Tolerable, string, Partial<Url>])[] = [
  ["backslash", "https://h.test/a\\b?c\\d#e\\f", { host: "h.test", path: "/a%5Cb", query: "c%5Cd", fragment: "e%5Cf" }],
  ["bad-host", "https://A_b.h.test/", { host: "a_b.h.test", hostKind: "name" }],
  ["bad-host", "https://_dmarc.h_.test:8443", { host: "_dmarc.h_.test", port: 8443 }],
  ["bad-host", "http://loc_lhost/", { host: "loc_lhost", loopback: false }],
  ["bad-host", "http://127.0.0.1_/", { host: "127.0.0.1_", hostKind: "name", loopback: false }],
  ["encoded-host", "https://auth%2Eexample%2ecom/login", { host: "auth.example.com", path: "/login" }],
  ["encoded-host", "https://%61%55%5A%7a%39.test/", { host: "auzz9.test" }],
  ["encoded-host", "http://127%2e0.0.1/", { host: "127.0.0.1", hostKind: "ipv4", loopback: true }],
  [
    "malformed-percent",
    "https://h.test/%USERNAME%?a=%4#%",
    { path: "/%25USERNAME%25", query: "a=%254", fragment: "%25" },
  ],
  ["non-ascii-host", "https://\uff41\uff35\uff54\uff48.example\u3002com/", { host: "auth.example.com" }],
  ["non-ascii-host", "https://a\uff0db\uff61\uff11\uff0etest/", { host: "a-b.1.test" }],
  ["non-ascii-host", "https://\ufb01le.\ufb03x.\ufb06.test/", { host: "file.ffix.st.test" }],
  ["non-ascii-host", "https://b\u00fc\uff43her.example/", { host: "xn--bcher-kva.example" }],
  [
    "unsafe-char",
    'https://h.test/`id`?a="<b>"&c={d|e}^#f#g',
    { path: "/%60id%60", query: "a=%22%3Cb%3E%22&c=%7Bd%7Ce%7D%5E", fragment: "f%23g" },
  ],
  ["userinfo", "https://alice:pw%20@h.test:8443/a", { host: "h.test", port: 8443, path: "/a" }],
  ["userinfo", "https://@h.test/", { host: "h.test" }],
  ["whitespace", "  https://h.test/login  ", { text: "https://h.test/login", path: "/login" }],
];

// Texts that stay refused though everything is tolerated, and why.
const REFUSED: readonly (readonly [string, string])[] = [
  ["https://evil.test\\@auth.example.com/", "backslash"],
  ["https://auth.example.com\\evil", "backslash"],
  ["https:\\\\h.test/", "backslash"],
  ["https://a@b@h.test/", "userinfo"],
  ["https://a<b@h.test/", "userinfo"],
  ["https://\u00e4@h.test/", "userinfo"],
  ["https://evil.test;.auth.example.com/", "bad-host"],
  ["https://-a.test/", "bad-host"],
  ["https://xn--_.test/", "bad-host"],
  ["https://b\u00fc_.test/", "bad-host"],
  ["https://auth.example.com%40evil.test/", "encoded-host"],
  ["https://auth.example.com%3A80/", "encoded-host"],
  ["https://auth%252Eexample.com/", "encoded-host"],
  ["https://%C3%BC.test/", "encoded-host"],
  ["https://h.test:%38%30/", "bad-port"],
  ["https://h.test:\uff18\uff10/", "bad-port"],
  ["https://evil.test\uff0f.auth.example.com/", "non-ascii-host"],
  ["https://auth.example.com\uff20evil.test/", "non-ascii-host"],
  ["https://\u{1d41a}.test/", "non-ascii-host"],
  ["https://fa\u00df.test/", "non-ascii-host"],
  ["https://bu\u0308cher.test/", "non-ascii-host"],
  ["http://\uff10x7f.1/", "non-ascii-host"],
  ["http://2130706433/", "number-host"],
  ["http://%30x7f000001/", "encoded-host"],
  ["https://h.test/a b", "whitespace"],
  ["https://h.test /", "whitespace"],
  ["\u3000https://h.test/", "missing-scheme"],
  ["\thttps://h.test/", "control-char"],
  ["https://h.test/a/../b", "dot-segment"],
  ["https://h.test./", "trailing-dot"],
  ["https://[fe80::1%25eth0]/", "zone-id"],
  ["javascript:alert(1)", "scheme"],
  ["//h.test/", "missing-scheme"],
  ["", "empty"],
];

for (const [flaw, text, parts] of READ) {
  test(`${flaw} may be tolerated in ${JSON.stringify(text)}`, () => {
    const strict = parseUrl(text);
    assert.ok(!strict.ok);
    assert.equal(strict.errors[0].code, flaw);
    const others = TOLERABLE.filter((one) => one !== flaw);
    assert.deepEqual(parseTolerantly(text, []), strict);
    assert.ok(!parseTolerantly(text, others).ok, "the other flaws alone do not let it through");
    const read = parseTolerantly(text, [flaw]);
    assert.ok(read.ok, JSON.stringify(read));
    const { value } = read;
    for (const [name, wanted] of Object.entries(parts) as [keyof Url, unknown][])
      assert.equal(value[name], wanted, name);
  });
}

for (const [text, problem] of REFUSED) {
  test(`${JSON.stringify(text)} stays refused for ${problem} whatever is tolerated`, () => {
    const strict = parseUrl(text);
    const read = parseTolerantly(text, TOLERABLE);
    assert.ok(!strict.ok && !read.ok);
    assert.ok(
      strict.errors.some(({ code }) => code === problem),
      `${strict.errors.map(({ code }) => code)}`,
    );
    const untolerated = strict.errors.filter(({ code }) => !TOLERABLE.some((one) => one === code));
    assert.deepEqual(read.errors, untolerated.length > 0 ? untolerated : strict.errors);
  });
}

test("what is left is told, not what is tolerated", () => {
  const read = parseTolerantly(" https://a@h.test/../\\", ["whitespace", "backslash"]);
  assert.ok(!read.ok);
  assert.deepEqual(
    read.errors.map(({ code }) => code),
    ["userinfo", "dot-segment"],
  );
});

test("several flaws in one text are mended together", () => {
  const read = parseTolerantly(" https://a@b_c%2Etest:8443/\\%?`", TOLERABLE);
  assert.ok(read.ok, JSON.stringify(read));
  assert.equal(read.value.host, "b_c.test");
  assert.equal(read.value.port, 8443);
  assert.equal(read.value.path, "/%5C%25");
});

test("a mended link weighs no less than what any browser makes of its text", () => {
  for (const [, text] of READ) {
    const read = parseTolerantly(text, TOLERABLE);
    assert.ok(read.ok);
    const weight = Math.max(urlWeight(read.value), textWeight(text));
    const written = new URL(text).href.trim();
    const whole = [...written].reduce((sum, character) => sum + (character === "%" || character === "&" ? 4 : 1), 0);
    assert.ok(weight >= whole, `${text}: ${weight} < ${whole}`);
  }
});
