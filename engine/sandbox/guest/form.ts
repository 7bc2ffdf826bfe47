/** `sekisho.form`: reads forms as the built-in rules do, and checks an answer as the engine will. */
import { checkContent, parseForm } from "../../core/form.ts";
import type { JsonValue } from "../../core/json.ts";

export interface FormField {
  readonly name: string;
  readonly type: "boolean" | "choice" | "choices" | "integer" | "number" | "opaque" | "string";
  readonly required: boolean;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly default: JsonValue | undefined;
  /** What may be chosen, for `choice` and `choices` */
  readonly options: readonly string[] | undefined;
}

export interface FormHelper {
  /** The fields of a form in its order, or `undefined` for a schema that is no form */
  readonly fields: (schema: object) => readonly FormField[] | undefined;
  /** What is wrong with an answer: `missing`, `not-a-choice` …, each with the field; a schema that is no form: undefined */
  readonly problems: (
    schema: object,
    content: object,
  ) => readonly { readonly field: string; readonly problem: string }[] | undefined;
}

export const helper: FormHelper = {
  fields: (schema) => {
    const form = parseForm(schema);
    if (!form.ok) return undefined;
    return form.value.fields.map((field) => {
      const { name, type, required, title, description, default: first } = field;
      const options = "options" in field ? field.options.map((one) => one.const) : undefined;
      return { name, type, required, title, description, default: first, options };
    });
  },
  problems: (schema, content) => {
    const form = parseForm(schema);
    if (!form.ok) return undefined;
    return checkContent(form.value, content, { ours: true }).map(({ field, code }) => ({ field, problem: code }));
  },
};
