/**
 * Tables for reading untrusted text: compatibility forms, and letters that look like Latin ones.
 * They are here so that every engine folds alike: NFKC and case mapping follow an engine's Unicode version (runtime §7).
 *
 * Origin of the data. Compatibility: NFKD, but asked only for the blocks below, whose characters were all assigned and
 * frozen by Unicode 6.0 (the stability policy keeps a decomposition for ever), so every engine gives the same answer;
 * the letters outside the BMP by arithmetic. Look-alikes: confusables.txt of UTS #39, its single letters of the BMP that
 * stand for one Latin letter, with the small capitals and the stroked letters added by hand. Half-width katakana: NFKD.
 */

/** A fold that leaves the character, and one that drops it; any other value is the code unit that stands for it */
export const KEEP = 0;
export const DROP = 1;
/** The fold has more than one code unit: ask `longFold` */
export const LONG = 2;

// First and last code point of the blocks that are folded through NFKD: Latin, spacing modifiers, Greek and Cyrillic,
// phonetic extensions, Latin and Greek additional, super- and subscripts, letterlike, number forms, enclosed, CJK radicals,
// compatibility ideographs and forms, half- and full-width forms.
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x00a0, 0x024f],
  [0x02b0, 0x02ff],
  [0x0370, 0x0513],
  [0x1d2c, 0x1d6a],
  [0x1d78, 0x1dbf],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x2070, 0x209c],
  [0x2100, 0x218b],
  [0x2460, 0x24ff],
  [0x2e80, 0x2fdf],
  [0x3000, 0x3002],
  [0xf900, 0xfad9],
  [0xfb00, 0xfb06],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff9d],
  [0xffe0, 0xffe6],
];

// Digit zero of the scripts whose digits a keyboard or an attacker may give in place of ASCII ones.
const ZEROS = "\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u0f20\u1040\u17e0";

// Letters without a decomposition, and what people write for them.
const SPELLED =
  "ßss ẞSS æae ÆAE œoe ŒOE øo ØO łl ŁL đd ĐD ðd ÐD þth ÞTH ħh ĦH ıi ĸk ŋn ŊN ŧt ŦT ƀb ɓb ƈc ɗd ƒf ɠg ƙk ƚl ƞn ƥp ƭt ƴy ƶz ʼ'";

const LOOK_ALIKES =
  "AΑАᎪᗅꓮ BꞴΒВᏴᗷꓐ CⲤСᏟꓚ DᎠᗞᗪꓓ EΕЕⴹᎬꓰ FꞘϜᖴꓝ GԌᏀᏳꓖ HΗⲎНᎻᕼꓧ IΙⲒІӀᛁꓲ JꞲͿЈᎫᒍꓙ KΚⲔКᏦᛕꓗ LⳐᏞᒪꓡ MΜϺⲘМᎷᗰᛖꓟ NΝⲚꓠ " +
  "O〇ΟⲞОՕⵔዐꓳ PΡⲢРᏢᑭꓑ Qⵕ RƦᎡᏒᖇꓣЯ SЅՏᏕᏚꓢ TΤⲦТᎢꓔ UՍሀᑌꓴ VѴⴸᏙᐯꛟꓦ WԜᎳᏔꓪ X᙭ꞳΧⲬХⵝᚷꓫ YΥⲨУҮᎩᎽꓬ ZΖᏃꓜ " +
  "aɑαаᴀɐ bƄЬᏏᖯʙвь cᴄⲥсꮯ dԁᏧᑯꓒᴅ e℮ꬲеҽᴇǝɛεєэ fꬵꞙքꜰ gɡᶃƍցɢ hһհᏂʜн iɪɩιіꙇꭵᎥ jϳјᴊ kᴋκк lӏƖǀוןߊⵏʟ mᴍм nոռɴηпи " +
  "oᴏᴑꬽοσⲟоჿօסഠဝθ pρⲣрᴘ qԛգզꞯ rꭇꭈᴦⲅгꮁʀя sꜱƽѕꮪ tᴛт uꞟᴜꭎꭒʋυսцμ vᴠνѵטꮩ wɯᴡѡԝաꮃωшщ x×хᕁᕽχ yɣᶌʏỿꭚγуүყ zᴢꮓ";

// Han characters that are drawn like kana (the kana are given as hiragana, as `foldText` gives them).
const KANA_ALIKES = "ろ口 か力 に二 え工 と卜 た夕 は八 ち千 お才 り刂 へ∧";

const pages = new Map<number, Uint16Array>();
let lastNumber = -1;
let lastPage: Uint16Array | undefined;
let spelled: ReadonlyMap<string, string> | undefined;
const long = new Map<number, string>();

/** The fold of a code unit from U+0080 up that is no surrogate; a page of 256 is worked out when first met */
export function foldOf(unit: number): number {
  const number = unit >> 8;
  // A text stays in its script, so mostly on one page.
  if (number !== lastNumber) {
    lastPage = pages.get(number);
    lastNumber = number;
  }
  if (lastPage === undefined) {
    lastPage = makePage(number);
    pages.set(number, lastPage);
  }
  return lastPage[unit & 0xff] as number;
}

/** The fold of a code unit for which `foldOf` said `LONG` */
export function longFold(unit: number): string {
  return long.get(unit) ?? "";
}

/** What is not drawn: joiners, soft hyphens, fillers, variation selectors, bidi marks (Default_Ignorable_Code_Point) */
export function isInvisible(code: number): boolean {
  if (code < 0x00ad) return false;
  if (code < 0x2000) {
    return (
      code === 0x00ad ||
      code === 0x034f ||
      code === 0x061c ||
      code === 0x115f ||
      code === 0x1160 ||
      code === 0x17b4 ||
      code === 0x17b5 ||
      (code >= 0x180b && code <= 0x180f)
    );
  }
  if (code < 0x3000) {
    return (
      (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f)
    );
  }
  return (
    code === 0x3164 ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0xffa0 ||
    (code >= 0xfff0 && code <= 0xfff8) ||
    (code >= 0x1bca0 && code <= 0x1bca3) ||
    (code >= 0x1d173 && code <= 0x1d17a) ||
    (code >= 0xe0000 && code <= 0xe0fff)
  );
}

/** Marks that are drawn over, under or through a letter; not the voicing marks of kana, which make another letter */
export function isMark(unit: number): boolean {
  return (
    unit >= 0x0300 &&
    (unit <= 0x036f ||
      (unit >= 0x0483 && unit <= 0x0489) ||
      (unit >= 0x1ab0 && unit <= 0x1aff) ||
      (unit >= 0x1dc0 && unit <= 0x1dff) ||
      (unit >= 0x20d0 && unit <= 0x20ff) ||
      (unit >= 0xfe20 && unit <= 0xfe2f))
  );
}

/** The ASCII letter, digit, or other text that a code point beyond the BMP stands for; "" if it stands for itself */
export function foldAstral(code: number): string {
  if (code >= 0x1d400 && code <= 0x1d6a3) return letter((code - 0x1d400) % 52);
  if (code === 0x1d6a4) return "i";
  if (code === 0x1d6a5) return "j";
  if (code >= 0x1d6a8 && code <= 0x1d7cb) return greek((code - 0x1d6a8) % 58);
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String.fromCharCode(0x30 + ((code - 0x1d7ce) % 10));
  if (code >= 0x1f110 && code <= 0x1f189) {
    const offset = (code - 0x1f110) % 32;
    return offset < 26 ? letter(offset) : "";
  }
  if (code >= 0x1f1e6 && code <= 0x1f1ff) return letter(code - 0x1f1e6);
  if (code >= 0x1fbf0 && code <= 0x1fbf9) return String.fromCharCode(0x30 + code - 0x1fbf0);
  return "";
}

let alikes: Uint16Array | undefined;

/** The Latin letter (or the kana) that a letter is drawn like, if it is not that letter itself; else 0 */
export function lookAlike(unit: number): number {
  alikes ??= makeAlikes();
  return alikes[unit] as number;
}

function makeAlikes(): Uint16Array {
  const table = new Uint16Array(0x10000);
  for (const group of `${LOOK_ALIKES} ${KANA_ALIKES}`.split(" ")) {
    for (let i = 1; i < group.length; i += 1) table[group.charCodeAt(i)] = group.charCodeAt(0);
  }
  return table;
}

function makePage(number: number): Uint16Array {
  const page = new Uint16Array(256);
  const first = number << 8;
  for (const [from, to] of BLOCKS) {
    for (let code = Math.max(from, first); code <= Math.min(to, first + 255); code += 1) setFold(page, code);
  }
  for (let i = 0; i < ZEROS.length; i += 1) {
    for (let digit = 0; digit < 10; digit += 1) {
      const code = ZEROS.charCodeAt(i) + digit;
      if (code >> 8 === number) page[code & 0xff] = 0x30 + digit;
    }
  }
  if (number === 0x30) {
    // Katakana as hiragana: one word, two spellings (パスワード, ぱすわーど).
    for (let code = 0x30a1; code <= 0x30f6; code += 1) page[code & 0xff] = code - 0x60;
  }
  for (let offset = 0; offset < 256; offset += 1) {
    if (isInvisible(first + offset) || isMark(first + offset)) page[offset] = DROP;
  }
  return page;
}

function setFold(page: Uint16Array, code: number): void {
  const character = String.fromCharCode(code);
  spelled ??= new Map(SPELLED.split(" ").map((entry) => [entry.charAt(0), entry.slice(1)]));
  const folded = spelled.get(character) ?? dropMarks(character.normalize("NFKD"));
  if (folded === character || folded === "") return;
  if (folded.length === 1) page[code & 0xff] = folded.charCodeAt(0);
  else {
    page[code & 0xff] = LONG;
    long.set(code, folded);
  }
}

function dropMarks(text: string): string {
  let kept = "";
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (isMark(unit)) continue;
    kept += unit >= 0x30a1 && unit <= 0x30f6 ? String.fromCharCode(unit - 0x60) : text.charAt(i);
  }
  return kept;
}

function letter(offset: number): string {
  return String.fromCharCode(offset < 26 ? 0x41 + offset : 0x61 + offset - 26);
}

// An alphabet of 58: 25 capitals (one of them theta symbol), nabla, 25 small letters, partial derivative, six variants.
function greek(offset: number): string {
  if (offset < 25) return String.fromCharCode(0x391 + offset);
  if (offset > 25 && offset < 51) return String.fromCharCode(0x3b1 + offset - 26);
  return "";
}
