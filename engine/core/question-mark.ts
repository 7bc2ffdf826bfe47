/** A mark by which the same question is known again. */
import { canonicalJson, type JsonValue } from "./json.ts";

/** FNV-1a twice, from two starts: nobody gains by two questions that are taken for one, and SHA-256 costs a hook more */
export function markOf(asked: object): string {
  const text = canonicalJson(asked as unknown as JsonValue);
  let [one, other] = [0x811c9dc5, 0x2f7b1c53];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x01000193);
  }
  return [one, other].map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
}
