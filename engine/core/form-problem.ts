/**
 * What can be wrong with the schema of a form, and what follows.
 * One list for the reader, `spec-form` and the docs: a code says what, its kind says what may still be done.
 */

/** Where a schema leaves the grammar of the protocol version; `at` is a JSON pointer into the schema */
export interface FormProblem {
  readonly code: FormProblemCode;
  readonly at: string;
}

/**
 * `note`: nothing follows. `outside`: not in the grammar, yet wholly understood. `constraint`: may limit content in a way
 * that is not checked here, so the form is never answered automatically. `shape`: a field has no reading, likewise.
 * `broken`: in the grammar, but validators refuse to compile it, likewise.
 */
export type FormProblemKind = "broken" | "constraint" | "note" | "outside" | "shape";

export type FormProblemCode =
  /** A keyword outside the grammar that limits nothing: a root `title`, `additionalProperties`, `x-…` */
  | "annotation"
  /** `default` has not the field's type (SEP-1034: must match) */
  | "bad-default"
  /** `title` or `description` is not a string, or `enumNames` not a list of strings */
  | "bad-label"
  /** A limit that is not a number, or a length that is not a whole one */
  | "bad-limit"
  /** `required` is not a list of strings */
  | "bad-required"
  /** `type` is missing, a list, or none of the grammar's */
  | "bad-type"
  /** The choices are not all strings, or not all `const` with `title` */
  | "bad-choices"
  /** A keyword outside the grammar at this place that may limit the content: `pattern`, `anyOf`, `$ref`, one nobody knows */
  | "constraint"
  /** An option stands twice; in a `oneOf` it can never be chosen */
  | "duplicate-choice"
  /** `required` names a property twice */
  | "duplicate-required"
  /** There are more or fewer labels than options */
  | "label-count"
  /** A choice in `oneOf` or `anyOf` without `title` */
  | "missing-label"
  /** The root has no `properties` */
  | "missing-properties"
  /** The root does not say that it is an object */
  | "missing-type"
  /** A form of a later protocol version */
  | "newer"
  /** Arrays as values came with 2025-11-25: an older server can't take one */
  | "newer-type"
  /** A choice without options; validators refuse to compile it */
  | "no-choices"
  /** A schema, or the list of properties, is not an object */
  | "not-an-object"
  /** `$schema` names a dialect whose keywords are not known here */
  | "unknown-dialect"
  /** `format` is none of the grammar's; servers may assert it or not */
  | "unknown-format"
  /** `required` names a property that the form does not have, so nobody can fill it */
  | "unknown-required";

export const FORM_PROBLEM_KINDS: Readonly<Record<FormProblemCode, FormProblemKind>> = {
  annotation: "note",
  "bad-default": "outside",
  "bad-label": "broken",
  "bad-limit": "constraint",
  "bad-required": "constraint",
  "bad-type": "shape",
  "bad-choices": "shape",
  constraint: "constraint",
  "duplicate-choice": "note",
  "duplicate-required": "note",
  "label-count": "note",
  "missing-label": "outside",
  "missing-properties": "outside",
  "missing-type": "outside",
  newer: "outside",
  "newer-type": "constraint",
  "no-choices": "broken",
  "not-an-object": "shape",
  "unknown-dialect": "constraint",
  "unknown-format": "constraint",
  "unknown-required": "note",
};

/** Content may be wrong although no problem is found in it */
export function leavesDoubt({ code }: FormProblem): boolean {
  const kind = FORM_PROBLEM_KINDS[code];
  return kind === "broken" || kind === "constraint" || kind === "shape";
}
