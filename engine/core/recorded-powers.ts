/**
 * What detectors found in an answer, for rules that are asked again when the answer is gone.
 * Only for what is the recorded answer itself: a policy's own values stand in the policy, and are looked at anew.
 */
import { createObject, type JsonValue } from "./json.ts";
import type { Request } from "./request.ts";
import type { Powers } from "./rule.ts";
import type { RecordedRequest } from "./withhold.ts";

export interface Current {
  readonly request: Request;
  readonly recorded: RecordedRequest;
}

export function recordedPowers(powers: Powers, current: () => Current): Powers {
  return {
    ...powers,
    findSecretValues(content, knowledge) {
      const { request, recorded } = current();
      if (recorded.content === undefined || typeof content !== "object" || content === null)
        return powers.findSecretValues(content, knowledge);
      const values = content as Readonly<Record<string, JsonValue>>;
      const isItself = request.event === "ElicitationResult" && request.mode === "form" && content === request.content;
      const stands = (name: string): boolean =>
        isItself || JSON.stringify(values[name]) === JSON.stringify(recorded.content?.[name]);
      const kept = Object.keys(recorded.content).filter((name) => Object.hasOwn(values, name) && stands(name));
      const known = (recorded.secrets ?? [])
        .filter(({ name, random }) => kept.includes(name) && (random !== true || knowledge.anyRandom === true))
        .map(({ kind, category, field, name }) => ({ kind, category, field, name }));
      if (isItself) return known;
      const fresh = createObject();
      for (const name of Object.keys(values)) if (!kept.includes(name)) fresh[name] = values[name] as JsonValue;
      return [...known, ...powers.findSecretValues(fresh, knowledge)];
    },
  };
}
