/** The bytes of a body: its pieces joined, so that a character that was cut in two is read whole, and read as UTF-8. */

let decoder: InstanceType<typeof TextDecoder> | undefined;

/** `undefined` where the bytes are not UTF-8; a byte order mark stays */
export function decodeBody(bytes: Uint8Array): string | undefined {
  try {
    decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

export function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
