/**
 * Numbers that carry their own check: payment cards, IBAN, US social security numbers, Japan's My Number.
 */

const DIGITS = /\d(?:[\d \u2010-\u2015.-]{0,40}\d)?/g;

/** Whether a text holds a payment card number: prefix, length and Luhn check (ISO/IEC 7812) */
export function hasCardNumber(text: string): boolean {
  if (!hasDigits(text, 12)) return false;
  for (const match of text.matchAll(DIGITS)) {
    const [run] = match;
    if (run.length < 14 || isPartOfWord(text, match.index, match.index + run.length)) continue;
    if (isCardRun(run.split(/[ \u2010-\u2015.-]+/))) return true;
  }
  for (const match of text.matchAll(PARTED)) {
    const [run] = match;
    const before = text.charAt(match.index - 1);
    const after = text.charAt(match.index + run.length);
    // Not a part of a longer row, path or word.
    if (!/[\w/|:;,-]/.test(before) && !/[\w/|:;-]/.test(after) && isCardNumber(run.replace(/\D+/g, ""))) return true;
  }
  return false;
}

// A card's own groups, or pairs, with one sign between all of them that hardly stands in numbers: a line break, a slash.
const PARTED =
  /\d{4}(?:(\s{0,2}[\n\t/_|,;:*+]\s{0,2})\d{4}(?:\1\d{4}){2}|(\s{0,2}[\n\t/_|,;:*+]\s{0,2})\d{6}\2\d{4,5})|\d\d([-\u2010-\u2015 /_|,;:*+])\d\d(?:\3\d\d){6}/g;

function hasDigits(text: string, least: number): boolean {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x30 && unit <= 0x39) count += 1;
    if (count >= least) return true;
  }
  return false;
}

function isPartOfWord(text: string, from: number, to: number): boolean {
  return isNameUnit(text.charCodeAt(from - 1)) || isNameUnit(text.charCodeAt(to));
}

function isNameUnit(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f;
}

// Digits in groups: one number, or several beside each other. A card's groups are 16, 4-4-4-4, 4-6-5, 4-6-4, 8-8 and the
// like; single digits count when the whole run is one number.
function isCardRun(groups: readonly string[]): boolean {
  if (groups.length > 12 && groups.every((group) => group.length === 1)) return isCardNumber(groups.join(""));
  for (let from = 0; from < groups.length; from += 1) {
    let digits = "";
    for (let to = from; to < groups.length && to < from + 5; to += 1) {
      const group = groups[to] as string;
      if (to > from && group.length < 3) break;
      digits += group;
      if (digits.length > 19) break;
      if (digits.length >= 14 && (groups[from] as string).length >= 4 && isCardNumber(digits)) return true;
    }
  }
  return false;
}

/** Networks by prefix and length. Of 13, 17 to 19 digits there are too many other numbers (message ids, article numbers) */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{14,16}$/.test(digits)) return false;
  const two = Number(digits.slice(0, 2));
  const four = Number(digits.slice(0, 4));
  if (!isNetwork(digits.length, two, four, Number(digits.slice(0, 3)))) return false;
  return new Set(digits).size > 1 && passesLuhn(digits);
}

function isNetwork(length: number, two: number, four: number, three: number): boolean {
  if (length === 15) return two === 34 || two === 37;
  if (length === 14) return two === 36 || two === 38 || two === 39 || (three >= 300 && three <= 305);
  if (two >= 40 && two <= 49) return true;
  if (two >= 51 && two <= 55) return true;
  if (four >= 2221 && four <= 2720) return true;
  if (four >= 2200 && four <= 2204) return true;
  if (four === 6011 || two === 65 || (three >= 644 && three <= 649)) return true;
  if (four >= 3528 && four <= 3589) return true;
  return two === 62 || two === 60 || four === 5018 || four === 5020 || four === 5038 || four === 6304 || four === 6759;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 0x30;
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}(?![A-Za-z0-9])/gi;

// Lengths by country (IBAN registry, SWIFT): the check digits alone let one in 97 through.
const IBAN_LENGTHS =
  "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28" +
  "HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24" +
  "RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30";

/** Whether a text is an IBAN and nothing else */
export function isIban(text: string): boolean {
  const compact = text.replace(/[ -]/g, "").toUpperCase();
  return (
    /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) &&
    ibanLength(compact.slice(0, 2)) === compact.length &&
    passesMod97(compact)
  );
}

/** Whether a text holds an IBAN: country, length and check digits (ISO 13616) */
export function hasIban(text: string): boolean {
  for (const [found] of text.matchAll(IBAN)) {
    const compact = found.replace(/[ -]/g, "").toUpperCase();
    const length = ibanLength(compact.slice(0, 2));
    if (length === undefined || compact.length < length) continue;
    // The pattern may have taken a word that follows.
    if (passesMod97(compact.slice(0, length))) return true;
  }
  return false;
}

function ibanLength(country: string): number | undefined {
  for (let at = 0; at < IBAN_LENGTHS.length; at += 4) {
    if (IBAN_LENGTHS.startsWith(country, at)) return Number(IBAN_LENGTHS.slice(at + 2, at + 4));
  }
  return undefined;
}

function passesMod97(iban: string): boolean {
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

const SSN = /(?<![\w.-])(\d{3})([- ])(\d{2})\2(\d{4})(?![\w-])/g;

/** Whether a text holds a US social security number in its usual grouping; nine digits in a row are anything */
export function hasSocialSecurityNumber(text: string): boolean {
  for (const [, area = "", , group = "", serial = ""] of text.matchAll(SSN)) {
    if (area !== "000" && area !== "666" && area < "900" && group !== "00" && serial !== "0000") return true;
  }
  return false;
}

/** Whether a text is twelve digits whose last is My Number's check digit; one in eleven numbers is, so the name must agree */
export function isMyNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, "");
  if (!/^\d{12}$/.test(digits)) return false;
  let sum = 0;
  for (let n = 1; n <= 11; n += 1) sum += (digits.charCodeAt(11 - n) - 0x30) * (n <= 6 ? n + 1 : n - 5);
  const rest = sum % 11;
  return digits.charCodeAt(11) - 0x30 === (rest <= 1 ? 0 : 11 - rest);
}
