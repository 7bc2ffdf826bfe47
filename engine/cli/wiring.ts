/**
 * How `init` was asked to wire sekisho in, and what is left for a person to do.
 * A hook that calls a server which nobody started refuses everything, so what it takes to start one is said.
 */
import { escapeText } from "../policy/source-characters.ts";
import { type Given, UsageError } from "./command.ts";
import {
  DEFAULT_SERVER,
  HANDLER_TYPES,
  type HandlerType,
  isHttpUrl,
  logArguments,
  TOKEN_NAME,
  type Wiring,
} from "./hook-entries.ts";
import type { Change, Place } from "./install.ts";
import type { OurHook } from "./settings.ts";

/** Without `--type` what stands there stays as it is. Throws `UsageError` */
export function wiringOf(given: Given, place: Place, there: readonly OurHook[]): Wiring {
  const shapes = new Set(there.map(({ shape }) => shape));
  const [only] = shapes;
  const type = typeOf(given) ?? (shapes.size === 1 ? only : undefined) ?? "command";
  for (const [option, itsType] of Object.entries(OPTIONS_OF)) {
    if (type !== itsType && given.flag(option))
      throw new UsageError(`option \`--${option}\` belongs to the type \`${itsType}\``, `write \`--type ${itsType}\``);
  }
  switch (type) {
    case "command":
      return { type, program: place.named };
    case "http":
      return { type, url: urlOf(given.text("url")) };
    case "mcp_tool":
      if (given.flag("mcp-json") && place.mcpJson === undefined)
        throw new UsageError(
          "`.mcp.json` belongs to a project",
          "with `--user` the client keeps your servers: `claude mcp add`",
        );
      return { type, server: serverOf(given.text("server")) ?? namedServer(there) };
  }
}

function namedServer(there: readonly OurHook[]): string | undefined {
  const names = there.map(({ value }) => value["server"]);
  return names.find((name): name is string => typeof name === "string" && name !== "");
}

const OPTIONS_OF: Readonly<Record<string, HandlerType>> = { url: "http", server: "mcp_tool", "mcp-json": "mcp_tool" };

/** What `planServers` is to do: an entry is written where that is asked for, and taken out where no hook calls it */
export function serverToWrite(wiring: Wiring, given: Given): "keep" | { readonly name: string } | undefined {
  if (wiring.type !== "mcp_tool") return undefined;
  return given.flag("mcp-json") ? { name: wiring.server ?? DEFAULT_SERVER } : "keep";
}

/** Which client first knows `onFailure` for handlers of this type (claude-code-hooks §3.5) */
function neededClient(type: HandlerType): string {
  return type === "mcp_tool" ? "2.1.328" : "2.1.295";
}

/** Whether the policy of a project has to be handed to a server by name: one server stands for many projects */
export function isPolicyNamed(wiring: Wiring, place: Place): boolean {
  return wiring.type === "http" && place.role === "project";
}

/** What a person still has to do, a line each */
export function nextSteps(
  wiring: Wiring,
  place: Place,
  servers: readonly Change[],
  files: readonly Change[],
): readonly string[] {
  const needs = `needs Claude Code ${neededClient(wiring.type)} or later, for \`onFailure\`; restart a session that is running`;
  const program = escapeText(place.program);
  const log = logArguments(program).join(" ");
  switch (wiring.type) {
    case "command":
      return [needs];
    case "http":
      return [
        needs,
        `start the server: \`node ${program} serve${isPolicyNamed(wiring, place) ? ` --policy ${escapeText(place.policy)}` : ""} ${log}\`, with ${TOKEN_NAME} set to a token of your own, 16 characters or more`,
        ...(isPolicyNamed(wiring, place) ? packNote(place, files) : []),
        `the client needs the same ${TOKEN_NAME} in its environment; while nothing listens, everything is refused`,
      ];
    case "mcp_tool": {
      if (servers.length > 0) return [needs, "the client asks once whether it may use the servers of `.mcp.json`"];
      const name = escapeText(wiring.server ?? DEFAULT_SERVER);
      return [
        needs,
        `the client needs the server: \`claude mcp add --scope ${place.role} ${name} -- node ${program} mcp ${log}\``,
        "while it has none of that name, everything is refused",
      ];
    }
  }
}

// A policy that is named stands alone (DESIGN §3): what a person wrote for the hook counts on the pack beside it.
function packNote({ policy }: Place, files: readonly Change[]): readonly string[] {
  const text = files.find(({ file }) => file === policy)?.after;
  if (text === undefined || /^\s*extends\s*:/m.test(text)) return [];
  return [
    `with \`--policy\` the pack \`recommended\` is not added: let ${escapeText(policy)} say \`extends: recommended\``,
  ];
}

function typeOf(given: Given): HandlerType | undefined {
  const stated = given.text("type");
  const found = HANDLER_TYPES.find((type) => type === stated);
  if (stated === undefined || found !== undefined) return found;
  const help =
    stated === "prompt" || stated === "agent"
      ? "hooks of this type never run on these events"
      : `one of ${HANDLER_TYPES.map((type) => `\`${type}\``).join(", ")}`;
  throw new UsageError(`there is no type \`${stated}\``, help);
}

// The path that `serve` answers (DESIGN §10), unless another one is named.
function urlOf(stated: string | undefined): string | undefined {
  if (stated === undefined) return undefined;
  if (!isHttpUrl(stated))
    throw new UsageError("this is no address of a server", "write it as `--url http://127.0.0.1:8473/hook`");
  const url = new URL(stated);
  if (url.username !== "" || url.password !== "")
    throw new UsageError("an address in settings must hold no password", `the token comes from ${TOKEN_NAME}`);
  if (url.pathname === "/" && url.search === "") url.pathname = "/hook";
  return url.href;
}

function serverOf(stated: string | undefined): string | undefined {
  if (stated === undefined || stated.trim() !== "") return stated;
  throw new UsageError("a server has a name", "write it as `--server sekisho`");
}
