/**
 * Everything that can be wrong with a policy's text before its meaning is looked at.
 * The codes are the contract; the YAML library's own codes and wording stop here.
 */

/** Longest text of a policy, in UTF-16 code units */
export const MAX_SOURCE_LENGTH: number = 2 ** 19;
/** Mappings and lists inside each other */
export const MAX_SOURCE_DEPTH = 100;
/** What aliases may add to a policy: values, and characters in them */
export const MAX_ALIASED_SIZE: number = 2 ** 18;
/** Faults reported for one text */
export const MAX_FAULTS = 20;

export type SourceErrorCode =
  /** Aliases repeat so much that the policy would explode when written out */
  | "alias-bomb"
  /** A value contains an alias for itself */
  | "alias-cycle"
  /** An anchor or alias with something missing, or in the wrong place */
  | "bad-anchor"
  /** A line that begins with `%`, other than `%YAML 1.2` */
  | "bad-directive"
  /** A backslash in double quotes with something after it that YAML does not know, or half a character */
  | "bad-escape"
  /** A line that is indented too deep or not deep enough */
  | "bad-indent"
  /** A tag that does not fit its value, such as `!!int abc` */
  | "bad-tag"
  /** A second `: ` on one line */
  | "colon-in-text"
  /** A character that cannot be seen and that YAML or other readers of it refuse, or read as a line end */
  | "control-character"
  /** Two equal keys in one mapping */
  | "duplicate-key"
  /** Nothing but comments and white space */
  | "empty-document"
  /** A character that cannot be seen, or that changes the order in which a line is shown */
  | "invisible-character"
  /** A key that is no text: a number, true, null, a list, an alias */
  | "key-not-text"
  /** A key of more than 1024 characters */
  | "long-key"
  /** Something that is not YAML in a way that has no code of its own */
  | "malformed-yaml"
  /** `<<`, which YAML 1.2 does not merge */
  | "merge-key"
  /** A line without the colon that would make it a key */
  | "missing-colon"
  /** Two entries between brackets or braces with no comma between them */
  | "missing-comma"
  /** A colon that ends no key, since no space follows it */
  | "missing-space"
  /** A key with neither colon nor value, between braces or after `?` */
  | "missing-value"
  /** A text that begins with, or contains, a character with a meaning of its own */
  | "needs-quotes"
  /** The text was decoded from bytes that were not UTF-8 */
  | "not-utf-8"
  /** A full-width colon, or another one that looks like a colon, where a key should end */
  | "odd-colon"
  /** A text that begins with a curly or full-width quotation mark */
  | "odd-quote"
  /** A no-break space, or another space that is not ASCII, that becomes part of a key or of the edge of a text */
  | "odd-space"
  /** A number that would lose digits, or is infinite, or is none */
  | "odd-number"
  /** More than one document in the text */
  | "several-documents"
  /** A list item that YAML reads as more words of the line above it */
  | "swallowed-item"
  /** A tab as indentation */
  | "tab-indent"
  /** More inside each other than `MAX_SOURCE_DEPTH` */
  | "too-deep"
  /** More text than `MAX_SOURCE_LENGTH` */
  | "too-large"
  /** A quotation mark, bracket or brace that is never closed */
  | "unclosed"
  /** Text where none is expected, for example after a closing quotation mark */
  | "unexpected-text"
  /** An alias for which there is no anchor; most often a wildcard that wants quotes */
  | "unknown-alias"
  /** A tag that is not one of YAML's core schema */
  | "unknown-tag";

/** A fault by its place in the text, before it becomes a diagnostic */
export interface Fault {
  readonly code: SourceErrorCode;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help?: string;
  /** Where it is in the document, if that is not what the offset says */
  readonly path?: readonly string[];
  /** What comes after it in the text may be read wrongly because of it */
  readonly derails?: boolean;
}

/** The text as YAML wants it in quotes, for a help line; long texts are cut */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return /["\\]/.test(short) ? `'${short.replaceAll("'", "''")}'` : `"${short}"`;
}

/** The faults worth showing, in the order of the text: no echoes of the same fault, nothing after the reader lost its way */
export function selectFaults(faults: readonly Fault[], text: string): readonly Fault[] {
  const selected: Fault[] = [];
  for (const fault of [...faults].sort(compareFaults)) {
    const last = selected.at(-1);
    if (last?.start === fault.start) continue;
    const sameLine = last !== undefined && !text.slice(last.start, fault.start).includes("\n");
    // What derails the reader after a fault on the same line is most often that fault again.
    if (!(fault.derails === true && sameLine)) selected.push(fault);
    if (fault.derails === true || selected.length === MAX_FAULTS) break;
  }
  return selected;
}

// Of two at one place, what derailed the reader explains the other.
function compareFaults(left: Fault, right: Fault): number {
  return left.start - right.start || Number(right.derails === true) - Number(left.derails === true);
}
