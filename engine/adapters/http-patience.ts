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

/** In milliseconds: how long there may be silence; in all it may take four times as long */
export function createPatience(deadline: number): Patience {
  const all: Waiting[] = [];
  const every = Math.max(1, deadline / 8);
  let timer: ReturnType<typeof setInterval> | undefined;

  const look = (): void => {
    const now = performance.now();
    const late = all.filter(({ last, since }) => now - last >= deadline || now - since >= deadline * DEADLINES_IN_ALL);
    for (const one of late) {
      one.end();
      one.late();
    }
    if (all.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    wait: (late) => {
      timer ??= setInterval(look, every);
      return new Waiting(all, late);
    },
  };
}

// In a list in which each knows its place: a set would have to be made anew again and again, as it comes and goes so fast.
class Waiting implements Wait {
  readonly since: number;
  last: number;
  readonly late: () => void;
  private readonly all: Waiting[];
  private place: number;

  constructor(all: Waiting[], late: () => void) {
    this.since = performance.now();
    this.last = this.since;
    this.late = late;
    this.all = all;
    this.place = all.length;
    all.push(this);
  }

  heard(): void {
    this.last = performance.now();
  }

  end(): void {
    const { all, place } = this;
    if (place < 0) return;
    const last = all.pop();
    if (last !== undefined && last !== this) {
      all[place] = last;
      last.place = place;
    }
    this.place = -1;
  }
}
