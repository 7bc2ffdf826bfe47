/** Unpacks the module where there is no zlib: in a page. A part of its own, since fflate builds its tables at once. */
import { inflateSync } from "fflate";

/** From deflated bytes in base64 */
export function inflateText(text: string): Uint8Array {
  const binary = (globalThis as unknown as { atob: (text: string) => string }).atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return inflateSync(bytes);
}
