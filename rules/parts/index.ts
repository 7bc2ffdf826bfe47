// Written by `node build.mjs`; do not edit.
import type { Mode } from "../../engine/core/request.ts";

/** Where each rule is, and the one mode that it reads */
export const RULE_PARTS: ReadonlyMap<string, RulePart> = new Map<string, RulePart>([
  ["allow-url-hosts", { part: "url", mode: "url" }],
  ["answer-form", { part: "form", mode: "form" }],
  ["canonical-url", { part: "url", mode: "url" }],
  ["check-answer", { part: "form", mode: "form" }],
  ["confirm", { part: "form", mode: "form" }],
  ["edit-answer", { part: "form", mode: "form" }],
  ["fill-defaults", { part: "form", mode: "form" }],
  ["limit-asks", { part: "text" }],
  ["match", { part: "match" }],
  ["no-lookalike-hosts", { part: "url", mode: "url" }],
  ["no-open-redirects", { part: "url", mode: "url" }],
  ["no-private-hosts", { part: "url", mode: "url" }],
  ["no-secret-answers", { part: "secrets", mode: "form" }],
  ["no-secret-forms", { part: "secrets", mode: "form" }],
  ["no-url-credentials", { part: "url", mode: "url" }],
  ["only-servers", { part: "text" }],
  ["plain-message", { part: "text" }],
  ["require-https", { part: "url", mode: "url" }],
  ["script", { part: "script" }],
  ["spec-form", { part: "form", mode: "form" }],
  ["url-length", { part: "url", mode: "url" }],
]);

export interface RulePart {
  readonly part: "form" | "match" | "script" | "secrets" | "text" | "url";
  readonly mode?: Mode;
}
