/**
 * Base64 without `atob`, which bare engines have not. Only for looking into values, so it is lenient.
 */

/** The bytes as Latin-1 text, or `undefined` if the text is not base64 (either alphabet, padding optional) */
export function decodeBase64(text: string): string | undefined {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x3d) end -= 1;
  if (text.length - end > 2 || end % 4 === 1) return undefined;
  const parts: string[] = [];
  let bits = 0;
  let count = 0;
  let bytes: number[] = [];
  for (let i = 0; i < end; i += 1) {
    const value = sextetOf(text.charCodeAt(i));
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
    if (bytes.length === 4096) {
      parts.push(String.fromCharCode(...bytes));
      bytes = [];
    }
  }
  parts.push(String.fromCharCode(...bytes));
  return parts.join("");
}

function sextetOf(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit - 0x41;
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x47;
  if (unit >= 0x30 && unit <= 0x39) return unit + 4;
  if (unit === 0x2b || unit === 0x2d) return 62;
  return unit === 0x2f || unit === 0x5f ? 63 : -1;
}
