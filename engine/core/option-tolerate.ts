/** The option by which a rule about links puts up with a flaw; apart, since every such rule has it in the same words. */
import { type OptionSpec, words } from "./options.ts";
import { TOLERABLE, type Tolerable } from "./url-tolerance.ts";

/** Flaws of links that a rule reads past; each rule of the policy has to name it, or the link stops at the one that does not */
export function tolerate(): OptionSpec<readonly Tolerable[]> {
  return words(
    TOLERABLE,
    [],
    "flaws of the text to read past, as browsers do; docs/urls.md says what each lets through",
  );
}
