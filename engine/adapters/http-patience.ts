/**
 * How long is waited for the bodies of calls: one look at all of them now and then, since a timer for each costs more than
 * most of them need.
 */
import { DEADLINES_IN_ALL } from "./http-gate.ts";

export interface Patience {
  /** `late` is called once, unless the wait is ended before */
  readonly wait: (late: () => void) => Wait;
}

export interface Wait {
  /** Something was heard, so the silence begins anew */
  readonly heard: () => void;
  readonly end: () => void;
}

interface Waiting {
  readonly since: number;
  last: number;
  readonly late: () => void;
}

/** In milliseconds: how long there may be silence; in all it may take four times as long */
export function createPatience(deadline: number): Patience {
  const all = new Set<Waiting>();
  const every = Math.max(1, deadline / 8);
  let timer: ReturnType<typeof setInterval> | undefined;

  const look = (): void => {
    const now = performance.now();
    for (const one of all) {
      if (now - one.last < deadline && now - one.since < deadline * DEADLINES_IN_ALL) continue;
      all.delete(one);
      one.late();
    }
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    wait: (late) => {
      const now = performance.now();
      const one: Waiting = { since: now, last: now, late };
      all.add(one);
      timer ??= setInterval(look, every);
      return {
        heard: () => {
          one.last = performance.now();
        },
        end: () => void all.delete(one),
      };
    },
  };
}
