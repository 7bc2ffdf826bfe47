/**
 * Texts and names that can hold no secret, told in one pass: most are such, and what is told of them need not be looked at
 * any further (redact.ts has the rest).
 */

// No property of a real form has a longer name (facts/real-schemas.json).
export const MAX_NAME = 100;

/** A name that `redactName` shows */
export function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME && (name.length < 8 || isPlain(name));
}

/**
 * What no secret can be: ASCII without digits, capitals within words, signs that lead to a value, or the dozen words of a
 * recovery phrase, which have three to eight letters each and nothing but blanks, points and commas between them.
 */
export function isPlain(text: string): boolean {
  let letters = 0;
  let words = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (isLetter(unit)) {
      if (letters > 0 && unit <= 0x5a) return false;
      letters += 1;
      continue;
    }
    if (unit >= 0x7f || isDigit(unit) || unit === 0x3a || unit === 0x3d) return false;
    if (letters > 0) words = letters >= 3 && letters <= 8 ? words + 1 : 0;
    letters = 0;
    if (words === MOST_WORDS) return false;
    if (unit > 0x20 && unit !== 0x2e && unit !== 0x2c) words = 0;
  }
  return words < MOST_WORDS - 1 || letters < 3 || letters > 8;
}

const MOST_WORDS = 12;

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

export function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}
