/**
 * A host as it looks at a glance, so that two hosts can be compared as a person would who takes one for the other.
 * Two texts of letters that hosts may hold look alike here wherever they do by Unicode (UTS #39: they have one skeleton).
 */
import { LOOKS, TWINS } from "./host-confusables.generated.ts";
import { unicodeLabel } from "./host-idn.ts";
import { foldText, latinReading } from "./text.ts";

/** Whether a host has a label outside ASCII */
export function isInternational(host: string): boolean {
  return host.startsWith("xn--") || host.includes(".xn--");
}

/** Accents off, other scripts read as Latin, digits and letter pairs as the letter they are drawn like */
export function lookOf(host: string): string {
  const shown = isInternational(host) ? latinLook(host) : host;
  // Of ASCII Unicode has `0` (as O), `1` (as l), capital I (as l) and `m` (as rn). The other digits, `vv` and `cl` are ours.
  return shown
    .replaceAll("0", "o")
    .replaceAll("3", "e")
    .replaceAll("4", "a")
    .replaceAll("5", "s")
    .replaceAll("7", "t")
    .replaceAll("8", "b")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replace(/[1i]/g, "l")
    .replaceAll("cl", "d");
}

/** Whether Latin words could be written in these letters of another script: each is drawn exactly like a Latin one */
export function isTwinLabel(text: string): boolean {
  const { twins } = readTables();
  return Array.from(text).every((letter) => twins.has(letter) || BETWEEN.includes(letter));
}

const BETWEEN = "0123456789-";

// Twins that Unicode's data lacks: there they are like small capitals, marked letters, or (`п` and `π`) one another alone.
const OWN_TWINS = "b:ь k:кκ n:пη t:τ w:ω";

// Unicode's data goes first; `latinReading` adds letters that it does not take for Latin ones at all (в, м, н).
function latinLook(host: string): string {
  const labels = host.split(".").map((label) => unicodeLabel(label) ?? label);
  const { looks, own } = readTables();
  const read = Array.from(foldText(labels.join(".")).text, (letter) => {
    const look = looks.get(letter) ?? letter;
    return own.get(look) ?? look;
  }).join("");
  return latinReading(read) ?? read;
}

interface Tables {
  readonly looks: ReadonlyMap<string, string>;
  readonly own: ReadonlyMap<string, string>;
  readonly twins: ReadonlySet<string>;
}

let tables: Tables | undefined;

function readTables(): Tables {
  if (tables === undefined) {
    const own = readGroups(OWN_TWINS);
    const twins = new Set([...readGroups(TWINS).keys(), ...own.keys()]);
    tables = { looks: readGroups(`${TWINS} ${LOOKS}`), own, twins };
  }
  return tables;
}

function readGroups(groups: string): Map<string, string> {
  const map = new Map<string, string>();
  for (const group of groups.split(" ")) {
    const [look = "", letters = ""] = group.split(":");
    for (const letter of letters) map.set(letter, look);
  }
  return map;
}
