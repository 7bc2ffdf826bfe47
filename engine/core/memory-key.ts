/**
 * By what a memory tells servers and questions apart. The id of a question is a server's text, a server's name a person's:
 * either may be a secret, or as long as it likes, and a memory holds no secret and stays small (docs/memory.md).
 */
import { redactName } from "./redact.ts";
import { sha256Hex } from "./sha256.ts";

/** The text itself where it can be shown; else so little of its digest that many texts may be meant */
export function memoryKey(text: string): string {
  return redactName(text) === text ? text : `~${sha256Hex(text).slice(0, 4)}`;
}
