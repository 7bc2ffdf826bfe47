/**
 * An engine in a world of its own: another program, a page, a worker. A case goes in as JSON text, and what came of it
 * comes back as JSON text, so that no object of one world is ever judged by the other.
 */
import { type Driver, decideBy, leavesOutBytes, libraryCase, type Outcome } from "./driver.ts";

export interface Guest {
  readonly ask: (text: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** What a guest evaluates beside the engine: `answerCase(library, text)`, which never rejects */
export const GUEST_SOURCE = `
globalThis.__name ??= (value) => value;
${decideBy.toString()}
globalThis.answerCase = (library, text) =>
  decideBy(library, "text", JSON.parse(text)).then(
    (outcome) => JSON.stringify({ outcome }),
    (error) => JSON.stringify({ failed: String(error) + "\\n" + String(error && error.stack) }),
  );
`;

export function guestDriver(name: string, open: () => Promise<Guest>): Driver {
  let guest: Guest | undefined;
  return {
    name,
    start: async () => {
      guest = await open();
    },
    decide: async (one) => {
      if (guest === undefined) throw new Error("not started");
      return outcomeOf(await guest.ask(JSON.stringify(libraryCase(one))));
    },
    stop: async () => {
      await guest?.close();
      guest = undefined;
    },
    leavesOut: leavesOutBytes,
    expected: new Map(),
  };
}

function outcomeOf(text: string): Outcome {
  const said = JSON.parse(text) as { outcome?: Outcome; failed?: string };
  if (said.outcome === undefined) throw new Error(said.failed ?? "nothing came back");
  // What is undefined is left out of JSON.
  return { ...said.outcome, record: said.outcome.record };
}
