/**
 * The nearest word of a closed list, for "did you mean".
 * A guess is offered only where it is a slip of the keyboard: two edits, one in short words (STYLE §5).
 */

const LONGEST_WORD = 64;
const SHORT_WORD = 4;

/** The word that was most likely meant, if one is near enough; of several the first */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  const written = plain(word);
  if (written === "" || written.length > LONGEST_WORD) return undefined;
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of words) {
    if (candidate.length > LONGEST_WORD) continue;
    const meant = plain(candidate);
    const edits = editsBetween(written, meant);
    if (edits < least && isSlip(edits, written, meant)) {
      nearest = candidate;
      least = edits;
    }
  }
  return nearest;
}

// A word that has to change wholly is another word, not a slip.
function isSlip(edits: number, written: string, meant: string): boolean {
  const allowed = meant.length <= SHORT_WORD ? 1 : 2;
  return edits <= allowed && edits < Math.min(written.length, meant.length);
}

// Case, and which kind of dash, cost nothing: `Require_HTTPS` is `require-https`.
function plain(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/_/g, "-");
}

// Optimal string alignment: insertion, deletion, substitution, and two neighbours exchanged cost one each.
function editsBetween(left: string, right: string): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let edits = Math.min(at(above, column) + 1, at(current, column - 1) + 1, at(above, column - 1) + (same ? 0 : 1));
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        edits = Math.min(edits, at(before, column - 2) + 1);
      }
      current.push(edits);
    }
    before = above;
    above = current;
  }
  return at(above, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
