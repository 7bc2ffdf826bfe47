/**
 * Server names that no server has, since they are written for another reader: the client's matchers, permission lists.
 * A rule for such a name never applies, and nobody notices before it is needed.
 */
import { showText } from "./diagnostics.ts";

export interface Slip {
  readonly message: string;
  readonly help: string;
}

/**
 * What is wrong with a name or glob, if it can't be meant as it stands. Servers go by their key in the client's
 * configuration, as written (client-observed A1). A name that really has such a character is still reached with `?`.
 */
export function serverSlip(name: string): Slip | undefined {
  if (name === "") return { message: "no server has an empty name", help: "take it out" };
  const plain = plainName(name);
  const shown = showText(name);
  if (/^mcp__./.test(name)) {
    const help = `write ${showText(plain)}: servers go by their name in the client's configuration`;
    return { message: `no server is named ${shown}: this is the name of a tool`, help };
  }
  // `|` and `,` separate names in the client's matchers (client-observed E).
  const several = plain.split(/[|,]/).map((part) => part.trim());
  if (several.length > 1) {
    const help = `write a list: \`[${several.join(", ")}]\``;
    return { message: `${shown} is one name here, and none that a server has`, help };
  }
  if (/^\^|\$$|\\|^\.[*+]|^\(.*\)$|^\/.*\/$/.test(name)) {
    const help = `write ${showText(plain)}: a name, or a glob with \`*\``;
    return { message: `${shown} is a regular expression, and servers are named exactly or by globs`, help };
  }
  if (name.startsWith("!")) {
    const help = `write ${showText(name.slice(1).trim())} under \`except\``;
    return { message: `${shown} excepts nothing: \`!\` is part of the name`, help };
  }
  return undefined;
}

function plainName(name: string): string {
  return name
    .replace(/^\/(.*)\/$/, "$1")
    .replace(/^mcp__(.+?)(?:__.*)?$/, "$1")
    .replace(/^\^|\$$/g, "")
    .replace(/^\((.*)\)$/, "$1")
    .replace(/\\(.)/g, "$1")
    .replace(/\.[*+]/g, "*")
    .trim();
}
