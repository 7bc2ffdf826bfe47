/**
 * The hook entries that `init` writes, one shape for each handler type, and what makes an entry one of ours.
 * One place for both, so that `init`, `uninstall` and `doctor` never differ on which entry is sekisho's.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "../core/json.ts";

export const EVENTS = ["Elicitation", "ElicitationResult"] as const;

export const HANDLER_TYPES = ["command", "http", "mcp_tool"] as const;

export type HandlerType = (typeof HANDLER_TYPES)[number];

/** How the client is to reach sekisho; without `url` or `server` those that stand there are kept */
export type Wiring =
  | { readonly type: "command"; readonly program: string }
  | { readonly type: "http"; readonly url?: string | undefined }
  | { readonly type: "mcp_tool"; readonly server?: string | undefined };

/** Longer than any deadline of the hook: past it the client lets the request through unless `onFailure` says otherwise (client-observed G) */
export const TIMEOUT_SECONDS = 30;

/** Where `sekisho serve` listens unless it is told otherwise */
export const DEFAULT_URL = "http://127.0.0.1:8473/hook";

/** The key of the MCP server in the client's configuration, unless another is named */
export const DEFAULT_SERVER = "sekisho";

/** The tool of `sekisho mcp` */
export const TOOL = "decide";

/** The name of the environment variable whose value `serve` wants as bearer token */
export const TOKEN_NAME = "SEKISHO_TOKEN";

/**
 * Every field of both events: the client can't pass the whole input, and a field that is not mapped never arrives
 * (client-observed D2). `agent_type` is there under `--agent` alone (client-observed A1).
 */
export const MAPPED_FIELDS = [
  "hook_event_name",
  "session_id",
  "transcript_path",
  "cwd",
  "prompt_id",
  "agent_type",
  "mcp_server_name",
  "message",
  "mode",
  "url",
  "elicitation_id",
  "requested_schema",
  "action",
  "content",
] as const;

/** What the client replaces by a field of the hook input */
export function templateOf(field: string): string {
  return `\${${field}}`;
}

/** The handler of one event. In exec form, so that no shell reads it */
export function createHandler(wiring: Wiring): JsonObject {
  const common = { timeout: TIMEOUT_SECONDS, onFailure: "block" };
  switch (wiring.type) {
    case "command":
      return {
        type: "command",
        command: "node",
        args: [wiring.program, "hook", ...logArguments(wiring.program)],
        ...common,
      };
    case "http":
      return {
        type: "http",
        url: wiring.url ?? DEFAULT_URL,
        headers: { Authorization: `Bearer $${TOKEN_NAME}` },
        allowedEnvVars: [TOKEN_NAME],
        ...common,
      };
    case "mcp_tool":
      return { type: "mcp_tool", server: wiring.server ?? DEFAULT_SERVER, tool: TOOL, input: MAPPING, ...common };
  }
}

/** What switches the log on, in the folder beside the program: without one nobody learns why something was refused (DESIGN §9) */
export function logArguments(program: string): readonly string[] {
  return ["--audit", program.replace(/sekisho\.cjs$/, "sekisho-log")];
}

const MAPPING: JsonObject = Object.fromEntries(MAPPED_FIELDS.map((field) => [field, templateOf(field)]));

/** Which of the shapes that `init` writes a handler has, whatever was done to it since; `undefined`: it is not ours */
export function shapeOf(handler: JsonValue): HandlerType | undefined {
  if (!isObject(handler)) return undefined;
  const { args, headers, allowedEnvVars, tool, input, server } = handler;
  if (args !== undefined && isArray(args)) {
    const [program, command] = args;
    if (typeof program === "string" && OUR_PROGRAM.test(program) && command === "hook") return "command";
  }
  const names = allowedEnvVars !== undefined && isArray(allowedEnvVars) ? allowedEnvVars : [];
  const filled = headers !== undefined && isObject(headers) ? Object.values(headers) : [];
  if (names.includes(TOKEN_NAME) || filled.some((text) => typeof text === "string" && OUR_TOKEN.test(text)))
    return "http";
  if (tool !== TOOL) return undefined;
  const mapped = input !== undefined && isObject(input) && input["mcp_server_name"] === templateOf("mcp_server_name");
  return mapped || server === DEFAULT_SERVER ? "mcp_tool" : undefined;
}

const OUR_PROGRAM = /(?:^|[/\\])\.claude[/\\]sekisho\.cjs$/;
const OUR_TOKEN = new RegExp(`\\$\\{?${TOKEN_NAME}\\b`);

/** Whether a text is an address that an http hook can have */
export function isHttpUrl(text: unknown): text is string {
  return typeof text === "string" && /^https?:\/\//i.test(text) && URL.canParse(text);
}
