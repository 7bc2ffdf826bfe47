/**
 * Our own list of tricks, by family (url-tricks.yaml), against all rules about links with one list of hosts: each is stopped,
 * and what only looks like one passes. docs/urls.md compares other readers by the same list.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { parse } from "yaml";
import { createEngine } from "../engine/index.ts";

interface Tricks {
  readonly hosts: readonly string[];
  readonly families: Readonly<Record<string, { readonly stop?: readonly string[]; readonly pass?: readonly string[] }>>;
}

const { hosts, families }: Tricks = parse(readFileSync(join(import.meta.dirname, "url-tricks.yaml"), "utf8"));

const engine = createEngine({
  policy: {
    version: 1,
    rules: [
      { use: "canonical-url" },
      { use: "require-https", loopback: true },
      { use: "allow-url-hosts", hosts },
      { use: "no-url-credentials" },
      { use: "no-lookalike-hosts", hosts },
      { use: "no-private-hosts", hosts },
      { use: "no-open-redirects" },
      { use: "url-length" },
    ],
  },
});

for (const [family, { stop = [], pass = [] }] of Object.entries(families)) {
  suite(family, () => {
    for (const url of stop) test(`stops ${JSON.stringify(url)}`, async () => assert.notDeepEqual(await said(url), []));
    for (const url of pass) test(`lets ${JSON.stringify(url)} pass`, async () => assert.deepEqual(await said(url), []));
  });
}

test("no trick stands there twice", () => {
  const all = Object.values(families).flatMap(({ stop = [], pass = [] }) => [...stop, ...pass]);
  assert.deepEqual(
    all.filter((url, at) => all.indexOf(url) !== at),
    [],
  );
});

async function said(url: string): Promise<readonly string[]> {
  const input = { hook_event_name: "Elicitation", mcp_server_name: "crm", message: "Sign in", mode: "url", url };
  const { effect, reasons } = (await engine).decide(input);
  assert.ok(effect === "ask" || effect === "decline");
  return reasons.map(({ rule, code }) => `${effect} ${rule}/${code}`);
}
