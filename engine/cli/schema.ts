/** `sekisho schema`: the JSON Schema of policies, or of policy tests, for editors. */
import { RULES } from "../../rules/index.ts";
import { PACKS } from "../../rules/packs/index.ts";
import { createPolicySchema } from "../policy/schema.ts";
import type { Command } from "./command.ts";
import { createTestSchema } from "./test-schema.ts";

export const schema: Command = {
  name: "schema",
  about: "Print the JSON Schema of policies, or of policy tests, for editors",
  usage: "[--tests]",
  options: { tests: { type: "boolean", about: "that of policy tests" } },
  run({ flag }, io) {
    const data = flag("tests") ? createTestSchema() : createPolicySchema(RULES, [...PACKS.keys()]);
    io.print(`${JSON.stringify(data, undefined, 2)}\n`);
    return 0;
  },
};
