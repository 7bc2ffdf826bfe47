/** What the SDK hands over, as far as it is read */
export declare interface AgentElicitation {
    /** The server's key in the configuration */
    readonly serverName: string;
    readonly message: string;
    readonly mode?: "form" | "url" | undefined;
    readonly url?: string | undefined;
    readonly elicitationId?: string | undefined;
    readonly requestedSchema?: Readonly<Record<string, unknown>> | undefined;
}

export declare interface AnswerOptions<Request, Extra> {
    /**
     * Who is asked where no rule decides, called with what the handler was called with. What throws, or is no answer,
     * counts as a decline. Left out: nobody is there, and the question is cancelled, as in `claude -p`
     */
    readonly ask?: (request: Request, extra: Extra) => GivenAnswer | Promise<GivenAnswer>;
    readonly facts?: DecideContext["facts"];
    /** The time in UTC, for exceptions that end; left out: the clock */
    readonly now?: () => string;
}

/** Numbers, booleans, field names, hosts and constants of the rule: a value that a person typed has no place here (DESIGN §9) */
declare type Arg = string | number | boolean;

declare type Args = Readonly<Record<string, Arg>>;

/** An earlier question of the same server */
declare interface Asked {
    /** `YYYY-MM-DDTHH:MM:SS.sssZ` */
    readonly at: string;
    /** Whether it was the very question that is asked now */
    readonly same: boolean;
    /** How it ended, as far as that is known: by a person, or by the policy */
    readonly answer: "accept" | "cancel" | "decline" | null;
}

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
    /** The document's, so that a record costs nobody working it out; like everything here, `sekisho check` compares it */
    readonly digest?: string;
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

declare type Default = "ask" | "cancel" | "decline";

/** What a rule can say. `pass` is no verdict: it is what remains of a result when nobody speaks */
declare type Effect = "accept" | "ask" | "cancel" | "decline";

/** The result of an elicitation as SDKs take it; no interface, since their types may have more keys */
export declare type ElicitationAnswer = {
    readonly action: "accept" | "cancel" | "decline";
    readonly content?: Record<string, string | number | boolean | string[]>;
};

/** A handler for `client.setRequestHandler(ElicitRequestSchema, …)` (v1) or `("elicitation/create", …)` (v2) */
export declare function elicitationHandler<Request extends ElicitationRequest, Extra>(engine: Engine, options?: HandlerOptions<Request, Extra>): (request: Request, extra: Extra) => Promise<ElicitationAnswer>;

/** The request, as far as it is read */
export declare interface ElicitationRequest {
    readonly params: {
        readonly message: string;
        readonly mode?: string | undefined;
        readonly requestedSchema?: unknown;
        readonly url?: string | undefined;
        readonly elicitationId?: string | undefined;
    };
}

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

declare interface FetchBody {
    getReader(): FetchReader;
}

export declare type FetchHandler = (request: FetchRequest) => Promise<FetchResponse>;

/** Answers http hooks where there is fetch (Hono, Deno, Bun, Workers): always 200 and one JSON object. Never rejects */
export declare function fetchHandler(engine: Engine, options?: HttpHandlerOptions): FetchHandler;

declare interface FetchReader {
    read(): Promise<{
        readonly done: boolean;
        readonly value?: Uint8Array | undefined;
    }>;
}

/** What is read of a `Request` */
export declare interface FetchRequest {
    readonly method: string;
    readonly url: string;
    readonly headers: {
        get(name: string): string | null;
    };
    readonly body: FetchBody | null;
    readonly bodyUsed: boolean;
}

/** The runtime's `Response`, or where its types are not known, what is used of it */
export declare type FetchResponse = typeof globalThis extends {
    Response: {
        prototype: infer Own;
    };
} ? Own : PlainResponse;

declare const FORMAT = "sekisho-compiled-1";

/** What `ask` may give: whatever type an SDK has for an answer fits */
export declare interface GivenAnswer {
    readonly action: string;
    readonly content?: Readonly<Record<string, unknown>> | undefined;
}

export declare interface HandlerOptions<Request, Extra> extends AnswerOptions<Request, Extra> {
    /**
     * The server's name in your configuration: requests carry none, and what a server calls itself proves nothing.
     * Left out: `unnamed`
     */
    readonly server?: string;
}

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

export declare interface HttpHandlerOptions {
    /** What the policy may know beside the input, asked at each call; left out: the time alone */
    readonly context?: () => DecideContext;
    /** Where hook calls come in, "/hook" if left out; a call to any other path is refused */
    readonly path?: string;
    /** Bearer tokens under the names of their holders; if there is one, a call without any is refused */
    readonly tokens?: Readonly<Record<string, string>>;
    /** How many milliseconds a body may be silent, 5000 if left out; all of it may take four times as long */
    readonly deadline?: number;
}

declare interface JsonObject {
    readonly [key: string]: JsonValue;
}

declare type JsonScalar = string | number | boolean | null;

declare type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject;

/** Lengths count UTF-16 code units */
declare type LengthClass = "0" | "1-7" | "8-15" | "16-31" | "32-63" | "64-255" | "256+";

export declare interface MemoryInput {
    /** The Elicitation inputs that an ElicitationResult may answer, as the hook got them */
    readonly candidates: readonly unknown[];
    /** For a question: what the same server asked before in this session, oldest first; left out where that is not known */
    readonly asked?: readonly Asked[];
}

declare type Mode = "form" | "url";

/** Never throws */
export declare type NodeHandler = (request: NodeRequest, response: NodeResponse) => void;

/** Answers http hooks under node:http and Express: always 200 and one JSON object. Never rejects */
export declare function nodeHandler(engine: Engine, options?: HttpHandlerOptions): NodeHandler;

declare type NodeListener = (...values: any[]) => void;

/** What is used of node:http's IncomingMessage */
export declare interface NodeRequest {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly complete: boolean;
    readonly readableEnded: boolean;
    readonly destroyed: boolean;
    on(event: string, listener: NodeListener): unknown;
    off(event: string, listener: NodeListener): unknown;
    resume(): unknown;
    readonly socket?: NodeSocket | null;
}

/** What is used of node:http's ServerResponse */
export declare interface NodeResponse {
    shouldKeepAlive: boolean;
    readonly headersSent: boolean;
    writeHead(status: number, headers: Record<string, string>): unknown;
    end(text: string): unknown;
}

declare interface NodeSocket {
    destroy(): unknown;
    end(): unknown;
    once(event: string, listener: NodeListener): unknown;
}

/** What an observed entry would have said */
export declare interface Observed extends Reason {
    readonly effect: Effect;
}

/** A callback for the Agent SDK's option of that name */
export declare function onElicitation<Request extends AgentElicitation, Extra>(engine: Engine, options?: AnswerOptions<Request, Extra>): (request: Request, extra: Extra) => Promise<ElicitationAnswer>;

/** Checks one policy. The value is the document as written, fit for `createEngine` */
export declare function parsePolicy(source: string, { file }?: {
    readonly file?: string;
}): Result<JsonObject, PolicyProblem>;

declare interface PlainResponse {
    readonly status: number;
    text(): Promise<string>;
}

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

declare interface RecordedMemory {
    readonly candidates: readonly RecordedRequest[];
    readonly asked: readonly Asked[] | null;
}

/** A request as a record holds it: fit to be decided, with a likeness at each place that is `withheld` */
declare interface RecordedRequest {
    readonly message?: string;
    readonly schema?: JsonObject;
    readonly url?: string;
    readonly action?: "accept" | "cancel" | "decline";
    readonly content?: JsonObject;
    readonly session?: string;
    readonly elicitation?: string;
    readonly agent?: string;
    readonly withheld: readonly Withheld[];
    readonly secrets?: readonly RecordedSecret[];
}

/** A secret that a detector found in an answer: where and of what kind */
declare interface RecordedSecret {
    readonly kind: string;
    readonly category: SecretCategory;
    readonly field: string;
    readonly name: string;
    /** Found only by those who take any long random value for a secret */
    readonly random?: true;
}

/** What the `at`-th entry said that was asked; counted over all documents and passes, from 0 */
declare interface RecordedVerdict {
    readonly at: number;
    /** The entry's id as reasons show it */
    readonly rule: string;
    /** `null`: it abstained; `failed`: it threw, ran out of its budget, or said what it may not */
    readonly verdict: VerdictJson | "failed" | null;
}

/** Declines every request of ours, with what is wrong with the policy as the reason; leaves other events alone */
export declare function refusingEngine(errors: readonly PolicyProblem[], { audit }?: {
    readonly audit?: AuditSink;
}): Engine;

/** What a `parse*` function gives: the value, or at least one error. Bad input is data here, never a throw. */
declare type Result<Value, Problem> = {
    readonly ok: true;
    readonly value: Value;
} | {
    readonly ok: false;
    readonly errors: readonly [Problem, ...Problem[]];
};

/** In the order in which findings are given */
declare const SECRET_CATEGORIES: readonly ["password", "api-key", "access-token", "private-key", "secret", "otp", "pin", "recovery-phrase", "session-cookie", "payment-card", "bank-account", "national-id", "security-answer"];

declare type SecretCategory = (typeof SECRET_CATEGORIES)[number];

/** A value's shape */
declare type ValueShape = {
    readonly type: "text";
    readonly length: LengthClass;
} | {
    readonly type: "boolean" | "list" | "number" | "other";
};

declare interface VerdictJson {
    readonly effect?: string;
    readonly code?: string;
    readonly args?: Args;
    readonly content?: JsonObject;
    readonly defaults?: JsonObject;
    readonly set?: JsonObject;
    readonly remove?: readonly string[];
    readonly lacks?: "memory";
    readonly then?: string;
}

/**
 * The version, as package.json states it: the build puts it in.
 * A compiled policy carries it, so that the hook notices one that another engine wrote.
 */
export declare const version: string;

/** A place where the record does not say what was there */
declare interface Withheld {
    /** JSON pointer into the recorded request */
    readonly at: string;
    /** What was there; `part`: words within a text, `names`: names of fields */
    readonly type: "boolean" | "list" | "names" | "null" | "number" | "object" | "part" | "text";
    readonly length?: LengthClass;
    /** What stands there is no likeness: a form, or a rule about links, could tell it from what was there */
    readonly differs?: true;
}

export { }
