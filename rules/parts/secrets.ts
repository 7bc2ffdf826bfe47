// Written by `node build.mjs`; do not edit.
import type { Rule } from "../../engine/core/rule.ts";
import { noSecretAnswers } from "../no-secret-answers.ts";
import { noSecretForms } from "../no-secret-forms.ts";

/** Rules that are loaded together */
export const RULES: readonly Rule[] = [noSecretAnswers, noSecretForms];
