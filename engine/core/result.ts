/** What a `parse*` function gives: the value, or at least one error. Bad input is data here, never a throw. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly [Problem, ...Problem[]] };
