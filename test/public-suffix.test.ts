/** Registrable domains, by the public suffix list with its private section: who owns what a link leads to. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { registrableDomain } from "../engine/powers/public-suffix.ts";

describe("the registrable domain of", () => {
  const rows: readonly (readonly [host: string, domain: string | undefined])[] = [
    ["example.com", "example.com"],
    ["a.b.auth.example.com", "example.com"],
    ["example.co.jp", "example.co.jp"],
    ["auth.sub.example.co.jp", "example.co.jp"],
    ["com", undefined],
    ["co.jp", undefined],
    // Exceptions and wildcards of the list.
    ["city.kawasaki.jp", "city.kawasaki.jp"],
    ["x.kawasaki.jp", undefined],
    ["a.x.kawasaki.jp", "a.x.kawasaki.jp"],
    // The private section: tenants of a platform are strangers to each other.
    ["github.io", undefined],
    ["evil.github.io", "evil.github.io"],
    ["login.my-team.vercel.app", "my-team.vercel.app"],
    ["s3.amazonaws.com", undefined],
    // In ASCII, as links carry it.
    ["x.xn--55qx5d.cn", "x.xn--55qx5d.cn"],
    ["xn--55qx5d.cn", undefined],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    // The default rule `*`, for top-level domains that are not listed.
    ["evil.test", "evil.test"],
    ["login.evil.test", "evil.test"],
    ["test", undefined],
    ["localhost", undefined],
    ["127.0.0.1", undefined],
    ["[::1]", undefined],
    ["constructor.__proto__", "constructor.__proto__"],
    ["__proto__", undefined],
    // No host names; nothing is cut out of them.
    ["", undefined],
    ["example.com.", undefined],
    [".example.com", undefined],
    ["a..example.com", undefined],
    ["https://example.com/", undefined],
    ["example.com:443", undefined],
    ["example.com/login", undefined],
    ["user@example.com", undefined],
    ["münchen.de", undefined],
  ];
  for (const [host, domain] of rows) {
    test(`\`${host}\` is ${domain ?? "none"}`, () => assert.equal(registrableDomain(host), domain));
  }
});
