/** The policies that are measured, as documents. */

import type { EngineOptions } from "../engine/index.ts";

type Policy = EngineOptions["policy"];

/** What the shell recipes do, as a policy */
export const RECIPE_POLICY = {
  version: 1,
  servers: { trusted: ["internal-crm", "billing-server"] },
  rules: [
    {
      use: "match",
      message: { matches: "(?i)password|passwd|secret|api[_-]?key|token|credential" },
      except: { servers: "trusted" },
      then: "decline",
    },
    { use: "allow-url-hosts", hosts: ["auth.example.com", "login.example.org"] },
    { use: "require-https" },
  ],
} as const;

/** A policy of twenty rules as a team would write it */
export function twentyRules(): Policy {
  const matches = Array.from({ length: 8 }, (_, index) => ({
    use: "match",
    name: `deploys-${index}`,
    for: { servers: `deploy-${index}-*` },
    message: { words: ["production", "rollback"] },
    then: "ask",
  }));
  const answers = Array.from({ length: 5 }, (_, index) => ({
    use: "answer-form",
    name: `known-${index}`,
    for: { servers: `internal-${index}` },
    answers: { username: "alice", region: "eu-west-1" },
  }));
  return {
    version: 1,
    default: "ask",
    rules: [
      { use: "canonical-url" },
      { use: "require-https", loopback: true },
      { use: "allow-url-hosts", hosts: ["auth.example.com", "login.example.org", "*.example.net"] },
      { use: "no-secret-forms" },
      { use: "no-secret-answers" },
      { use: "only-servers", servers: ["*"] },
      { use: "confirm", for: { servers: "internal-crm" }, answer: "yes" },
      ...matches,
      ...answers,
    ],
  };
}

/** `count` rules, each for a server of its own */
export function manyRules(count: number): Policy {
  return {
    version: 1,
    rules: Array.from({ length: count }, (_, index) => ({
      use: "match",
      name: `rule-${index}`,
      for: { servers: `server-${index}` },
      message: { words: ["production"] },
      then: "decline",
    })),
  };
}
