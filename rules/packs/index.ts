// Written by `node build.mjs`; do not edit.
import type { CheckedDocument } from "../../engine/core/policy.ts";

/** Named policies that ship with sekisho, checked; their texts are the YAML files beside this one */
// biome-ignore format: data
export const PACKS: ReadonlyMap<string, CheckedDocument> = new Map<string, CheckedDocument>([
  ["recommended", {"rules":[{"use":"canonical-url","options":{}},{"use":"require-https","options":{"loopback":true}},{"use":"no-url-credentials","options":{}},{"use":"no-lookalike-hosts","options":{}},{"use":"url-length","options":{}},{"use":"no-secret-forms","options":{}},{"use":"no-secret-answers","options":{}},{"use":"plain-message","options":{}},{"use":"spec-form","options":{}},{"use":"check-answer","options":{}}]}],
  ["strict", {"default":"decline","rules":[{"use":"canonical-url","options":{}},{"use":"require-https","options":{"loopback":true}},{"use":"no-url-credentials","options":{}},{"use":"no-lookalike-hosts","options":{}},{"use":"url-length","options":{}},{"use":"no-secret-forms","options":{}},{"use":"no-secret-answers","options":{}},{"use":"plain-message","options":{}},{"use":"spec-form","options":{}},{"use":"check-answer","options":{}},{"use":"no-private-hosts","options":{}},{"use":"no-open-redirects","options":{}}]}],
  ["unattended", {"unattended":"cancel","rules":[{"use":"canonical-url","options":{}},{"use":"require-https","options":{"loopback":true}},{"use":"no-url-credentials","options":{}},{"use":"no-lookalike-hosts","options":{}},{"use":"url-length","options":{}},{"use":"no-secret-forms","options":{}},{"use":"no-secret-answers","options":{}},{"use":"plain-message","options":{}},{"use":"spec-form","options":{}},{"use":"check-answer","options":{}},{"use":"fill-defaults","options":{}}]}],
  ["observe", {"rules":[{"use":"canonical-url","options":{},"observe":true},{"use":"require-https","options":{"loopback":true},"observe":true},{"use":"no-url-credentials","options":{},"observe":true},{"use":"no-lookalike-hosts","options":{},"observe":true},{"use":"url-length","options":{},"observe":true},{"use":"no-secret-forms","options":{},"observe":true},{"use":"no-secret-answers","options":{},"observe":true},{"use":"plain-message","options":{},"observe":true},{"use":"spec-form","options":{},"observe":true},{"use":"check-answer","options":{},"observe":true},{"use":"no-private-hosts","options":{},"observe":true},{"use":"no-open-redirects","options":{},"observe":true}]}],
]);

/** Their digests, since working one out costs a hook more than deciding */
export const PACK_DIGESTS: ReadonlyMap<string, string> = new Map<string, string>([
  ["recommended", "427401bac81b3c273505fffff4a64fc81f7618dcb6b0438dfedc8621999c6a88"],
  ["strict", "a21e075d01da17fb5ab54f98980aeb4397b4c2009b6459e37e81f04a97a991b2"],
  ["unattended", "37b22a2387626d2fd47a5bca0f1dcc49bd53b60c39c6b8725f26efcaaac9daa4"],
  ["observe", "c027b20a8b76ac3b057180660d4f3d59c585093e32c47889089d36b63108aaae"],
]);
