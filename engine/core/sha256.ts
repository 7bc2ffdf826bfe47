/**
 * SHA-256 (FIPS 180-4), small and pure.
 * The core may reach no platform crypto, yet digests and the checksum of a recovery phrase must be the same everywhere.
 */

/** The 32 bytes of the digest */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = digest(bytes);
  const result = new Uint8Array(32);
  for (let i = 0; i < 32; i += 1) result[i] = (state[i >>> 2] as number) >>> (24 - 8 * (i & 3));
  return result;
}

/** The digest of bytes, or of a text's UTF-8, as 64 lower-case hex digits; a lone surrogate counts as U+FFFD, as TextEncoder has it */
export function sha256Hex(text: string | Uint8Array): string {
  let hex = "";
  for (const word of digest(typeof text === "string" ? utf8(text) : text))
    hex += (word >>> 0).toString(16).padStart(8, "0");
  return hex;
}

/** UTF-8 without TextEncoder, which bare engines have not */
export function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let end = 0;
  for (let i = 0; i < text.length; i += 1) {
    let code = text.charCodeAt(i);
    if (code < 0x80) {
      bytes[end++] = code;
      continue;
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      const low = code <= 0xdbff ? text.charCodeAt(i + 1) : 0;
      if (low >= 0xdc00 && low <= 0xdfff) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        i += 1;
      } else code = 0xfffd;
    }
    if (code < 0x800) bytes[end++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) bytes[end++] = 0xe0 | (code >> 12);
      else {
        bytes[end++] = 0xf0 | (code >> 18);
        bytes[end++] = 0x80 | ((code >> 12) & 0x3f);
      }
      bytes[end++] = 0x80 | ((code >> 6) & 0x3f);
    }
    bytes[end++] = 0x80 | (code & 0x3f);
  }
  return bytes.subarray(0, end);
}

// Written out in one piece: a hook makes a few blocks in all, so this runs before any engine has compiled it, and there each
// function and each call counts.
function digest(bytes: Uint8Array): readonly number[] {
  const state = [...START];
  const { length } = bytes;
  const padded = new Uint8Array(((length + 8) >>> 6) * 64 + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  // The length in bits, which needs 64 bits.
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  const words: number[] = [];
  for (let offset = 0; offset < padded.length; offset += 64) {
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      let word: number;
      if (i < 16) word = view.getInt32(offset + i * 4);
      else {
        const x = words[i - 15] as number;
        const y = words[i - 2] as number;
        const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        word = ((words[i - 16] as number) + low + (words[i - 7] as number) + high) | 0;
      }
      words[i] = word;
      const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const first = (h + high + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + word) | 0;
      const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      const second = low + ((a & b) ^ (a & c) ^ (b & c));
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    const added = [a, b, c, d, e, f, g, h];
    for (let i = 0; i < 8; i += 1) state[i] = ((state[i] as number) + (added[i] as number)) | 0;
  }
  return state;
}

// The constants as FIPS 180-4 lists them (sections 4.2.2 and 5.3.3). They are not computed from the primes' roots:
// `Math.cbrt` need not be exact, and differs between engines. With a sign, so that an engine takes them for small numbers.
const ROUND: readonly number[] = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
].map((one) => one | 0);
const START: readonly number[] = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
].map((one) => one | 0);
