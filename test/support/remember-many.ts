/** Remembers questions as a hook does: `remember-many.ts FOLDER NAME COUNT`. A process of its own, to be run many at once. */
import { createFileMemory } from "../../engine/adapters/memory-file.ts";
import { readHookInput } from "../../engine/adapters/wire.ts";
import { engineOf, KNOWLEDGE } from "../../engine/deciding.ts";
import { node } from "./hook-world.ts";

const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const memory = createFileMemory(node, folder, KNOWLEDGE);
const engine = engineOf({ digest: "", decide: () => ({ effect: "ask", reasons: [], errors: [], observed: [] }) });
for (let at = 0; at < Number(count); at += 1) {
  const input = {
    hook_event_name: "Elicitation",
    mcp_server_name: "crm",
    session_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
    message: `${name} ${at} ${"and so on ".repeat(20)}`,
    requested_schema: { type: "object", properties: { age: { type: "integer" } } },
  };
  memory.remember(engine.examineReading(readHookInput(input)), "2026-11-30T15:00:00.000Z", ["asked", "candidates"]);
}
