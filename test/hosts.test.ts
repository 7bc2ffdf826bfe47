import assert from "node:assert/strict";
import { test } from "node:test";
import { matchHost } from "../engine/core/host-match.ts";
import { type HostEntry, parseHostEntry } from "../engine/core/hosts.ts";
import { parseUrl } from "../engine/core/url.ts";
import { registrableDomain } from "../engine/powers/public-suffix.ts";

// Entry, and what it becomes: kind, host, port, paths.
const READ: readonly (readonly [unknown, string])[] = [
  ["auth.example.com", "exact auth.example.com"],
  ["AUTH.example.COM", "exact auth.example.com"],
  ["auth.example.com:8443", "exact auth.example.com 8443"],
  ["auth.example.com:443", "exact auth.example.com 443"],
  ["*.example.com", "subdomains example.com"],
  ["*.example.com:8443", "subdomains example.com 8443"],
  ["docs-team.github.io", "exact docs-team.github.io"],
  ["*.docs-team.github.io", "subdomains docs-team.github.io"],
  ["*.amazonaws.com", "subdomains amazonaws.com"],
  ["localhost", "exact localhost"],
  ["localhost:3000", "exact localhost 3000"],
  ["*.localhost", "subdomains localhost"],
  ["intranet", "exact intranet"],
  ["*.corp.internal", "subdomains corp.internal"],
  ["10.0.0.5", "exact 10.0.0.5"],
  ["127.0.0.1:8080", "exact 127.0.0.1 8080"],
  ["[0:0::1]", "exact [::1]"],
  ["[::1]:3000", "exact [::1] 3000"],
  ["bücher.example", "exact xn--bcher-kva.example"],
  ["xn--bcher-kva.example", "exact xn--bcher-kva.example"],
  ["*.日本語.example", "subdomains xn--wgv71a119e.example"],
  [{ domain: "example.com" }, "domain example.com"],
  [{ domain: "example.co.jp" }, "domain example.co.jp"],
  [{ domain: "auth-team.vercel.app" }, "domain auth-team.vercel.app"],
  [{ domain: "corp.internal" }, "domain corp.internal"],
  [{ host: "auth.example.com" }, "exact auth.example.com"],
  [{ host: "*.example.com:8443", paths: ["/login", "/oauth/"] }, "subdomains example.com 8443 /login /oauth/"],
  [{ host: "auth.example.com", paths: "/a%20b" }, "exact auth.example.com /a%20b"],
  [{ domain: "example.com", paths: ["/login"] }, "domain example.com /login"],
];

// Entry, and the problems it has, each with its pointer.
const REFUSED: readonly (readonly [unknown, string])[] = [
  ["github.io", "public-suffix"],
  ["*.github.io", "public-suffix"],
  ["co.jp", "public-suffix"],
  ["*.co.jp", "public-suffix"],
  ["com", "public-suffix"],
  ["*.com", "public-suffix"],
  ["COM", "public-suffix"],
  ["ck", "public-suffix"],
  ["foo.ck", "public-suffix"],
  ["*.kawasaki.jp", "public-suffix"],
  ["*.s3.amazonaws.com", "public-suffix"],
  ["*.intranet2", "public-suffix"],
  ["io", "public-suffix"],
  [{ domain: "intranet" }, "not-a-domain /domain"],
  [{ domain: "com" }, "public-suffix /domain"],
  ["github.io:8443", "public-suffix"],
  [{ domain: "github.io" }, "public-suffix /domain"],
  [{ host: "*.vercel.app", paths: ["/a"] }, "public-suffix /host"],
  ["*", "matches-everything"],
  ["*.", "matches-everything"],
  ["*.*", "matches-everything"],
  ["**", "matches-everything"],
  [".", "matches-everything"],
  [{ domain: "*" }, "bad-wildcard /domain"],
  ["auth.*.example.com", "bad-wildcard"],
  ["*auth.example.com", "bad-wildcard"],
  ["*.*.example.com", "bad-wildcard"],
  ["auth.example.*", "bad-wildcard"],
  ["auth*.example.com", "bad-wildcard"],
  ["*.10.0.0.5", "bad-wildcard"],
  [{ domain: "*.example.com" }, "bad-wildcard /domain"],
  ["https://auth.example.com", "is-a-url"],
  ["https://auth.example.com/login", "is-a-url"],
  ["//auth.example.com", "is-a-url"],
  ["https:/auth.example.com", "is-a-url"],
  [{ host: "http://localhost:3000" }, "is-a-url /host"],
  ["auth.example.com/login", "not-a-host"],
  ["auth.example.com/", "not-a-host"],
  ["alice@auth.example.com", "not-a-host"],
  ["auth.example.com.", "not-a-host"],
  [".example.com", "not-a-host"],
  ["auth..example.com", "not-a-host"],
  ["auth.example.com ", "not-a-host"],
  ["auth example com", "not-a-host"],
  ["auth_1.example.com", "not-a-host"],
  ["auth%2Eexample.com", "not-a-host"],
  ["auth\u200b.example.com", "not-a-host"],
  ["faß.example", "not-a-host"],
  ["BÜCHER.example", "not-a-host"],
  ["xn--fa-hia.example", "not-a-host"],
  ["", "not-a-host"],
  ["127.1", "ip-by-accident"],
  ["2130706433", "ip-by-accident"],
  ["0x7f000001", "ip-by-accident"],
  ["010.0.0.1", "ip-by-accident"],
  ["1.2.3", "ip-by-accident"],
  [1.2, "ip-by-accident"],
  [2130706433, "ip-by-accident"],
  ["::1", "ip-by-accident"],
  ["2001:db8::7", "ip-by-accident"],
  ["[fe80::1%eth0]", "ip-by-accident"],
  ["[::1", "ip-by-accident"],
  ["auth.example.com:", "bad-port"],
  ["auth.example.com:0", "bad-port"],
  ["auth.example.com:0443", "bad-port"],
  ["auth.example.com:99999", "bad-port"],
  ["auth.example.com:*", "bad-wildcard"],
  ["auth.example.com:https", "bad-port"],
  [{ domain: "example.com:8443" }, "bad-port /domain"],
  [{ domain: "auth.example.com" }, "not-a-domain /domain"],
  [{ domain: "10.0.0.5" }, "not-a-domain /domain"],
  [{ domain: "[::1]" }, "not-a-domain /domain"],
  [{ host: "auth.example.com", paths: [] }, "bad-path /paths"],
  [{ host: "auth.example.com", paths: ["login"] }, "bad-path /paths/0"],
  [{ host: "auth.example.com", paths: ["/ok", "/a/../b"] }, "bad-path /paths/1"],
  [
    { host: "auth.example.com", paths: ["/a%2Fb", "/a%2e%2e", "/a%255c"] },
    "bad-path /paths/0, bad-path /paths/1, bad-path /paths/2",
  ],
  [
    { host: "auth.example.com", paths: ["/a?b", "/a#b", "/a*", "/ü", "/a b", "/a%", "//a", 1] },
    [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `bad-path /paths/${index}`).join(", "),
  ],
  [{ host: "auth.example.com", port: 8443 }, "unknown-key /port"],
  [JSON.parse('{ "host": "auth.example.com", "__proto__": 1, "a/b": 2 }'), "unknown-key /__proto__, unknown-key /a~1b"],
  [{ host: "auth.example.com", domain: "example.com" }, "wrong-type"],
  [{}, "wrong-type"],
  [{ paths: ["/a"] }, "wrong-type"],
  [{ host: ["auth.example.com"] }, "wrong-type /host"],
  [null, "wrong-type"],
  [true, "wrong-type"],
  [["auth.example.com"], "wrong-type"],
];

// Entry, link, and what the link lacks.
const MATCHED: readonly (readonly [unknown, string, string])[] = [
  ["auth.example.com", "https://auth.example.com/any?x#y", "match"],
  ["auth.example.com", "https://AUTH.example.com:443", "match"],
  ["auth.example.com:443", "https://auth.example.com/", "match"],
  ["auth.example.com", "https://auth.example.com.evil.test/", "host-not-allowed"],
  ["auth.example.com", "https://a.auth.example.com/", "host-not-allowed"],
  ["auth.example.com", "https://authXexample.com/", "host-not-allowed"],
  ["auth.example.com", "https://auth.example.com:8443/", "port-not-allowed"],
  ["auth.example.com", "https://auth.example.com:80/", "port-not-allowed"],
  ["auth.example.com:8443", "https://auth.example.com:8443/", "match"],
  ["auth.example.com:8443", "https://auth.example.com/", "port-not-allowed"],
  ["auth.example.com", "http://auth.example.com/", "insecure-http"],
  ["auth.example.com:80", "http://auth.example.com/", "insecure-http"],
  ["*.example.com", "https://a.example.com/", "match"],
  ["*.example.com", "https://a.b.c.example.com/", "match"],
  ["*.example.com", "https://example.com/", "host-not-allowed"],
  ["*.example.com", "https://evilexample.com/", "host-not-allowed"],
  ["localhost:3000", "http://localhost:3000/setup", "match"],
  ["localhost:3000", "https://localhost:3000/setup", "match"],
  ["localhost:3000", "http://localhost:3001/", "port-not-allowed"],
  ["localhost", "http://localhost/", "match"],
  ["localhost:443", "http://localhost:443/", "match"],
  ["localhost", "http://localhost:443/", "port-not-allowed"],
  ["*.localhost", "http://a.localhost/", "insecure-http"],
  ["[::1]:3000", "http://[0::0:1]:3000/", "match"],
  ["127.0.0.1", "http://127.0.0.1/", "match"],
  ["10.0.0.5", "https://10.0.0.5/", "match"],
  ["bücher.example", "https://xn--bcher-kva.example/", "match"],
  ["xn--bcher-kva.example", "https://bücher.example/", "match"],
  ["*.bücher.example", "https://a.XN--bcher-KVA.example/", "match"],
  [{ domain: "example.co.jp" }, "https://auth.sub.example.co.jp/", "match"],
  [{ domain: "example.co.jp" }, "https://example.co.jp/", "match"],
  [{ domain: "example.co.jp" }, "https://evil.co.jp/", "host-not-allowed"],
  [{ domain: "auth-team.vercel.app" }, "https://my-team-auth.vercel.app/", "host-not-allowed"],
  [{ domain: "auth-team.vercel.app" }, "https://x.auth-team.vercel.app/", "match"],
  [{ domain: "amazonaws.com" }, "https://console.amazonaws.com/", "match"],
  [{ domain: "amazonaws.com" }, "https://bucket.s3.amazonaws.com/", "host-not-allowed"],
  [{ domain: "amazonaws.com" }, "https://s3.amazonaws.com/", "host-not-allowed"],
  [{ domain: "corp.internal" }, "https://a.b.corp.internal/", "match"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com/foo", "match"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com/foo/bar?x", "match"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com/foo2", "path-not-allowed"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com/foo;x", "path-not-allowed"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com/Foo", "path-not-allowed"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com//foo", "path-not-allowed"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com/foo/..%2fadmin", "path-not-allowed"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com/foo%2f..%5cadmin", "path-not-allowed"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com/foo/%252e%252e/admin", "path-not-allowed"],
  [{ host: "auth.example.com", paths: ["/foo"] }, "https://auth.example.com", "path-not-allowed"],
  [{ host: "auth.example.com", paths: ["/foo/"] }, "https://auth.example.com/foo", "path-not-allowed"],
  [{ host: "auth.example.com", paths: ["/foo/"] }, "https://auth.example.com/foo/", "match"],
  [{ host: "auth.example.com", paths: ["/"] }, "https://auth.example.com", "match"],
  [{ host: "auth.example.com", paths: ["/a", "/b"] }, "https://auth.example.com/b/c", "match"],
  [{ domain: "example.com", paths: ["/foo"] }, "https://x.example.com/foo", "match"],
  [{ domain: "example.com", paths: ["/foo"] }, "https://x.example.com/bar", "path-not-allowed"],
];

for (const [entry, wanted] of READ) {
  test(`a list may hold ${JSON.stringify(entry)}`, () => {
    const read = parseHostEntry(entry, registrableDomain);
    assert.ok(read.ok, JSON.stringify(read));
    assert.equal(render(read.value), wanted);
  });
}

for (const [entry, wanted] of REFUSED) {
  test(`a list may not hold ${JSON.stringify(entry)}`, () => {
    const read = parseHostEntry(entry, registrableDomain);
    assert.equal(read.ok ? "ok" : read.errors.map(({ code, at }) => `${code} ${at}`.trim()).join(", "), wanted);
    for (const { help } of read.ok ? [] : read.errors) assert.match(help, /^[a-z].*[^.]$/);
  });
}

for (const [entry, link, wanted] of MATCHED) {
  test(`${JSON.stringify(entry)} and ${link}: ${wanted}`, () => {
    const read = parseHostEntry(entry, registrableDomain);
    const url = parseUrl(link);
    assert.ok(read.ok && url.ok);
    assert.equal(matchHost(read.value, url.value, registrableDomain), wanted);
  });
}

test("without the suffix list, entries of a policy that was checked before are read alike", () => {
  for (const [entry, wanted] of READ) {
    const read = parseHostEntry(entry);
    assert.ok(read.ok);
    assert.equal(render(read.value), wanted);
  }
});

test("the suffix list is asked for registrable domains alone", () => {
  const asked: string[] = [];
  for (const [entry, link] of MATCHED) {
    const read = parseHostEntry(entry);
    const url = parseUrl(link);
    assert.ok(read.ok && url.ok);
    if (read.value.kind === "domain") continue;
    matchHost(read.value, url.value, (host) => {
      asked.push(host);
      return undefined;
    });
  }
  assert.deepEqual(asked, []);
});

function render({ kind, host, port, paths }: HostEntry): string {
  return [kind, host, ...(port === undefined ? [] : [port]), ...(paths ?? [])].join(" ");
}
