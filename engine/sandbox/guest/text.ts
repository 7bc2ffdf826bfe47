/** `sekisho.text`: reads texts as the built-in rules do, so that no spelling trick has to be known twice. */
import { foldText, latinReading } from "../../core/text.ts";
import { findLink, findTextProblems } from "../../core/text-problems.ts";

export interface TextHelper {
  /** What a person sees, in plain letters: accents, marks, compatibility forms and invisible characters are gone; case is kept */
  readonly fold: (text: string) => string;
  /** The same with letters of other scripts as the Latin ones that they look like; without any: as `fold` */
  readonly looksLike: (text: string) => string;
  /** Kinds of characters that can't be seen or that fool a terminal: `bidi`, `escape`, `invisible` … */
  readonly problems: (text: string) => readonly string[];
  /** Whether a link stands in the text */
  readonly hasLink: (text: string) => boolean;
}

export const helper: TextHelper = {
  fold: (text) => foldText(String(text)).text,
  looksLike: (text) => foldText(latinReading(String(text)) ?? String(text)).text,
  problems: (text) => findTextProblems(String(text)).map(({ kind }) => kind),
  hasLink: (text) => findLink(String(text)) >= 0,
};

// What the tables need is made once, before the memory is kept.
helper.looksLike("\u00e9\u0430\uff41");
