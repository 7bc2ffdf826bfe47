/**
 * Every hook input that the real client was seen to send goes through the hook under the default pack.
 * A guard that stumbles over real input would be switched off on its first day.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { createHookPlace } from "./support/hook-process.ts";

type Input = Readonly<Record<string, unknown>>;

const own = join(import.meta.dirname, "cases/wire");
const given = join(import.meta.dirname, "../../shared/facts/payloads");

const place = await createHookPlace();
after(place.remove);

suite("the project's own recordings are left to the person", { concurrency: 4 }, () => {
  for (const { name, input } of inputsIn(own)) {
    test(name, async () => {
      const end = await place.run({ stdin: `${JSON.stringify(input)}\n` });
      assert.deepEqual(end, { code: 0, stdout: "", stderr: "" });
    });
  }
});

suite("all that was recorded is decided, and nothing is accepted", { concurrency: 4 }, () => {
  for (const { name, input } of [...inputsIn(given), ...recordedUrls(given)]) {
    test(name, async () => {
      const { code, stdout, stderr } = await place.run({ stdin: `${JSON.stringify(input)}\n` });
      assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
      if (stdout === "") return;
      const { hookEventName, action, ...rest } = JSON.parse(stdout).hookSpecificOutput;
      assert.equal(hookEventName, input["hook_event_name"]);
      assert.ok(action === "decline" || action === "cancel", action);
      assert.deepEqual(rest, {});
    });
  }
});

/** The hook inputs in a folder's files, wherever they stand in them */
function inputsIn(folder: string): readonly { readonly name: string; readonly input: Input }[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((file) => {
    const found = hookInputs(JSON.parse(readFileSync(join(folder, file), "utf8")));
    const name = file.replace(/\.json$/, "");
    return found.map((input, index) => ({ name: found.length === 1 ? name : `${name}, ${index + 1}`, input }));
  });
}

function hookInputs(value: unknown): readonly Input[] {
  if (typeof value !== "object" || value === null) return [];
  if (typeof (value as Input)["hook_event_name"] === "string") return [value as Input];
  return Object.values(value).flatMap(hookInputs);
}

/** The links that reached a hook in the client's tests, each as the request that it came in */
function recordedUrls(folder: string): readonly { readonly name: string; readonly input: Input }[] {
  const file = join(folder, "url-requests.json");
  if (!existsSync(file)) return [];
  const { rows } = JSON.parse(readFileSync(file, "utf8")) as { readonly rows: readonly Input[] };
  const request = JSON.parse(readFileSync(join(own, "elicitation.url.interactive.json"), "utf8")) as Input;
  const received = new Set(rows.map(({ hook_received: url }) => url).filter((url) => typeof url === "string"));
  return [...received].map((url) => ({ name: `link ${JSON.stringify(url.slice(0, 60))}`, input: { ...request, url } }));
}
