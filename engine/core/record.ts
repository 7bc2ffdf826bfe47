/**
 * The audit entry of one decision: what was decided and why, and of the request all that it takes to decide it again.
 * No value that a person typed stands in it, and no text of a server that may be a secret, whole or in part; where a rule
 * says something else without them, its verdict is kept beside the request (DESIGN §9).
 */
import type { Decision } from "./decision.ts";
import { canonicalJson, type JsonValue } from "./json.ts";
import type { CheckedDocument, Policy } from "./policy.ts";
import { recordPlainly } from "./record-plain.ts";
import type { RecordedMemory } from "./recorded-request.ts";
import type { RecordedVerdict } from "./recorded-verdict.ts";
import type { EventName, Request } from "./request.ts";
import type { Context, Powers } from "./rule.ts";
import { sha256Hex } from "./sha256.ts";
import type { ValueShape } from "./value-shape.ts";
import type { Helpers, RecordedRequest, Withheld } from "./withhold.ts";

export interface DecisionRecord {
  readonly version: 2;
  /** Made by whoever writes the record down; of an embedded engine's records, from what they hold */
  readonly id: string;
  /** Version of sekisho */
  readonly engine: string;
  /** Digest of policy and scripts; empty where none was loaded */
  readonly policy: string;
  /** The time that the decision was told, in UTC; it decides whether exceptions have ended */
  readonly now: string | null;
  /** Milliseconds from the whole input to the decision */
  readonly duration: number | null;
  /** How the input came in; `null`: an embedded engine */
  readonly via: "command" | "http" | "mcp" | null;
  readonly event: EventName | null;
  readonly server: string | null;
  readonly mode: "form" | "url" | null;
  readonly session: string | null;
  readonly effect: Decision["effect"];
  /** Shapes of what was answered */
  readonly content: Readonly<Record<string, ValueShape>> | null;
  readonly reasons: Decision["reasons"];
  readonly errors: Decision["errors"];
  readonly observed: Decision["observed"];
  readonly facts: Readonly<Record<string, string>>;
  /** `null`: there was none that could be read, or it was too large to be kept */
  readonly request: RecordedRequest | null;
  readonly memory: RecordedMemory | null;
  /** What is withheld outside the request: `/server`, `/facts/NAME` */
  readonly withheld: readonly Withheld[];
  /** Verdicts that rules would not give again on what is recorded */
  readonly recorded: readonly RecordedVerdict[];
  /** Nothing here leads to this decision again: it stands as it is recorded */
  readonly final?: true;
}

export interface RecordParts {
  readonly engine: string;
  readonly policy: string;
  /** What decided; absent where nothing did that could decide again */
  readonly bound: Policy | undefined;
  readonly powers: Powers;
  readonly helpers: RecordHelpers;
  readonly context: Context;
  readonly decision: Decision;
  readonly event: EventName | undefined;
  readonly server: string | undefined;
  readonly session: string | undefined;
  readonly request: Request | undefined;
  readonly trail: Trail | undefined;
}

export interface RecordHelpers extends Helpers {
  readonly withheld: () => typeof import("./record-withheld.ts");
  readonly again: () => typeof import("./record-again.ts");
}

/** What an adapter knows of the way that an input took */
export interface Trail {
  readonly id: string;
  readonly via: "command" | "http" | "mcp";
  /** In milliseconds */
  readonly duration: number;
}

export function createRecord(parts: RecordParts): DecisionRecord {
  const { context, request, trail, event = null } = parts;
  const told = recordPlainly(parts) ?? parts.helpers.withheld().recordDecision(parts);
  const { effect, reasons, errors, observed } = told.decision;
  const made: Omit<DecisionRecord, "id" | "version"> = {
    engine: parts.engine,
    policy: parts.policy,
    now: context.now ?? null,
    duration: trail?.duration ?? null,
    via: trail?.via ?? null,
    event,
    server: told.server,
    mode: request?.mode ?? null,
    session: told.session,
    effect,
    content: told.content,
    reasons,
    errors,
    observed,
    facts: told.facts,
    request: told.request,
    memory: told.memory,
    withheld: told.withheld,
    recorded: told.recorded,
    ...(told.final ? { final: true } : {}),
  };
  // No value is in it, so what is digested here can't be guessed. Whichever version decides: the decision is the same.
  const id = trail?.id ?? sha256Hex(canonicalJson({ ...made, engine: "" } as unknown as JsonValue)).slice(0, 16);
  return { version: 2, id, ...made };
}

/** The SHA-256 of the canonical JSON of one document, in hex. `base` says what stands beside it and is no part of it */
export function digestOfDocument({ base: _, ...document }: CheckedDocument): string {
  return sha256Hex(canonicalJson(document as unknown as JsonValue));
}

/**
 * The digest that every record carries (DESIGN §3): that of the document, or of several made of theirs, in order, so that each
 * can be known before
 */
export function digestOfPolicy(documents: readonly string[]): string {
  const [only, ...others] = documents;
  if (only !== undefined && others.length === 0) return only;
  return sha256Hex(canonicalJson({ documents }));
}

/**
 * One line of JSON in which no character can break a line or a terminal: controls, C1, U+2028 and U+2029,
 * bidirectional and invisible characters stand as escapes.
 */
export function renderRecord(record: DecisionRecord): string {
  return JSON.stringify(record).replace(
    /[\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\uffff]|\udb40[\udc00-\udfff]/g,
    (found) =>
      Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
        "",
      ),
  );
}
