/**
 * Forms that ask for no secret, as somebody found who read them: what is known of a question need not be found out again when
 * its answer comes. By identity, so whoever notes one must not change it.
 */
const quiet = new WeakSet<object>();

export function noteQuiet(form: object): void {
  quiet.add(form);
}

export function isQuiet(form: object): boolean {
  return quiet.has(form);
}
