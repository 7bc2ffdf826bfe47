// Written by `node build.mjs`; do not edit.
import type { Rule } from "../../engine/core/rule.ts";
import { answerForm } from "../answer-form.ts";
import { checkAnswer } from "../check-answer.ts";
import { confirm } from "../confirm.ts";
import { editAnswer } from "../edit-answer.ts";
import { fillDefaults } from "../fill-defaults.ts";
import { specForm } from "../spec-form.ts";

/** Rules that are loaded together */
export const RULES: readonly Rule[] = [answerForm, checkAnswer, confirm, editAnswer, fillDefaults, specForm];
