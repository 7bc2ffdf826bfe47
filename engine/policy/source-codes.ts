/**
 * Every way in which the text of a policy can be wrong, before its meaning is looked at: when it occurs and what to do.
 * The type is what the program uses; the texts are for docs/errors.md and are in no bundle, as in core/errors.ts.
 */
export type SourceErrorCode =
  | "alias-bomb"
  | "alias-cycle"
  | "bad-anchor"
  | "bad-directive"
  | "bad-escape"
  | "bad-indent"
  | "bad-tag"
  | "colon-in-text"
  | "control-character"
  | "duplicate-key"
  | "empty-document"
  | "invisible-character"
  | "key-not-text"
  | "long-key"
  | "malformed-yaml"
  | "merge-key"
  | "missing-colon"
  | "missing-comma"
  | "missing-space"
  | "missing-value"
  | "needs-quotes"
  | "not-utf-8"
  | "odd-colon"
  | "odd-number"
  | "odd-quote"
  | "odd-space"
  | "several-documents"
  | "swallowed-item"
  | "tab-indent"
  | "too-deep"
  | "too-large"
  | "unclosed"
  | "unexpected-text"
  | "unknown-alias"
  | "unknown-tag";

interface SourceErrorAbout {
  readonly when: string;
  readonly todo: string;
}

export const SOURCE_ERROR_CODES: Readonly<Record<SourceErrorCode, SourceErrorAbout>> = {
  "alias-bomb": {
    when: "aliases repeat so much that the policy would explode when written out",
    todo: "write lists out, or use groups under `servers`",
  },
  "alias-cycle": { when: "a value contains an alias for itself", todo: "write the value out" },
  "bad-anchor": {
    when: "an anchor or alias with something missing, or in the wrong place",
    todo: "name it, and put it right before its value; a text that begins with `&` or `*` goes in quotes",
  },
  "bad-directive": {
    when: "a line that begins with `%`, other than `%YAML 1.2`",
    todo: "delete the line, or write `%YAML 1.2` at the top and `---` below it",
  },
  "bad-escape": {
    when: "a backslash in double quotes with something after it that YAML does not know, or half a character",
    todo: "put the text in single quotes, where a backslash is itself",
  },
  "bad-indent": {
    when: "a line that is indented too deep or not deep enough",
    todo: "give the line the indentation of its neighbours",
  },
  "bad-tag": { when: "a tag that does not fit its value, such as `!!int abc`", todo: "delete the tag" },
  "colon-in-text": { when: "a second `: ` on one line", todo: "put the text in quotes" },
  "control-character": {
    when: "a character that cannot be seen and that YAML or other readers of it refuse, or read as a line end",
    todo: "delete it, or write it as an escape in double quotes; save the file as UTF-8 with LF or CRLF",
  },
  "duplicate-key": { when: "two equal keys in one mapping", todo: "delete one, or write both in one" },
  "empty-document": { when: "nothing but comments and white space", todo: "begin with `version: 1`" },
  "invisible-character": {
    when: "a character that cannot be seen, or that changes the order in which a line is shown",
    todo: "delete it, or write it as an escape in double quotes",
  },
  "key-not-text": {
    when: "a key that is no text: a number, true, null, a list, an alias",
    todo: "put the key in quotes",
  },
  "long-key": { when: "a key of more than 1024 characters", todo: "write a shorter key" },
  "malformed-yaml": {
    when: "something that is not YAML in a way that has no code of its own",
    todo: "check the line, and the one above it",
  },
  "merge-key": {
    when: "`<<`, which YAML 1.2 does not merge",
    todo: "write the keys out; an anchor can stand for a whole value",
  },
  "missing-colon": { when: "a line without the colon that would make it a key", todo: "write `key: value`" },
  "missing-comma": {
    when: "two entries between brackets or braces with no comma between them",
    todo: "write a comma between entries",
  },
  "missing-space": {
    when: "a colon that ends no key, since no space follows it",
    todo: "write a space after the colon",
  },
  "missing-value": {
    when: "a key with neither colon nor value, between braces or after `?`",
    todo: "write `key: value`",
  },
  "needs-quotes": {
    when: "a text that begins with, or contains, a character with a meaning of its own",
    todo: "put the text in quotes",
  },
  "not-utf-8": { when: "the text was decoded from bytes that were not UTF-8", todo: "save the file as UTF-8" },
  "odd-colon": {
    when: "a full-width colon, or another one that looks like a colon, where a key should end",
    todo: "write an ordinary colon and a space, or put the text in quotes",
  },
  "odd-number": {
    when: "a number that would lose digits, or is infinite, or is none",
    todo: "put it in quotes if it is a text",
  },
  "odd-quote": {
    when: "a text that begins with a curly or full-width quotation mark",
    todo: "write `\"` or `'`, or put the whole text in such quotes",
  },
  "odd-space": {
    when: "a no-break space, or another space that is not ASCII, that becomes part of a key or of the edge of a text",
    todo: "write an ordinary space, or write it as an escape in double quotes",
  },
  "several-documents": { when: "more than one document in the text", todo: "write one policy a file" },
  "swallowed-item": {
    when: "a list item that YAML reads as more words of the line above it",
    todo: "give the item the indentation of the others",
  },
  "tab-indent": { when: "a tab as indentation", todo: "indent with spaces" },
  "too-deep": { when: "more than 100 mappings and lists inside each other", todo: "write a flatter policy" },
  "too-large": { when: "more than 524,288 characters", todo: "split it with `extends`" },
  unclosed: { when: "a quotation mark, bracket or brace that is never closed", todo: "close it" },
  "unexpected-text": {
    when: "text where none is expected, for example after a closing quotation mark",
    todo: "check the indentation; a text with special characters goes in quotes",
  },
  "unknown-alias": {
    when: "an alias for which there is no anchor; most often a wildcard that wants quotes",
    todo: "put the text in quotes, or write the anchor before the alias",
  },
  "unknown-tag": {
    when: "a tag that is not one of YAML's core schema",
    todo: "delete the tag, or put the text in quotes",
  },
};
