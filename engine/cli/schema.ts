/** `sekisho schema`: the JSON Schema of policies, for editors. */
import { RULES } from "../../rules/index.ts";
import { PACKS } from "../../rules/packs/index.ts";
import { createPolicySchema } from "../policy/schema.ts";
import type { Command } from "./command.ts";

export const schema: Command = {
  name: "schema",
  about: "Print the JSON Schema of policies, for editors",
  usage: "",
  options: {},
  run(_, io) {
    io.print(`${JSON.stringify(createPolicySchema(RULES, [...PACKS.keys()]), undefined, 2)}\n`);
    return 0;
  },
};
