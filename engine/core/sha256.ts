/**
 * SHA-256 (FIPS 180-4), small and pure.
 * The core may reach no platform crypto, yet digests and the checksum of a recovery phrase must be the same everywhere.
 */

/** The 32 bytes of the digest */
export function sha256(bytes: Uint8Array): Uint8Array {
  const round = roundConstants();
  const state = initialState();
  const padded = pad(bytes);
  const words = new Int32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) compress(state, padded, offset, words, round);
  const digest = new Uint8Array(32);
  for (let i = 0; i < 32; i += 1) digest[i] = (state[i >>> 2] as number) >>> (24 - 8 * (i & 3));
  return digest;
}

/** The digest of bytes, or of a text's UTF-8, as 64 lower-case hex digits; a lone surrogate counts as U+FFFD, as TextEncoder has it */
export function sha256Hex(text: string | Uint8Array): string {
  let hex = "";
  for (const byte of sha256(typeof text === "string" ? utf8(text) : text))
    hex += (byte < 16 ? "0" : "") + byte.toString(16);
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

function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 8) >>> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  // The length in bits needs 64 bits; a double holds it exactly for every array there can be.
  let rest = bytes.length * 8;
  for (let i = padded.length - 1; rest > 0; i -= 1) {
    padded[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return padded;
}

// Written out: a hook makes a few blocks in all, so this runs before any engine has compiled it, and there each call counts.
function compress(state: Int32Array, bytes: Uint8Array, offset: number, w: Int32Array, round: Int32Array): void {
  for (let i = 0; i < 16; i += 1) {
    const from = offset + i * 4;
    w[i] =
      ((bytes[from] as number) << 24) |
      ((bytes[from + 1] as number) << 16) |
      ((bytes[from + 2] as number) << 8) |
      (bytes[from + 3] as number);
  }
  for (let i = 16; i < 64; i += 1) {
    const a = w[i - 15] as number;
    const b = w[i - 2] as number;
    const low = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const high = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    w[i] = ((w[i - 16] as number) + low + (w[i - 7] as number) + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + high + ((e & f) ^ (~e & g)) + (round[i] as number) + (w[i] as number)) | 0;
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

// The constants as FIPS 180-4 lists them (sections 4.2.2 and 5.3.3). They are not computed from the primes' roots:
// `Math.cbrt` need not be exact, and differs between engines.
const ROUND_HEX =
  "428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc3" +
  "72be5d7480deb1fe9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da" +
  "983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13" +
  "650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070" +
  "19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc70208" +
  "90befffaa4506cebbef9a3f7c67178f2";
const STATE_HEX = "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19";

let builtRound: Int32Array | undefined;

function roundConstants(): Int32Array {
  builtRound ??= fromHex(ROUND_HEX);
  return builtRound;
}

function initialState(): Int32Array {
  return fromHex(STATE_HEX);
}

function fromHex(hex: string): Int32Array {
  const words = new Int32Array(hex.length / 8);
  for (let i = 0; i < words.length; i += 1) words[i] = Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16);
  return words;
}
