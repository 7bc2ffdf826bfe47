/** Numbers, booleans, field names, hosts and constants of the rule: a value that a person typed has no place here (DESIGN §9) */
declare type Arg = string | number | boolean;

declare type Args = Readonly<Record<string, Arg>>;

export declare type AuditSink = (record: DecisionRecord) => void;

/** One document with everything it extends joined in: one voice (DESIGN §2) */
declare interface CheckedDocument {
    /** In the user's own file alone: leaves out the pack that is the base of policies that are found (DESIGN §3) */
    readonly base?: "none";
    readonly default?: Default;
    readonly unattended?: "cancel" | "decline";
    readonly protocol?: Protocol;
    readonly rules: readonly CheckedEntry[];
}

/** One entry of `rules:`, checked; its options as the document wrote them */
declare interface CheckedEntry {
    readonly use: string;
    readonly name?: string;
    readonly options: JsonObject;
    readonly for?: CheckedScope;
    readonly except?: readonly CheckedException[];
    readonly observe?: true;
}

declare interface CheckedException extends CheckedScope {
    /** A day, inclusive, UTC; left out: no end */
    readonly until?: string;
    readonly owner?: string;
    readonly why?: string;
}

/** What a `for` or `except` selects; groups are resolved; each given part must match */
declare interface CheckedScope {
    readonly servers?: readonly string[];
    readonly events?: readonly EventName[];
    readonly modes?: readonly Mode[];
    readonly facts?: Readonly<Record<string, string>>;
}

declare interface CompiledDocument {
    readonly document: CheckedDocument;
    /** What it was made of, the document itself first */
    readonly sources: readonly CompiledSource[];
}

declare interface CompiledPolicy {
    readonly format: typeof FORMAT;
    /** Version of sekisho that made it; another version reads the sources itself */
    readonly engine: string;
    /** Over the documents: shows a slip or a bad merge, not somebody who means it (`sekisho check` compiles anew and compares) */
    readonly sum: string;
    /** Serves without its sources */
    readonly detached?: true;
    readonly documents: readonly CompiledDocument[];
}

declare interface CompiledSource {
    /** Relative to the folder of the compiled file, with `/` */
    readonly file: string;
    readonly text: string;
}

/** Rejects with `PolicyError` if a policy does not load */
export declare function createEngine(options: EngineOptions): Promise<Engine>;

/** What a caller may hand in beside the input; all of it optional, and checked as hostile as the input itself */
export declare interface DecideContext {
    /** A time in UTC, `2026-11-30T15:30:00.000Z` or shorter; unreadable counts as absent */
    readonly now?: string;
    readonly facts?: Readonly<Record<string, string | number | boolean>>;
    readonly memory?: MemoryInput;
}

/** Keys in this order; the lists are always there (DESIGN §10) */
export declare interface Decision {
    readonly effect: Effect | "pass";
    /** A form's accept always carries an object; URL accepts and refusals never carry one (DESIGN §2) */
    readonly content?: JsonObject;
    /** Those of the winning effect */
    readonly reasons: readonly Reason[];
    /** Failures, and accepts that were voided */
    readonly errors: readonly Reason[];
    readonly observed: readonly Observed[];
}

export declare interface DecisionRecord {
    readonly version: 1;
    /** Version of sekisho */
    readonly engine: string;
    /** Digest of policy and scripts */
    readonly policy: string;
    readonly now: string | null;
    readonly event: EventName | null;
    readonly server: string | null;
    readonly mode: "form" | "url" | null;
    readonly effect: Decision["effect"];
    readonly reasons: Decision["reasons"];
    readonly errors: Decision["errors"];
    readonly observed: Decision["observed"];
    readonly facts: Readonly<Record<string, string>>;
    readonly request: RequestShape | null;
}

declare type Default = "ask" | "cancel" | "decline";

/** What a rule can say. `pass` is no verdict: it is what remains of a result when nobody speaks */
declare type Effect = "accept" | "ask" | "cancel" | "decline";

export declare interface Engine {
    /** Never throws; synchronous. `input`: the hook input, object or JSON text */
    readonly decide: (input: unknown, context?: DecideContext) => Decision;
    /** The hook's output for an input: `{}`, `{ hookSpecificOutput }` or `{ decision: "block" }` */
    readonly respond: (input: unknown, context?: DecideContext) => HookOutput;
    /** SHA-256 of the canonical JSON of policy and scripts, in hex */
    readonly digest: string;
}

export declare interface EngineOptions {
    /** Several stand side by side: each speaks for itself, and the strictest wins (DESIGN §2) */
    readonly policy: PolicyInput | readonly PolicyInput[];
    /** Sources of team scripts by the path that the policy names */
    readonly scripts?: Readonly<Record<string, string>>;
    /** Gets the record of every decision; what it throws is dropped and changes nothing */
    readonly audit?: AuditSink;
}

declare type EventName = "Elicitation" | "ElicitationResult";

declare const FORMAT = "sekisho-compiled-1";

declare interface HookDecision {
    readonly hookEventName: EventName;
    readonly action: "accept" | "cancel" | "decline";
    readonly content?: JsonObject;
}

/** The three forms of an answer; the command adapter prints nothing for `{}` and exits 2 for `block` (DESIGN §5) */
export declare type HookOutput = {
    readonly [none in never]: never;
} | {
    readonly hookSpecificOutput: HookDecision;
} | {
    readonly decision: "block";
};

declare interface JsonObject {
    readonly [key: string]: JsonValue;
}

declare type JsonScalar = string | number | boolean | null;

declare type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject;

/** Lengths count UTF-16 code units */
declare type LengthClass = "0" | "1-7" | "8-15" | "16-31" | "32-63" | "64-255" | "256+";

/** `candidates`: the Elicitation inputs that an ElicitationResult may answer, as the hook got them */
export declare interface MemoryInput {
    readonly candidates: readonly unknown[];
}

declare type Mode = "form" | "url";

/** What an observed entry would have said */
export declare interface Observed extends Reason {
    readonly effect: Effect;
}

/** Checks one policy. The value is the document as written, fit for `createEngine` */
export declare function parsePolicy(source: string, { file }?: {
    readonly file?: string;
}): Result<JsonObject, PolicyProblem>;

/** A policy that does not load; `refusingEngine(errors)` stands in for it */
export declare class PolicyError extends Error {
    readonly errors: readonly PolicyProblem[];
    constructor(errors: readonly PolicyProblem[]);
}

/** YAML or JSON text, a document, or a compiled policy */
export declare type PolicyInput = string | JsonObject | CompiledPolicy;

/** A problem as the public API gives it (DESIGN §10): `at` is a JSON pointer; line and column count from 1, columns in UTF-16 code units */
export declare interface PolicyProblem {
    readonly code: string;
    readonly at: string;
    readonly line: number;
    readonly column: number;
    readonly message: string;
    readonly help?: string;
}

/** MCP revisions that know elicitation; a policy names the one that servers are held to */
declare type Protocol = "2025-06-18" | "2025-11-25" | "2026-07-28";

export declare interface Reason {
    readonly rule: string;
    readonly code: string;
    readonly args: Args;
}

/** Declines every request of ours, with what is wrong with the policy as the reason; leaves other events alone */
export declare function refusingEngine(errors: readonly PolicyProblem[], { audit }?: {
    readonly audit?: AuditSink;
}): Engine;

/** Lengths of messages and links count UTF-16 code units; of what a person typed only the class is told */
declare type RequestShape = {
    readonly message: number;
    readonly fields: readonly string[];
} | {
    readonly message: number;
    readonly url: {
        readonly length: number;
        readonly host: string | null;
    };
} | {
    readonly action: string;
    readonly content: Readonly<Record<string, ValueShape>> | null;
};

/** What a `parse*` function gives: the value, or at least one error. Bad input is data here, never a throw. */
declare type Result<Value, Problem> = {
    readonly ok: true;
    readonly value: Value;
} | {
    readonly ok: false;
    readonly errors: readonly [Problem, ...Problem[]];
};

/** A value's shape */
declare type ValueShape = {
    readonly type: "text";
    readonly length: LengthClass;
} | {
    readonly type: "boolean" | "list" | "number" | "other";
};

/**
 * The version, as package.json states it: the build puts it in.
 * A compiled policy carries it, so that the hook notices one that another engine wrote.
 */
export declare const version: string;

export { }
