/**
 * What is wrong with a host list, as a policy's author is told it: the code, the place, and what to write instead.
 * Which entries are wrong is held in hosts.test.ts.
 */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ERROR_CODES } from "../engine/core/errors.ts";
import { parsePolicy } from "../engine/index.ts";

// Entry, code and place, and a part of the help.
const ENTRIES: readonly (readonly [unknown, string, string])[] = [
  ["github.io", "public-suffix /rules/0/hosts/0", "name the hosts one by one"],
  ["*.github.io", "public-suffix /rules/0/hosts/0", "name the hosts one by one"],
  [{ domain: "co.jp" }, "public-suffix /rules/0/hosts/0/domain", "name the hosts one by one"],
  ["*", "matches-everything /rules/0/hosts/0", "auth.example.com"],
  ["*auth.example.com", "bad-wildcard /rules/0/hosts/0", "`*.example.com`"],
  ["auth.*.example.com", "bad-wildcard /rules/0/hosts/0", "`*.example.com`"],
  ["https://auth.example.com", "is-a-url /rules/0/hosts/0", "host alone"],
  ["auth.example.com:0", "bad-port /rules/0/hosts/0", "1 to 65535"],
  [{ domain: "example.com:8443" }, "bad-port /rules/0/hosts/0/domain", "leave the port out"],
  ["127.1", "ip-by-accident /rules/0/hosts/0", "four decimals"],
  [2130706433, "ip-by-accident /rules/0/hosts/0", "no host"],
  ["::1", "ip-by-accident /rules/0/hosts/0", "in brackets"],
  [{ host: "auth.example.com", paths: ["/a", "/b/../c"] }, "bad-path /rules/0/hosts/0/paths/1", "leave out"],
  [{ host: "auth.example.com", path: "/a" }, "unknown-key /rules/0/hosts/0/path", "`paths`"],
  [{ domain: "auth.example.com" }, "not-a-host /rules/0/hosts/0/domain", "`example.com`"],
  ["auth_1.example.com", "not-a-host /rules/0/hosts/0", "write a host"],
  // Paths have a spelling of their own, and the help writes it out.
  ["auth.example.com/foo", "not-a-host /rules/0/hosts/0", "write it as `{ host: auth.example.com, paths: [/foo] }`"],
  ["*.example.com/foo", "not-a-host /rules/0/hosts/0", 'write it as `{ host: "*.example.com", paths: [/foo] }`'],
  ["auth.example.com/a,b", "not-a-host /rules/0/hosts/0", 'write it as `{ host: auth.example.com, paths: ["/a,b"] }`'],
  ["auth.example.com/foo/*", "not-a-host /rules/0/hosts/0", "`{ host: auth.example.com, paths: [/login] }`"],
  ["auth.example.com/?x", "not-a-host /rules/0/hosts/0", "`{ host: auth.example.com, paths: [/login] }`"],
  ["auth.example.com/", "not-a-host /rules/0/hosts/0", "leave out the `/` at the end"],
];

suite("entries of a host list", () => {
  for (const [entry, wanted, help] of ENTRIES) {
    test(`${JSON.stringify(entry)} is ${wanted}`, () => {
      const read = parsePolicy(JSON.stringify({ version: 1, rules: [{ use: "allow-url-hosts", hosts: [entry] }] }));
      assert.ok(!read.ok);
      const [{ code, at, help: told = "" }] = read.errors;
      assert.equal(`${code} ${at}`, wanted);
      assert.ok(told.includes(help), told);
      assert.ok(Object.hasOwn(ERROR_CODES, code));
    });
  }

  test("what the help writes out for a path is an entry that loads", () => {
    for (const [entry, , help] of ENTRIES) {
      const written = /^write it as `(.*)`$/.exec(help)?.[1];
      if (written === undefined) continue;
      const read = parsePolicy(`version: 1\nrules:\n  - use: allow-url-hosts\n    hosts: [${written}]\n`);
      assert.ok(read.ok, `${JSON.stringify(entry)}: ${JSON.stringify(read)}`);
    }
  });
});

suite("flaws that a rule is to tolerate", () => {
  test("are words of a closed list", () => {
    const read = parsePolicy('{"version":1,"rules":[{"use":"canonical-url","tolerate":["userinfo","trailing-dot"]}]}');
    assert.ok(!read.ok);
    assert.equal(`${read.errors[0].code} ${read.errors[0].at}`, "wrong-value /rules/0/tolerate/1");
  });
  test("may be one word, or none", () => {
    for (const tolerate of ["userinfo", [], ["userinfo", "whitespace"]]) {
      const read = parsePolicy(JSON.stringify({ version: 1, rules: [{ use: "canonical-url", tolerate }] }));
      assert.ok(read.ok, JSON.stringify(read));
    }
  });
});
