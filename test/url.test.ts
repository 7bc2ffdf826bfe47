import assert from "node:assert/strict";
import { test } from "node:test";
import { asciiLabel, unicodeLabel } from "../engine/core/host-idn.ts";
import { parseIpv4, parseIpv6, renderIpv6 } from "../engine/core/host-ip.ts";
import { decodePunycode, encodePunycode } from "../engine/core/host-punycode.ts";
import { MAX_URL_LENGTH, parseUrl, type Url } from "../engine/core/url.ts";
import { URL_PROBLEM_CODES } from "../engine/core/url-problems.ts";

const NO_PARTS = { port: undefined, path: "", query: undefined, fragment: undefined, loopback: false };

// Text, and what is read from it.
const READ: readonly (readonly [string, Partial<Url>])[] = [
  ["https://auth.example.com", { scheme: "https", host: "auth.example.com", hostKind: "name", ...NO_PARTS }],
  ["HTTPS://AUTH.Example.COM/Login", { ...NO_PARTS, scheme: "https", host: "auth.example.com", path: "/Login" }],
  ["https://h.test:443/", { host: "h.test", port: undefined }],
  ["http://h.test:80/", { host: "h.test", port: undefined }],
  ["https://h.test:80/", { port: 80 }],
  ["http://h.test:443/", { port: 443 }],
  ["https://h.test:/", { port: undefined, path: "/" }],
  ["https://h.test:65535?q", { port: 65535, path: "", query: "q" }],
  ["https://h.test?", { path: "", query: "", fragment: undefined }],
  ["https://h.test#", { path: "", query: undefined, fragment: "" }],
  ["https://h.test#a?b/c", { path: "", query: undefined, fragment: "a?b/c" }],
  ["https://h.test/a?b?c#d", { path: "/a", query: "b?c", fragment: "d" }],
  ["https://h.test/@team?to=a@b#@", { path: "/@team", query: "to=a@b", fragment: "@" }],
  ["https://h.test//x/...;y/.well-known/a.", { path: "//x/...;y/.well-known/a." }],
  ["https://h.test/?filter[x]=1&a='$(b);c'", { query: "filter[x]=1&a='$(b);c'" }],
  ["https://h.test/%C3%A9/é/関?ü#ß", { path: "/%C3%A9/é/関", query: "ü", fragment: "ß" }],
  ["https://1.2.3.4.example/", { host: "1.2.3.4.example", hostKind: "name" }],
  ["https://0x7f.example/", { host: "0x7f.example", hostKind: "name" }],
  ["https://r3---sn-a.example/", { host: "r3---sn-a.example" }],
  ["http://127.0.0.1:3000/", { host: "127.0.0.1", hostKind: "ipv4", port: 3000, loopback: true }],
  ["http://127.9.9.9/", { hostKind: "ipv4", loopback: true }],
  ["http://128.0.0.1/", { hostKind: "ipv4", loopback: false }],
  ["http://LOCALHOST/", { host: "localhost", loopback: true }],
  ["http://app.localhost/", { host: "app.localhost", loopback: false }],
  ["http://localhost.evil.test/", { loopback: false }],
  ["http://127.0.0.1.evil.test/", { hostKind: "name", loopback: false }],
  ["http://[::1]:3000/", { host: "[::1]", hostKind: "ipv6", port: 3000, loopback: true }],
  ["http://[0:0:0:0:0:0:0:1]/", { host: "[::1]", loopback: true }],
  ["http://[::FFFF:127.0.0.1]/", { host: "[::ffff:7f00:1]", loopback: false }],
  ["https://bücher.example/", { host: "xn--bcher-kva.example", hostKind: "name" }],
  ["https://XN--Bcher-KVA.example/", { host: "xn--bcher-kva.example" }],
  ["https://日本語.example/", { host: "xn--wgv71a119e.example" }],
];

// Text, and all that is wrong with it, most important first.
const REFUSED: readonly (readonly [unknown, string])[] = [
  [["https://auth.example.com"], "empty@0"],
  [undefined, "empty@0"],
  ["", "empty@0"],
  [`https://h.test/${"a".repeat(MAX_URL_LENGTH)}`, `too-long@${MAX_URL_LENGTH}`],
  ["javascript://auth.example.com/%0aalert(1)", "scheme@0"],
  ["java\nscript:alert(1)", "scheme@0 control-char@4"],
  [" data:text/html,hi", "scheme@1 whitespace@0"],
  ["httpss://h.test", "scheme@0"],
  ["auth.example.com:443/login", "scheme@0"],
  ["//evil.test/login", "missing-scheme@0"],
  ["auth.example.com/login", "missing-scheme@0"],
  ["://h.test", "missing-scheme@0"],
  ["1https://h.test", "missing-scheme@0"],
  ["ht\u200btps://h.test", "missing-scheme@0 invisible-char@2"],
  ["h\nttps://h.test", "control-char@1"],
  ["https://auth.example.com@evil.test/", "userinfo@8"],
  ["https://a@b@evil.test/", "userinfo@8"],
  ["https://@evil.test/", "userinfo@8"],
  ["https://evil.test\\@auth.example.com/", "backslash@17"],
  ["https:\\\\evil.test", "backslash@6 backslash@7"],
  ["https://h.test/a\\b?c\\d", "backslash@16 backslash@20"],
  ["https://auth.example.com\n.evil.test/", "control-char@24"],
  ["https://h.test/\u001b[2K\u0085\u007f", "control-char@15 control-char@19 control-char@20"],
  [" https://h.test/ ", "whitespace@0 whitespace@16"],
  ["https://h.test/a\u3000b\u00a0", "whitespace@16 whitespace@18"],
  ["https://h.test/\u202emoc.live", "bidi@15 invisible-char@15"],
  ["https://auth\u200b.example.com/", "invisible-char@12"],
  [
    "https://h.test/\u00ad\u2060\ufeff\ufe0f\u{e0061}a\u2800\uffff",
    "invisible-char@15 invisible-char@16 invisible-char@17 invisible-char@18 invisible-char@19 invisible-char@22 invisible-char@23",
  ],
  ["https://h.test/\ud800a\udc00", "lone-surrogate@15 lone-surrogate@17"],
  ["https:evil.test/login", "missing-slashes@6"],
  ["https:/evil.test", "missing-slashes@6"],
  ["https:///evil.test", "extra-slashes@8"],
  ["https:/\\/evil.test", "backslash@7 extra-slashes@8"],
  ["https://", "empty-host@8"],
  ["https://?q", "empty-host@8"],
  ["https://:80/", "empty-host@8"],
  ["https://auth%2Eexample.com/", "encoded-host@12"],
  ["https://auth.example.com%40evil.test/", "encoded-host@24"],
  ["https://faß.example/", "non-ascii-host@10"],
  ["https://ςα.example/", "non-ascii-host@8"],
  ["https://Bücher.example/Ü", "ok"],
  ["https://BÜCHER.example/", "non-ascii-host@9"],
  ["https://bu\u0308cher.example/", "non-ascii-host@10"],
  ["https://ａuth.example/", "non-ascii-host@8"],
  ["https://auth.example\u3002com/", "non-ascii-host@20"],
  ["https://evil.test\uff0f.auth.example.com/", "non-ascii-host@17"],
  ["https://\u{1d41a}.example/", "non-ascii-host@8"],
  ["https://xn--a.example/", "bad-punycode@8"],
  ["https://xn--.example/", "bad-punycode@8"],
  ["https://xn--fa-hia.example/", "bad-punycode@8"],
  ["https://xn--auth-.example/", "bad-punycode@8"],
  ["https://a.xn--ü.example/", "bad-punycode@10"],
  ["https://xn--aa---ü.example/", "bad-punycode@8"],
  ["http://127.1/", "number-host@7"],
  ["http://0x7f000001/", "number-host@7"],
  ["http://2130706433/", "number-host@7"],
  ["http://0177.0.0.1/", "number-host@7"],
  ["http://256.256.256.256/", "number-host@7"],
  ["http://evil.test.0x/", "number-host@7"],
  ["http://1.2.3.4./", "number-host@7 trailing-dot@14"],
  ["http://[fe80::1%25eth0]/", "zone-id@15"],
  ["http://[::1/", "bad-ipv6@7"],
  ["http://[::1]x/", "bad-ipv6@7"],
  ["http://[1::2::3]/", "bad-ipv6@7"],
  ["http://[::1.2.3.04]/", "bad-ipv6@7"],
  ["http://[12345::]/", "bad-ipv6@7"],
  ["http://::1/", "empty-host@7 bad-port@7"],
  ["https://a..b.example/", "empty-label@10"],
  ["https://.example.com/", "empty-label@8"],
  ["https://auth.example.com../", "empty-label@25 trailing-dot@25"],
  ["http://localhost./", "trailing-dot@16"],
  ["https://evil.test;.auth.example.com/", "bad-host@17"],
  ["https://a_b.example/", "bad-host@9"],
  ["https://-a.example/", "bad-host@8"],
  ["https://a-.example/", "bad-host@8"],
  ["https://ü--b.example/", "ok"],
  ["https://üb--c.example/", "bad-host@8"],
  [`https://${"a".repeat(64)}.example/`, "bad-host@8"],
  [`https://${"a.".repeat(127)}example/`, "bad-host@8"],
  [`https://${"xn--a.".repeat(50)}example/`, "bad-host@8"],
  ["https://h.test:99999/", "bad-port@14"],
  ["https://h.test:0/", "bad-port@14"],
  ["https://h.test:0443/", "bad-port@14"],
  ["https://h.test:4x3/", "bad-port@14"],
  ["https://h.test:1:2/", "bad-port@14"],
  ["https://h.test/%USERNAME%", "malformed-percent@15 malformed-percent@24"],
  ["https://h.test/?a=%4", "malformed-percent@18"],
  ["https://h.test/a/../b/./%2e%2E/.%2e", "dot-segment@17 dot-segment@22 dot-segment@24 dot-segment@31"],
  ["https://h.test/a/..;x/b", "dot-segment@17"],
  [
    'https://h.test/`id`|{"<>^}',
    "unsafe-char@15 unsafe-char@18 unsafe-char@19 unsafe-char@20 unsafe-char@21 unsafe-char@22 unsafe-char@23 unsafe-char@24 unsafe-char@25",
  ],
  ["https://h.test/#a#b", "unsafe-char@17"],
  [
    "https:\\\\u:p@xn--a..0x7f:0/%",
    "userinfo@8 backslash@6 backslash@7 bad-punycode@12 number-host@12 empty-label@18 bad-port@23 malformed-percent@26",
  ],
];

for (const [text, parts] of READ) {
  test(`parseUrl reads ${JSON.stringify(text)}`, () => {
    const read = parseUrl(text);
    assert.ok(read.ok, JSON.stringify(read));
    for (const [name, value] of Object.entries(parts))
      assert.deepEqual(Object.entries(read.value).find(([key]) => key === name)?.[1], value, name);
  });
}

for (const [text, problems] of REFUSED) {
  test(`parseUrl on ${(JSON.stringify(text) ?? "undefined").slice(0, 80)} says ${problems.slice(0, 60)}`, () => {
    const read = parseUrl(text);
    assert.equal(read.ok ? "ok" : read.errors.map(({ code, at }) => `${code}@${at}`).join(" "), problems);
  });
}

test("every problem code is reached by a text above", () => {
  const reached = new Set(REFUSED.flatMap(([, problems]) => problems.split(" ").map((one) => one.replace(/@.*/, ""))));
  assert.deepEqual(
    URL_PROBLEM_CODES.filter((code) => !reached.has(code)),
    [],
  );
});

test("the host's place in the text is told", () => {
  const text = "HTTPS://Auth.Example.com:8443/login";
  const read = parseUrl(text);
  assert.ok(read.ok);
  assert.equal(text.slice(read.value.hostAt, read.value.hostEnd), "Auth.Example.com");
  assert.equal(read.value.text, text);
});

test("problems of one kind are told sixteen times at most, and no kind is lost behind another", () => {
  const read = parseUrl(`https://h.test/${"\u0007".repeat(500)}${"%".repeat(500)}`);
  assert.ok(!read.ok);
  assert.equal(read.errors.filter(({ code }) => code === "control-char").length, 16);
  assert.equal(read.errors.filter(({ code }) => code === "malformed-percent").length, 16);
});

// RFC 3492, 7.1, in lower case.
const PUNYCODE: readonly (readonly [string, string])[] = [
  ["ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"],
  ["他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"],
  ["pročprostěnemluvíčesky", "proprostnemluvesky-uyb24dma41a"],
  ["なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"],
  ["3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"],
  ["ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"],
  ["そのスピードで", "d9juau41awczczp"],
];

for (const [text, encoded] of PUNYCODE) {
  test(`punycode of ${text} is ${encoded}, and back`, () => {
    const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    assert.equal(encodePunycode(codes), encoded);
    assert.deepEqual(decodePunycode(encoded), codes);
  });
}

test("punycode that runs out of range, or of text, is none", () => {
  for (const text of ["99999999", "a-99999999999", "9", "a_b", "ü", "a".repeat(64)]) {
    assert.equal(decodePunycode(text), undefined, text);
  }
  assert.equal(encodePunycode(new Array(64).fill(0xfc)), undefined);
});

test("labels: only one spelling stands for a text", () => {
  assert.equal(asciiLabel("bücher"), "xn--bcher-kva");
  assert.equal(unicodeLabel("xn--bcher-kva"), "bücher");
  for (const label of ["bcher-kva", "xn--bcher-kv", "xn--BCHER-KVA", "xn--a-ecp.ru", "xn--"]) {
    assert.equal(unicodeLabel(label), undefined, label);
  }
  for (const label of ["plain", "-ü", "ü-", "xn--ü", "xn--bcher-kva", "Ü", "ü".repeat(60), "ا", "ก"]) {
    assert.equal(asciiLabel(label), undefined, label);
  }
});

test("addresses: one form of IPv4, one rendering of IPv6", () => {
  assert.deepEqual(parseIpv4("127.0.0.1"), [127, 0, 0, 1]);
  for (const text of ["127.1", "1.2.3.4.5", "01.2.3.4", "1.2.3.256", "1.2.3.", "1.2.3.+4", " 1.2.3.4", "1.2.3.0x4"]) {
    assert.equal(parseIpv4(text), undefined, text);
  }
  const rendered = (text: string): string | undefined => {
    const groups = parseIpv6(text);
    return groups === undefined ? undefined : renderIpv6(groups);
  };
  assert.equal(rendered("2001:DB8:0:0:1:0:0:1"), "2001:db8::1:0:0:1");
  assert.equal(rendered("1:0:3:4:5:6:7:8"), "1:0:3:4:5:6:7:8");
  assert.equal(rendered("::"), "::");
  assert.equal(rendered("1::"), "1::");
  assert.equal(rendered("64:ff9b::10.0.0.1"), "64:ff9b::a00:1");
  for (const text of [
    "",
    ":",
    ":::",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8::",
    "::1.2.3.4:5",
    "1.2.3.4::",
    ":1::2",
    "::g",
  ]) {
    assert.equal(rendered(text), undefined, text);
  }
});
