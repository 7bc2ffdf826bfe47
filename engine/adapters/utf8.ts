/** A text as the bytes that go into a file or a pipe. Where there is Node its own way is there at once, and TextEncoder is not. */
export function encodeUtf8(text: string): Uint8Array {
  return typeof Buffer === "function" ? Buffer.from(text) : new TextEncoder().encode(text);
}
