/**
 * What the core knows of the sandbox: that a script can be opened and called, and what that may cost.
 * It is handed in like all powers; nothing of QuickJS is known here.
 */

import type { Request } from "./request.ts";

export interface ScriptPowers {
  /** Throws where the script does not load; the same script is loaded once */
  readonly open: (source: string, limits: ScriptLimits) => OpenScript;
  /** What the last call of any script cost, and how it ended: for who explains a decision, and never part of one */
  readonly lastCost: () => ScriptCost | undefined;
  /** Whether a text is a field's name or the host of a request (script-names.ts) */
  readonly isNameOrHost: (value: string, request: Request, candidates: readonly Request[]) => boolean;
}

/** A call was ended from outside, by a clock: the one failure that can't be decided again (DESIGN §8) */
export class ScriptKilled extends Error {}

/** Budgets of one script, the same on every runtime (DESIGN §8) */
export interface ScriptLimits {
  /** Steps of the sandbox for loading, and for each call */
  readonly fuel: number;
  /** MiB in all */
  readonly memory: number;
  /** KiB for a call */
  readonly stack: number;
  /** Characters of the text that comes back */
  readonly output: number;
}

export interface ScriptCost {
  /** Steps */
  readonly fuel: number;
  /** Bytes of heap at most, the engine's own included */
  readonly memory: number;
  /** Why it failed, in a word: `fuel`, `memory`, `stack`, `threw`, `not-a-verdict`, `output` … */
  readonly trouble: string | undefined;
  /** Where in the script it threw, from 1 */
  readonly place: { readonly line: number; readonly column: number } | undefined;
}

/** What a script registered with `rule` */
export interface ScriptDefinition {
  readonly about: string;
  /** Every sentence it can say, by code */
  readonly codes: ReadonlyMap<string, string>;
  /** The helpers that it wants under `sekisho` */
  readonly uses: readonly string[];
}

/** An opened script: `run` takes what the script gets and gives the text that came back; throws where none did */
export interface OpenScript {
  readonly definition: ScriptDefinition;
  readonly run: (call: ScriptCall) => string;
}

/** What the sandbox hands to a script: the input of `decide`, and the names of the builders that are put to it */
export interface ScriptCall {
  readonly builders: readonly string[];
  readonly input: object;
}
