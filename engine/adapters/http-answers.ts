/**
 * Answers go out a few at a time, at the latest when the calls that came in with them are decided.
 * A write wakes the caller who waits for it, and that costs a server as much as a decision; those behind it in the row find
 * somebody awake. A call that comes alone is answered at once.
 */
import { nodeModule } from "../platform.ts";

export interface Answers {
  /** `send` writes an answer; it must not throw */
  readonly add: (send: () => void) => void;
  /** Sends all that wait */
  readonly flush: () => void;
}

// More are no cheaper, and the first of them waits for all.
const MOST = 8;

export function createAnswers(): Answers {
  const afterTurn = nodeModule("timers")?.setImmediate ?? setTimeout;
  let waiting: (() => void)[] = [];
  let due = false;
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    for (const send of all) send();
  };
  const endTurn = (): void => {
    due = false;
    flush();
  };
  return {
    add: (send) => {
      waiting.push(send);
      if (waiting.length >= MOST) flush();
      else if (!due) {
        due = true;
        afterTurn(endTurn);
      }
    },
    flush,
  };
}
