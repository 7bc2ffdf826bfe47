/**
 * The words of a test file: the checker and the JSON Schema go by the same lists.
 */

export const FILE_KEYS: readonly string[] = ["version", "about", "policy", "base", "facts", "memory", "now", "tests"];
export const TEST_KEYS: readonly string[] = [
  "name",
  "about",
  "input",
  "record",
  "facts",
  "memory",
  "now",
  "rows",
  "want",
];
export const ROW_KEYS: readonly string[] = ["name", "input", "record", "facts", "memory", "now", "want"];
export const WANT_KEYS: readonly string[] = ["effect", "reasons", "errors", "observed", "content"];
export const MEMORY_KEYS: readonly string[] = ["candidates", "asked"];
export const ASKED_KEYS: readonly string[] = ["at", "same", "answer"];
export const ANSWERS: readonly string[] = ["accept", "cancel", "decline"];
export const EFFECTS: readonly string[] = ["accept", "ask", "cancel", "decline", "pass"];

/** What the client hands to hooks (client-observed A1), and names that other hooks have and that are near ours */
export const INPUT_KEYS: readonly string[] = [
  "action",
  "agent_id",
  "agent_type",
  "content",
  "cwd",
  "effort",
  "elicitation_id",
  "hook_event_name",
  "mcp_server_name",
  "message",
  "mode",
  "model",
  "permission_mode",
  "prompt_id",
  "requested_schema",
  "session_id",
  "transcript_path",
  "url",
];
