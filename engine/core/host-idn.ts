/**
 * Which letters outside ASCII a host may hold, and how such a label is spelt in ASCII (`xn--…`).
 * Only letters that IDNA2003, IDNA2008 and UTS #46 all leave as they are, so that no reader maps, drops or refuses them:
 * in lower case, composed (NFC), left to right, without joiners, and assigned since Unicode 3.2 (but for U+04CF). So no
 * sharp s and no final sigma, which readers do map differently, and no capital outside ASCII. The mapping is: none.
 */
import { decodePunycode, encodePunycode } from "./host-punycode.ts";

export type Script = "cyrillic" | "greek" | "han" | "hangul" | "kana" | "latin";

const LATIN =
  "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžơưșț" +
  "ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ";
const GREEK = "ΐάέήίΰαβγδεζηθικλμνξοπρστυφχψωϊϋόύώ";
// Russian to Serbian are one range; these are the further letters of Ukrainian, Kazakh and others.
const CYRILLIC = "ґғқңүұһәөӏ";

/** The script of a code point that a host may hold; `undefined` for ASCII without letters, and for all that is not listed */
export function scriptOf(code: number): Script | undefined {
  if (code < 0x80) return code >= 0x61 && code <= 0x7a ? "latin" : undefined;
  if (code >= 0x4e00 && code <= 0x9fa5) return "han";
  if (code >= 0xac00 && code <= 0xd7a3) return "hangul";
  if (code >= 0x3041 && code <= 0x3094) return "kana";
  if ((code >= 0x30a1 && code <= 0x30f6) || code === 0x30fc) return "kana";
  if (code === 0x3005 || code === 0x3007) return "han";
  if (code >= 0x0430 && code <= 0x045f) return "cyrillic";
  const letter = String.fromCodePoint(code);
  if (LATIN.includes(letter)) return "latin";
  if (GREEK.includes(letter)) return "greek";
  return CYRILLIC.includes(letter) ? "cyrillic" : undefined;
}

/** The `xn--` spelling of a label whose characters are all fit for a host; `undefined` where the whole is not */
export function asciiLabel(label: string): string | undefined {
  const codes = Array.from(label, codePointOf);
  if (!isPlainLabel(label) || !codes.some((code) => code >= 0x80)) return undefined;
  if (!codes.every((code) => code < 0x80 || scriptOf(code) !== undefined)) return undefined;
  const encoded = encodePunycode(codes);
  return encoded === undefined || encoded.length > 59 ? undefined : `xn--${encoded}`;
}

/** What an `xn--` label in lower case stands for; `undefined` unless it is the one spelling of a listed text */
export function unicodeLabel(label: string): string | undefined {
  if (!label.startsWith("xn--")) return undefined;
  const codes = decodePunycode(label.slice(4));
  if (codes === undefined || codes.some((code) => code >= 0xd800 && code <= 0xdfff)) return undefined;
  const decoded = String.fromCodePoint(...codes);
  return asciiLabel(decoded) === label ? decoded : undefined;
}

// Letters, digits, inner hyphens; two hyphens in the third and fourth place mark an encoding (RFC 5891, 4.2.3.1).
function isPlainLabel(label: string): boolean {
  return !label.startsWith("-") && !label.endsWith("-") && label.slice(2, 4) !== "--";
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
