/**
 * The types of team scripts, as `sekisho types` writes them: for editors, and for `// @ts-check`.
 * What a script meets is made in sandbox/guest/ and core/script.ts (KEEP IN SYNC): test/script-types.test.ts holds the two
 * together.
 */

export const SCRIPT_TYPES = `// What a sekisho team script may use. Written by \`sekisho types\`; a script names it in its first lines:
//   // @ts-check
//   /// <reference path="./sekisho.d.ts" />

/** Registers the rule; to be called exactly once, at the top level of the script. */
declare function rule<const Codes extends Readonly<Record<string, string>>>(rule: sekisho.Rule<Codes>): void;

declare namespace sekisho {
  interface Rule<Codes extends Readonly<Record<string, string>>> {
    /** What the rule does, in one sentence */
    readonly about: string;
    /** Every sentence it can say, by a word in small letters; arguments stand in braces: \`"the window opens on {day}"\` */
    readonly codes: Codes;
    /** Which helpers it needs of \`sekisho\`; each costs time at every start */
    readonly uses?: readonly Helper[];
    /** What it says of one request: what a builder gives, or nothing */
    readonly decide: (call: Call<Codes>) => Verdict | undefined | void;
  }

  /** What \`decide\` gets: copies, made anew for each call */
  interface Call<Codes> {
    readonly request: Request;
    readonly context: Context;
    /** The \`options\` of the policy's entry, as they stand there */
    readonly options: any;
    /** Whether this answer is one that the policy gave, on its way out, and not a person's */
    readonly own: boolean;
    /** The MCP revision that the policy holds servers to, if it says one */
    readonly protocol?: string;

    // Only the builders that the policy's \`may\` grants are there.
    decline<Code extends keyof Codes>(code: Code, args?: Args): Verdict;
    cancel<Code extends keyof Codes>(code: Code, args?: Args): Verdict;
    /** For a question: a person shall look at it */
    ask<Code extends keyof Codes>(code: Code, args?: Args): Verdict;
    /** For a question: answers it, field by field; \`defaults\` give way to what another rule answers */
    accept(content?: Content): Verdict;
    accept<Code extends keyof Codes>(code: Code, answer: { args?: Args; content?: Content; defaults?: Content }): Verdict;
    /** For an answer: sets or removes fields before it goes out */
    edit(changes: { set?: Content; remove?: readonly string[] }): Verdict;
    edit<Code extends keyof Codes>(code: Code, changes: { args?: Args; set?: Content; remove?: readonly string[] }): Verdict;
  }

  type Request = FormQuestion | LinkQuestion | FormAnswer | LinkAnswer;

  interface Origin {
    /** The server's name in the client's configuration: an ordinary text, whatever it spells */
    readonly server: string;
    readonly sessionId?: string;
    readonly elicitationId?: string;
    /** Only under \`--agent\`, never for subagents */
    readonly agentType?: string;
    /** Of an answer it is empty: nobody says then what was asked */
    readonly message: string;
  }

  /** A server asks by a form */
  interface FormQuestion extends Origin {
    readonly event: "Elicitation";
    readonly mode: "form";
    /** JSON Schema, as the server sent it: hostile data */
    readonly requestedSchema: { readonly [key: string]: any };
  }

  /** A server wants a link opened */
  interface LinkQuestion extends Origin {
    readonly event: "Elicitation";
    readonly mode: "url";
    /** As the server sent it: read it with \`sekisho.url\`, not by hand */
    readonly url: string;
  }

  /** An answer to a form, about to be sent */
  interface FormAnswer extends Origin {
    readonly event: "ElicitationResult";
    readonly mode: "form";
    readonly action: "accept" | "decline" | "cancel";
    /** There if somebody accepted */
    readonly content?: { readonly [field: string]: Value };
  }

  interface LinkAnswer extends Origin {
    readonly event: "ElicitationResult";
    readonly mode: "url";
    readonly action: "accept" | "decline" | "cancel";
  }

  interface Context {
    /** \`2026-11-30T15:30:00.000Z\`, if the caller told the time: a script has no clock */
    readonly now?: string;
    /** What the caller says with \`--fact\`, as texts */
    readonly facts: { readonly [name: string]: string };
    /** Of an answer: the questions that it may belong to; absent where nobody kept them */
    readonly memory?: { readonly candidates: readonly (FormQuestion | LinkQuestion)[] };
  }

  type Value = string | number | boolean | readonly string[] | null;
  type Content = { readonly [field: string]: string | number | boolean | readonly string[] };
  /** Numbers, booleans, names of fields, hosts, and texts that stand in the script or its options: never what was typed */
  type Args = { readonly [name: string]: string | number | boolean };

  /** What a builder gives; it is made into text at once, so that nothing changes it afterwards */
  interface Verdict {
    readonly __verdict: never;
  }

  type Helper = "form" | "secrets" | "text" | "url";

  // The helpers are there only if the script names them: \`uses: ["text"]\`. They are the code that the built-in rules run.

  /** Texts as a person sees them */
  const text: {
    /** In plain letters: accents, marks, compatibility forms and invisible characters are gone; case is kept */
    fold(text: string): string;
    /** The same, with letters of other scripts as the Latin ones that they look like */
    looksLike(text: string): string;
    /** Kinds of characters that can't be seen or that fool a terminal: \`bidi\`, \`escape\`, \`invisible\` … */
    problems(text: string): readonly string[];
    hasLink(text: string): boolean;
  };

  /** Links that every reader reads alike */
  const url: {
    /** \`undefined\` for a link that two programs could read differently */
    parse(text: string):
      | {
          readonly scheme: "http" | "https";
          /** In ASCII and lower case */
          readonly host: string;
          /** \`undefined\`: the scheme's own */
          readonly port: number | undefined;
          readonly path: string;
          readonly query: string | undefined;
          readonly fragment: string | undefined;
          readonly loopback: boolean;
        }
      | undefined;
    /** What keeps a link from being read: \`userinfo\`, \`backslash\` … */
    problems(text: string): readonly string[];
    /** Whether it leads to a host of the list: \`auth.example.com\`, \`*.example.com\`, \`localhost:3000\`; throws for an entry that is no host */
    leadsTo(text: string, hosts: readonly string[]): boolean;
  };

  /** Forms, as the engine reads them */
  const form: {
    /** The fields in their order; \`undefined\` for a schema that is no form */
    fields(schema: object):
      | readonly {
          readonly name: string;
          readonly type: "boolean" | "choice" | "choices" | "integer" | "number" | "opaque" | "string";
          readonly required: boolean;
          readonly title: string | undefined;
          readonly description: string | undefined;
          readonly default: any;
          /** What may be chosen, for \`choice\` and \`choices\` */
          readonly options: readonly string[] | undefined;
        }[]
      | undefined;
    /** What is wrong with an answer; \`undefined\` for a schema that is no form */
    problems(schema: object, content: object): readonly { readonly field: string; readonly problem: string }[] | undefined;
  };

  /** The secret detectors. They take the longest to load */
  const secrets: {
    /** Fields of a form that ask for a secret, each with its category: \`password\`, \`api-key\` … */
    asked(form: {
      readonly message: string;
      readonly requestedSchema: object;
    }): readonly { readonly field: string; readonly category: string }[];
    /** Fields of an answer that hold a secret, each with its kind: \`github-pat\`, \`payment-card\` … */
    given(content: object): readonly { readonly field: string; readonly kind: string }[];
  };
}
`;
