// Written by `node build.mjs`; do not edit.
import type { Rule } from "../../engine/core/rule.ts";
import { script } from "../script.ts";

/** Rules that are loaded together */
export const RULES: readonly Rule[] = [script];
