/** All that a memory in files takes but for adding a line, which is what most calls do: a hook pays for what it loads. */
export { addLocked } from "./memory-anew.ts";
export { recallFrom } from "./memory-recall.ts";
export { readMemory } from "./read-session.ts";
