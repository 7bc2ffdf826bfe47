/** Values that a server gives for the fields of a form beforehand. */
import { isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { FormRequest } from "./request.ts";

export function propertiesOf({ requestedSchema }: FormRequest): JsonObject {
  const properties = Object.hasOwn(requestedSchema, "properties") ? requestedSchema["properties"] : undefined;
  return isObject(properties) ? properties : {};
}

/** Values that a server gives for one field beforehand */
export interface Preset {
  readonly field: string;
  readonly values: readonly JsonValue[];
}

export const PRESETS: readonly string[] = ["const", "default", "examples"];

/** But for one of the choices: that is said among the choices anyway */
export function presetsOf(request: FormRequest): readonly Preset[] {
  const properties = propertiesOf(request);
  const presets: Preset[] = [];
  for (const field of Object.keys(properties)) {
    const schema = properties[field];
    if (!isObject(schema)) continue;
    const offered = Object.hasOwn(schema, "enum") ? schema["enum"] : undefined;
    const values: JsonValue[] = [];
    for (const key of PRESETS) {
      const preset = Object.hasOwn(schema, key) ? schema[key] : undefined;
      if (isTelling(preset) && !(isArray(offered) && offered.includes(preset))) values.push(preset);
    }
    if (values.length > 0) presets.push({ field, values });
  }
  return presets;
}

function isTelling(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== "" && value !== null && typeof value !== "boolean";
}
