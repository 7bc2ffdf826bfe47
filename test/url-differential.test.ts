/**
 * `parseUrl` beside readers that are not ours: the platform's `URL`, and the expression of RFC 3986, appendix B.
 * What it accepts, they must read alike; what it calls equal to a listed host, they must too. Runs are seeded; a long one:
 * `SEKISHO_URL_RUNS=1000000 SEKISHO_URL_SEED=7 node --import tsx --test test/url-differential.test.ts`
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { asciiLabel, scriptOf } from "../engine/core/host-idn.ts";
import { matchHost } from "../engine/core/host-match.ts";
import { parseHostEntry } from "../engine/core/hosts.ts";
import { parseUrl, type Url } from "../engine/core/url.ts";
import { parseTolerantly, TOLERABLE } from "../engine/core/url-tolerance.ts";

const RUNS = Number(process.env["SEKISHO_URL_RUNS"] ?? 20_000);
const SEED = Number(process.env["SEKISHO_URL_SEED"] ?? 20_261_130);
const WEB_PLATFORM_TESTS = "../shared/data/urltestdata.json";

test("accepted_texts_have_one_reading: random compositions of tricky pieces", () => {
  const random = createRandom(SEED);
  const accepted = countAccepted(RUNS, () => compose(random));
  assert.ok(accepted > RUNS / 50, `only ${accepted} of ${RUNS} were accepted`);
});

test("accepted_texts_have_one_reading: mutations of honest links", () => {
  const random = createRandom(SEED + 1);
  const accepted = countAccepted(RUNS, () => mutate(random, pick(random, HONEST)));
  assert.ok(accepted > RUNS / 10, `only ${accepted} of ${RUNS} were accepted`);
});

test("accepted_texts_have_one_reading: addresses in every spelling", () => {
  const random = createRandom(SEED + 2);
  const accepted = countAccepted(RUNS, () => `http://${address(random)}/`);
  assert.ok(accepted > RUNS / 50, `only ${accepted} of ${RUNS} were accepted`);
});

test("accepted_texts_have_one_reading: punycode, encoded by us, bent, and made up", () => {
  const random = createRandom(SEED + 3);
  const accepted = countAccepted(RUNS, () => `https://${punycode(random)}.example/`);
  assert.ok(accepted > RUNS / 20, `only ${accepted} of ${RUNS} were accepted`);
});

test("accepted_texts_have_one_reading: every code point in a host, a path, a query and a fragment", () => {
  let inHosts = 0;
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (agrees(`https://a${character}b.example/`)) inHosts += 1;
    // Beyond the BMP every plane is alike for a parser without tables; a sample is enough.
    if (code > 0xffff && code % 97 !== 0) continue;
    agrees(`https://a.example/${character}?${character}#${character}`);
  }
  assert.ok(inHosts > 30_000, `only ${inHosts} characters fit into a host`);
});

test("accepted_texts_have_one_reading: every listed letter, first, alone and last in a label", () => {
  let accepted = 0;
  for (let code = 0x80; code <= 0xffff; code += 1) {
    if (scriptOf(code) === undefined) continue;
    const letter = String.fromCharCode(code);
    for (const label of [letter, `${letter}a`, `1${letter}`, letter + letter]) {
      assert.ok(agrees(`https://${label}.example/`), label);
      accepted += 1;
    }
  }
  assert.ok(accepted > 100_000, `only ${accepted} labels`);
});

test("hosts_called_equal_are_equal: what falls under a listed host is that host for `URL`", () => {
  const random = createRandom(SEED + 4);
  let matched = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const listed = pick(random, LISTED);
    const text = mutate(random, random() < 0.5 ? `https://${listed}/a` : pick(random, HONEST));
    const entry = parseHostEntry(listed);
    const url = parseUrl(text);
    assert.ok(entry.ok, listed);
    if (!url.ok || matchHost(entry.value, url.value, noDomain) !== "match") continue;
    matched += 1;
    const { protocol, host } = new URL(text);
    const wanted = new URL(`${protocol}//${listed.replace("*.", "")}`).host;
    if (entry.value.kind === "subdomains") assert.ok(host.endsWith(`.${wanted}`), text);
    else assert.equal(host, wanted, text);
  }
  assert.ok(matched > RUNS / 50, `only ${matched} of ${RUNS} matched`);
});

// Here RFC 3986 does not agree: that is why these are flaws.
test("tolerated_texts_have_the_place_that_browsers_read: compositions, mutations, and every character of a host", () => {
  const random = createRandom(SEED + 5);
  let tolerated = 0;
  const check = (text: string): void => {
    if (parseUrl(text).ok) return;
    const ours = parseTolerantly(text, random() < 0.5 ? TOLERABLE : TOLERABLE.filter(() => random() < 0.5));
    if (!ours.ok) return;
    tolerated += 1;
    const shown = JSON.stringify(text);
    const browser = new URL(text);
    const { scheme, host, port } = ours.value;
    assert.equal(browser.protocol, `${scheme}:`, shown);
    assert.equal(browser.hostname, host, shown);
    assert.equal(browser.port, port === undefined ? "" : String(port), shown);
  };
  for (let run = 0; run < RUNS; run += 1) {
    check(compose(random));
    check(flawed(random));
  }
  for (let code = 0x80; code <= 0xffff; code += 1) {
    for (const label of ["", "b", "xn-", "1"]) check(`https://${label}${String.fromCharCode(code)}a.example/`);
  }
  assert.ok(tolerated > RUNS / 10, `only ${tolerated} were tolerated`);
});

if (existsSync(WEB_PLATFORM_TESTS)) {
  test("accepted_texts_have_one_reading: the URL data of the Web Platform Tests", () => {
    let accepted = 0;
    for (const { input, href, failure } of webPlatformTests()) {
      const ours = parseUrl(input);
      assert.equal(failure && ours.ok, false, JSON.stringify(input));
      if (!agrees(input)) continue;
      accepted += 1;
      const browser = parseUrl(href ?? input);
      assert.ok(browser.ok && ours.ok, JSON.stringify(input));
      assert.deepEqual(place(browser.value), place(ours.value), JSON.stringify(input));
    }
    assert.ok(accepted > 20, `only ${accepted} were accepted`);
  });
}

// Whether `text` was accepted; throws where another reader disagrees.
function agrees(text: string): boolean {
  const ours = parseUrl(text);
  if (!ours.ok) return false;
  const { scheme, host, port, path, query, fragment } = ours.value;
  const written = text.slice(ours.value.hostAt, ours.value.hostEnd);
  const shown = JSON.stringify(text);
  const browser = new URL(text);
  assert.equal(browser.protocol, `${scheme}:`, shown);
  assert.equal(browser.hostname, host, shown);
  assert.equal(browser.port, port === undefined ? "" : String(port), shown);
  assert.equal(browser.username + browser.password, "", shown);
  const plain = RFC_3986.exec(text);
  assert.equal(plain?.[2]?.toLowerCase(), scheme, shown);
  assert.equal(/^(?:\[[^\]]*\]|[^:]*)/.exec(plain?.[4] ?? "")?.[0], written, shown);
  assert.equal(plain?.[5], path, shown);
  assert.equal(plain?.[7], query, shown);
  assert.equal(plain?.[9], fragment, shown);
  if (isAscii(text)) {
    assert.equal(
      text.slice(ours.value.hostAt, ours.value.hostEnd).toLowerCase() === host || host.startsWith("["),
      true,
      shown,
    );
    assert.equal(browser.pathname, path === "" ? "/" : path, shown);
    assert.equal(browser.search, query ? `?${query.replaceAll("'", "%27")}` : "", shown);
    assert.equal(browser.hash, fragment ? `#${fragment}` : "", shown);
  }
  return true;
}

// RFC 3986, appendix B, with `s`, since our texts may hold anything.
const RFC_3986 = /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?/s;

const HONEST = [
  "https://auth.example.com/login?state=abc123",
  "https://auth.example.com:8443/a%20b?x=%2F&y=1#frag",
  "http://localhost:3000/setup",
  "http://127.0.0.1:8080/cb?code=1",
  "https://[2001:db8::7]/a/b",
  "https://bücher.example/ü?ü#ü",
  "https://xn--bcher-kva.example/start",
  "https://関所.example/本番",
  "HTTPS://AUTH.EXAMPLE.COM",
  "https://eu.login.example.org?next=%2Fdashboard",
  "https://пример.example:443/",
];
const LISTED = [
  "auth.example.com",
  "localhost:3000",
  "127.0.0.1:8080",
  "[2001:db8::7]",
  "bücher.example",
  "関所.example",
  "*.login.example.org",
  "*.example.com",
  "xn--e1afmkfd.example",
];
const PIECES = [
  ..."https http HTTPS ftp javascript : / // /// \\ ? # @ % %2e %2F %41 . .. ./ ../ a b z A evil.test auth.example.com".split(
    " ",
  ),
  ..."localhost 127.0.0.1 127.1 0x7f 010 [ ] [::1] ::1 1 80 443 8443 0 - -- xn-- xn--bcher-kva ü ß ς а 関 ー ; & = ' \" < ^ | ~ + ,".split(
    " ",
  ),
  ..." |\t|\n|\r|\0|\u001b|\u0085|\u00a0|\u00ad|\u200b|\u200d|\u202e|\u2028|\u3000|\u3002|\uff0e|\uff0f|\uff20|\ufeff|\ud800|\udc00|\u{1d41a}|\u{e0061}|\u{10ffff}".split(
    "|",
  ),
];

function compose(random: () => number): string {
  let text = random() < 0.8 ? "https://" : "";
  for (let left = 1 + below(random, 8); left > 0; left -= 1) text += pick(random, PIECES);
  return text;
}

function mutate(random: () => number, text: string): string {
  const units = text.split("");
  for (let left = below(random, 4); left > 0; left -= 1) {
    const at = below(random, units.length + 1);
    units.splice(at, below(random, 3), random() < 0.7 ? pick(random, PIECES) : anyCharacter(random));
  }
  return units.join("");
}

function flawed(random: () => number): string {
  const units = pick(random, HONEST).split("");
  for (let left = 1 + below(random, 3); left > 0; left -= 1) {
    units.splice(below(random, units.length + 1), below(random, 2), pick(random, FLAWS));
  }
  return units.join("");
}

const FLAWS = [...' |_|\\|%|%2E|%2e|%61|%41|%30|%2D|%40|%3a|%5f|a@|:@|@|_|;|`|"|<|{|}|^|#|0|x'.split("|"), "|"].concat([
  ..."\u3002\uff61\uff0e\uff0d\uff10\uff18\uff21\uff38\uff41\uff4e\uff5a\uff20\uff0f\uff1a\ufb00\ufb03\ufb06\ufb13",
]);

function anyCharacter(random: () => number): string {
  const kind = random();
  if (kind < 0.4) return String.fromCharCode(0x20 + below(random, 0x60));
  if (kind < 0.7) return String.fromCharCode(below(random, 0x3000));
  return kind < 0.9 ? String.fromCharCode(below(random, 0x10000)) : String.fromCodePoint(below(random, 0x110000));
}

function address(random: () => number): string {
  const kind = random();
  if (kind < 0.1) return [0, 0, 0, 0].map(() => below(random, 256)).join(".");
  if (kind < 0.5) {
    return Array.from({ length: 1 + below(random, 5) }, () => pick(random, NUMBERS)).join(random() < 0.9 ? "." : "..");
  }
  const groups = Array.from({ length: 1 + below(random, 9) }, () => pick(random, GROUPS));
  if (random() < 0.7) groups[below(random, groups.length)] = "";
  return `[${random() < 0.2 ? ":" : ""}${groups.join(":")}${random() < 0.2 ? ":" : ""}]`;
}

const NUMBERS = "0 1 127 255 256 010 0x7f 0X1 0x 00 08 1e3 65535 2130706433 4294967296 a nip x0 1a".split(" ");
const GROUPS = "0 0 0 1 ffff FFFF abcd 00a1 12345 g 127.0.0.1 1.2.3.04 1.2.3 %25eth0".split(" ");

function punycode(random: () => number): string {
  const kind = random();
  if (kind < 0.3) {
    return `xn--${Array.from({ length: 1 + below(random, 12) }, () => pick(random, [..."abcdefghijklmnopqrstuvwxyz0123456789-"])).join("")}`;
  }
  const letters = Array.from({ length: 1 + below(random, 6) }, () => pick(random, LETTERS)).join("");
  const label = asciiLabel(letters) ?? letters;
  return kind < 0.6 ? mutate(random, label) : label;
}

const LETTERS = [..."aabz09-üéőßςжѐӏώかーノ関〇々한ạșưēıðÜЖΩ\u0300\u0301\u30fb\u00b7\u05d0\u0627\u0e01\u200d"];

function countAccepted(runs: number, make: () => string): number {
  let accepted = 0;
  for (let run = 0; run < runs; run += 1) if (agrees(make())) accepted += 1;
  return accepted;
}

interface WebPlatformTest {
  readonly input: string;
  readonly href: string | undefined;
  readonly failure: boolean;
}

function webPlatformTests(): readonly WebPlatformTest[] {
  if (!existsSync(WEB_PLATFORM_TESTS)) return [];
  const rows: unknown = JSON.parse(readFileSync(WEB_PLATFORM_TESTS, "utf8"));
  assert.ok(Array.isArray(rows));
  const seen = new Map<string, WebPlatformTest>();
  for (const row of rows) {
    if (typeof row !== "object" || typeof row.input !== "string") continue;
    // A link of a request has no base; a row with one says nothing about the text alone, unless it is absolute.
    const alone = row.base === "about:blank" || row.base === null || /^https?:\/\//i.test(row.input);
    const href = alone && typeof row.href === "string" ? row.href : undefined;
    seen.set(row.input, { input: row.input, href, failure: row.failure === true });
  }
  return [...seen.values()];
}

function place({ scheme, host, port }: Url): unknown {
  return { scheme, host, port };
}

function noDomain(): undefined {
  return undefined;
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[below(random, items.length)] as Item;
}

// mulberry32: small, seeded, the same on every engine.
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
