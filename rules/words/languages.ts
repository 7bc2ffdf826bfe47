/**
 * All word lists, for `renderPackedWords`; the running program has only what that writes.
 */
import type { SecretWords } from "../../engine/core/secrets.ts";
import { german } from "./de.ts";
import { english } from "./en.ts";
import { spanish } from "./es.ts";
import { french } from "./fr.ts";
import { italian } from "./it.ts";
import { japanese } from "./ja.ts";
import { korean } from "./ko.ts";
import { portuguese } from "./pt.ts";
import { russian } from "./ru.ts";
import { chinese } from "./zh.ts";

export const LANGUAGES: readonly SecretWords[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  russian,
  japanese,
  chinese,
  korean,
];
