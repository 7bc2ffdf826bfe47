/**
 * What a record tells of values: likenesses, and what detectors find in them.
 * Apart from withhold.ts, since most questions hold no value at all, and a hook pays for what it loads.
 */
import { askedBefore } from "./asked-before.ts";
import { type Form, type Protocol, parseForm } from "./form.ts";
import { canonicalJson, createObject, type JsonObject } from "./json.ts";
import { PRESETS, type Preset } from "./presets.ts";
import type { FormRequest, Request } from "./request.ts";
import type { Context, Powers } from "./rule.ts";
import { sharedLexicon } from "./shared-lexicon.ts";
import type { RecordedRequest, RecordedSecret } from "./withhold.ts";

export { standInFor } from "./stand-in.ts";

/** Forms that may have been asked, each under every revision that counts */
export function formsOf(before: readonly FormRequest[], protocols: readonly (Protocol | undefined)[]): readonly Form[] {
  const revisions = [...new Set([undefined, ...protocols])];
  return before.flatMap(({ requestedSchema }) =>
    revisions.flatMap((protocol) => {
      const form = parseForm(requestedSchema, protocol);
      return form.ok ? [form.value] : [];
    }),
  );
}

/** A field's schema alone, as a form, so that its own default fits it or does not */
export function presetForms(
  field: JsonObject,
  name: string,
  protocols: readonly (Protocol | undefined)[],
): readonly Form[] {
  const rest = Object.fromEntries(Object.entries(field).filter(([keyword]) => !PRESETS.includes(keyword)));
  const requestedSchema: JsonObject = { type: "object", properties: { [name]: rest } };
  const asked = { event: "Elicitation", mode: "form", server: "", message: "", requestedSchema } as const;
  return formsOf([asked], protocols);
}

/** Canonical texts of those presets in which a detector finds a secret */
export function findSecretPresets(
  presets: readonly Preset[],
  request: FormRequest,
  powers: Powers,
): ReadonlySet<string> {
  const given = createObject();
  for (const { field, values } of presets) given[field] = values;
  const found = new Set(findSecrets(given, [request], powers).map(({ name }) => name));
  return new Set(presets.filter(({ field }) => found.has(field)).flatMap(({ values }) => values.map(canonicalJson)));
}

/** What detectors find in the content of an answer; `before`: the questions that it may answer */
export function findSecrets(
  content: JsonObject,
  before: readonly FormRequest[],
  powers: Powers,
): readonly RecordedSecret[] {
  const words = sharedLexicon(powers.words);
  const asked = askedBefore(before, words);
  const knowledge = { lexicon: words, recoveryWords: () => powers.words("recovery"), asked };
  const all = powers.findSecretValues(content, { ...knowledge, anyRandom: true });
  if (all.length === 0) return [];
  const keyOf = (one: Pick<RecordedSecret, "field" | "kind">): string => canonicalJson([one.kind, one.field]);
  const plain = new Set(powers.findSecretValues(content, knowledge).map(keyOf));
  return all.map(({ kind, category, field, name }) => {
    const one = { kind, category, field, name };
    return plain.has(keyOf(one)) ? one : { ...one, random: true };
  });
}

/**
 * Powers for asking rules again about an answer that was looked through. A search that takes any random value for a secret
 * finds whatever a milder one does, so where it found nothing, one for the same questions finds nothing either.
 */
export function searchedPowers(
  powers: Powers,
  request: Request,
  { secrets }: RecordedRequest,
  { memory }: Context,
): Powers {
  if (secrets !== undefined || request.event !== "ElicitationResult" || request.mode !== "form") return powers;
  const { content } = request;
  const words = sharedLexicon(powers.words);
  const forms = (memory?.candidates ?? []).filter((one): one is FormRequest => one.mode === "form");
  const asked = JSON.stringify(askedBefore(forms, words));
  return {
    ...powers,
    findSecretValues: (given, knowledge) =>
      given === content && knowledge.lexicon === words && JSON.stringify(knowledge.asked ?? []) === asked
        ? []
        : powers.findSecretValues(given, knowledge),
  };
}
