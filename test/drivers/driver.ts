/** What a driver is: one way in to the engine, from a case to everything that came of it. */
import type { Decision } from "../../engine/core/decision.ts";
import type { DecisionRecord } from "../../engine/core/record.ts";
import type { Case, CaseContext } from "../support/cases.ts";

export interface Outcome {
  readonly decision: Decision;
  /** `undefined`: none was left */
  readonly record: DecisionRecord | undefined;
  /** As the command hook ends: measured, or what the output means for it (DESIGN §5) */
  readonly exit: number;
  readonly stdout: string;
}

export interface Driver {
  readonly name: string;
  /** Throws where it can't start: then its suite fails */
  readonly start: () => Promise<void>;
  readonly decide: (one: Case) => Promise<Outcome>;
  readonly stop: () => Promise<void>;
  /** Why a case is left out here; `undefined`: it is run */
  readonly leavesOut: (one: Case) => string | undefined;
  /** Cases that are known to fail here, as `suite/id`, and why; they are run and must fail */
  readonly expected: ReadonlyMap<string, string>;
}

/** What the library exports, as far as a driver uses it */
export interface Library {
  readonly createEngine: (options: {
    readonly policy: unknown;
    readonly audit: (record: DecisionRecord) => void;
  }) => Promise<LibraryEngine>;
  readonly refusingEngine: (
    errors: never,
    options: { readonly audit: (record: DecisionRecord) => void },
  ) => LibraryEngine;
  readonly PolicyError: new (...args: never) => Error;
}

interface LibraryEngine {
  readonly decide: (input: unknown, context?: CaseContext) => Decision;
  readonly respond: (input: unknown, context?: CaseContext) => object;
}

/** How a library is fed: policies and inputs as values, or as the text that they are on disk and on the wire */
export type Feed = "text" | "value";

/**
 * Decides a case by the library, as an adapter would: where the policy does not load, the refusing engine stands in.
 * Written to be readable on its own: the QuickJS driver hands its text to the guest.
 */
export async function decideBy(library: Library, feed: Feed, one: LibraryCase): Promise<Outcome> {
  const records: DecisionRecord[] = [];
  const audit = (record: DecisionRecord): void => {
    records.push(record);
  };
  const policies = one.policy.map((policy) => (feed === "text" ? JSON.stringify(policy) : policy));
  let engine: LibraryEngine;
  try {
    engine = await library.createEngine({ policy: policies.length === 1 ? policies[0] : policies, audit });
  } catch (error) {
    if (!(error instanceof library.PolicyError)) throw error;
    engine = library.refusingEngine((error as unknown as { errors: never }).errors, { audit });
  }
  const input = feed === "text" && typeof one.input !== "string" ? JSON.stringify(one.input) : one.input;
  const decision = engine.decide(input, one.context);
  const decided = records.length;
  const output = engine.respond(input, one.context);
  const [record, again] = records;
  if (records.length !== 2 * decided || JSON.stringify(record) !== JSON.stringify(again)) {
    throw new Error(`decide left ${decided} records, and respond ${records.length - decided} or another one`);
  }
  if (decided > 1) throw new Error(`one decision left ${decided} records`);
  const answers = Object.keys(output).length > 0;
  const blocks = "decision" in output;
  const stdout = answers && !blocks ? `${JSON.stringify(output)}\n` : "";
  return { decision, record, exit: blocks ? 2 : 0, stdout };
}

export interface LibraryCase {
  readonly policy: readonly unknown[];
  readonly input: unknown;
  readonly context: CaseContext | undefined;
}

/** A case as the library takes it, with bytes read as the text that they are */
export function libraryCase({ policy, input, context }: Case): LibraryCase {
  switch (input.kind) {
    case "object":
      return { policy, context, input: input.object };
    case "text":
      return { policy, context, input: input.text };
    case "bytes":
      return { policy, context, input: Buffer.from(input.bytes).toString("utf8") };
  }
}

/** Bytes that are no text never reach a library: an adapter refuses them before */
export function leavesOutBytes({ input }: Case): string | undefined {
  if (input.kind !== "bytes") return undefined;
  const text = Buffer.from(input.bytes);
  return text.equals(Buffer.from(text.toString("utf8"))) ? undefined : "bytes that are not UTF-8";
}
