/**
 * A process that writes lines to a log as fast as it can: `append-lines FOLDER NAME COUNT [LENGTH]`.
 */
import process from "node:process";
import { appendRecord } from "../engine/adapters/audit-file.ts";
import { nodePowers } from "../engine/adapters/node.ts";
import type { DecisionRecord } from "../engine/core/record.ts";

const [folder = "", name = "", count = "1", length = "0"] = process.argv.slice(2);
const powers = nodePowers();
for (let at = 0; at < Number(count); at += 1) {
  const record = {
    version: 2,
    id: `${name}-${at}`,
    now: "2026-11-30T15:30:00.000Z",
    server: "x".repeat(Number(length)),
  };
  const problem = appendRecord(powers, folder, record as unknown as DecisionRecord);
  if (problem !== undefined) console.log(`${name}-${at}: ${problem}`);
}
