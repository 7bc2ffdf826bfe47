/**
 * A place in a JSON value, as a chain of steps that is rendered only where somebody is told of it.
 * A name may be as long as the input; a pointer with it for each of thousands of texts below would cost the product of both.
 */
import { pointer } from "./form-keyword.ts";

export interface Path {
  /** `undefined`: a step from the root */
  readonly before: Path | undefined;
  readonly step: number | string;
}

/** RFC 6901 */
export function renderPath(path: Path | undefined): string {
  const steps: string[] = [];
  for (let here = path; here !== undefined; here = here.before) steps.push(String(here.step));
  return pointer(steps.reverse());
}
