/**
 * Decisions in one warm process: the recipes' policy, the form rules beside it, and how time grows with rules.
 */
import { createEngine } from "../dist/sekisho.mjs";
import { verdict } from "./hook.ts";
import { manyRules, RECIPE_POLICY } from "./policies.ts";
import { median } from "./processes.ts";

const properties = {
  name: { type: "string", title: "Name", description: "Your full name" },
  email: { type: "string", format: "email", description: "Your email address" },
  age: { type: "integer", minimum: 18 },
};
const form = (server: string, message: string): object => ({
  hook_event_name: "Elicitation",
  mcp_server_name: server,
  mode: "form",
  message,
  requested_schema: { type: "object", properties, required: ["name"] },
});
const link = (url: string): object => ({
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  mode: "url",
  message: "Please sign in to continue",
  url,
});

const REQUESTS: readonly object[] = [
  form("crm", "Please provide your contact information so that we can send the offer"),
  form("crm", "Please enter your API key for the billing service"),
  form("internal-crm", "Please enter your password"),
  link("https://auth.example.com/login?state=abc"),
  link("https://auth.example.com:pw@evil.test/login"),
];

export async function benchDecisions(): Promise<void> {
  const recipes = await createEngine({ policy: RECIPE_POLICY });
  const rate = perSecond((input) => recipes.decide(input), REQUESTS);
  console.log(`  recipes' policy: ${thousands(rate)} decisions a CPU second; aim 500,000: ${verdict(rate >= 500_000)}`);
  const secrets = await createEngine({ policy: { version: 1, rules: [{ use: "no-secret-forms" }] } });
  console.log(`  no-secret-forms alone: ${thousands(perSecond((input) => secrets.decide(input), REQUESTS))}`);
  const recommended = await createEngine({ policy: { version: 1, extends: "recommended" } });
  console.log(`  recommended pack: ${thousands(perSecond((input) => recommended.decide(input), REQUESTS))}`);

  const few = await createEngine({ policy: manyRules(20) });
  const many = await createEngine({ policy: manyRules(2000) });
  const asked = [
    form("server-7", "Deploy to production now?"),
    form("server-19", "Please provide your contact information"),
  ];
  const ratios = Array.from(
    { length: 7 },
    () => perSecond((input) => few.decide(input), asked) / perSecond((input) => many.decide(input), asked),
  );
  const growth = median(ratios);
  console.log(`  2,000 rules against 20: ${growth.toFixed(2)} times as long; aim below 3: ${verdict(growth < 3)}`);
}

/** By processor time of this process: other work on the machine does not count */
function perSecond(decide: (input: object) => unknown, inputs: readonly object[]): number {
  const run = (rounds: number): number => {
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) for (const input of inputs) decide(input);
    const { user, system } = process.cpuUsage(before);
    return (rounds * inputs.length) / ((user + system) / 1e6);
  };
  run(20_000);
  return median([run(40_000), run(40_000), run(40_000)]);
}

function thousands(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(?:\d{3})+$)/g, ",");
}
