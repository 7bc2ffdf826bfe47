/**
 * The ways in which the one file can be put somewhere and started, for whichever runtime is at hand.
 * Shared, so that Node, Deno and Bun are held to the same list.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
export const program: string = join(root, "dist/sekisho.cjs");
export const library: string = join(root, "dist/sekisho.mjs");

/** A request that the pack `recommended` declines, and the answer */
export const input: string = JSON.stringify({
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Sign in",
  mode: "url",
  url: "http://evil.test/",
});
export const decline: string = `${JSON.stringify({ hookSpecificOutput: { hookEventName: "Elicitation", action: "decline" } })}\n`;

// The YAML needs the reader of policies; the host list the suffix list; the pattern, with its word boundary, the pattern engine.
const yaml = String.raw`version: 1
default: decline
rules:
  - { use: allow-url-hosts, hosts: ["*.example.co.uk"] }
  - { use: match, message: { matches: "(?i)^(sign|log)\\b.*in{1,2}$" }, then: ask }
`;
const request = { hook_event_name: "Elicitation", mcp_server_name: "crm", message: "Sign in", mode: "url" };
const links = ["https://a.example.co.uk/", "https://example.org/"];
/** Makes an engine that needs every cold part of the library, and says what it decides */
export const useIt: string = `
  const engine = await sekisho.createEngine({ policy: ${JSON.stringify(yaml)} });
  const decide = (url) => engine.decide({ ...${JSON.stringify(request)}, url }).effect;
  console.log(${JSON.stringify(links)}.map(decide).join());`;
export const decided = "ask,decline";

export interface Ending {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Workshop {
  readonly folder: string;
  readonly remove: () => void;
  /** A file of that name and text, in a folder of its own */
  readonly written: (name: string, text: string) => string;
  /** A copy of the program, in a folder whose files are of that type */
  readonly placed: (name: string, type?: "commonjs" | "module") => string;
  readonly linked: (target: string, name: string) => string;
  readonly run: (command: readonly string[], stdin?: string | Uint8Array, cwd?: string) => Ending;
}

/** A temporary folder with what is needed to put files there and start them */
export function createWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-starts-"));
  const fresh = (): string => mkdtempSync(join(folder, "_"));
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true }),
    written: (name, text) => {
      const path = join(fresh(), name);
      writeFileSync(path, text);
      return path;
    },
    placed: (name, type) => {
      const own = fresh();
      if (type !== undefined) writeFileSync(join(own, "package.json"), JSON.stringify({ type }));
      mkdirSync(join(own, name, ".."), { recursive: true });
      copyFileSync(program, join(own, name));
      return join(own, name);
    },
    linked: (target, name) => {
      const link = join(fresh(), name);
      symlinkSync(target, link);
      return link;
    },
    run: ([command = "", ...args], stdin = input, cwd = folder) => {
      // Without the caller's environment: its options for Node, its home folder, its policies.
      const env = {
        PATH: process.env["PATH"],
        HOME: folder,
        USERPROFILE: folder,
        NO_COLOR: "1",
        DENO_NO_UPDATE_CHECK: "1",
      };
      const options = { input: stdin, env, cwd, encoding: "utf8", timeout: 60_000 } as const;
      const { status, stdout, stderr } = spawnSync(command, args, options);
      return { status, stdout, stderr };
    },
  };
}

export const oddName = "it's 100% odd #1 (ä 関所) & $HOME";

type Start = (shop: Workshop) => readonly string[];

/** What stands on the command line before `hook` */
export const starts: Readonly<Record<string, Start>> = {
  "as it is": () => [program],
  "as .js without a package.json": ({ placed }) => [placed("sekisho.js")],
  "as .js under type commonjs": ({ placed }) => [placed("sekisho.js", "commonjs")],
  "as .js under type module": ({ placed }) => [placed("sekisho.js", "module")],
  "as .cjs under type module": ({ placed }) => [placed("sekisho.cjs", "module")],
  "as .mjs": ({ placed }) => [placed("sekisho.mjs")],
  "as .mjs under type commonjs": ({ placed }) => [placed("sekisho.mjs", "commonjs")],
  "under another name": ({ placed }) => [placed("guard.cjs")],
  "under another name, as a module": ({ placed }) => [placed("guard.mjs")],
  "through a link": ({ linked }) => [linked(program, "guard.cjs")],
  "through a link to a module": ({ linked, placed }) => [linked(placed("sekisho.mjs"), "guard.mjs")],
  "through a linked folder": ({ linked }) => [join(linked(join(root, "dist"), "linked"), "sekisho.cjs")],
  "through a linked folder, as a module": ({ linked, placed }) => [
    join(linked(join(placed("sekisho.mjs"), ".."), "linked"), "sekisho.mjs"),
  ],
  "in a folder with an odd name": ({ placed }) => [placed(`${oddName}/sekisho.cjs`)],
  "in a folder with an odd name, as a module": ({ placed }) => [placed(`${oddName}/sekisho.mjs`)],
  "under an odd name, as a module": ({ placed }) => [placed(`${oddName}.mjs`)],
};

/** Further ones that only Node has */
export const nodeStarts: Readonly<Record<string, Start>> = {
  "without an extension": ({ placed }) => [placed("sekisho")],
  "through a link without an extension": ({ linked }) => [linked(program, "guard")],
  "through such a link to a module": ({ linked, placed }) => [linked(placed("sekisho.mjs"), "guard")],
  "without its extension, found by Node": ({ placed }) => [placed("guard.js").replace(/\.js$/, "")],
  "without its extension, as a module": ({ placed }) => [placed("guard.js", "module").replace(/\.js$/, "")],
  "as a folder's index": ({ placed }) => [join(placed("index.js"), "..")],
  "as a folder's index, as a module": ({ placed }) => [join(placed("index.js", "module"), "..")],
  "through a link that is kept": ({ linked }) => ["--preserve-symlinks-main", linked(program, "guard.cjs")],
  "through a link that is kept, as a module": ({ linked, placed }) => [
    "--preserve-symlinks-main",
    linked(placed("sekisho.mjs"), "guard.mjs"),
  ],
  "preloaded as well": () => ["-r", program, program],
  "preloaded as well, as a module": ({ placed }) => {
    const path = placed("sekisho.mjs");
    return ["--import", path, path];
  },
  "without getBuiltinModule": ({ written }) => ["-r", written("old.cjs", "delete process.getBuiltinModule"), program],
  "with no stack traces": () => ["--stack-trace-limit=0", program],
  "with no stack traces, as a module": ({ placed }) => ["--stack-trace-limit=0", placed("guard.mjs")],
  "with deprecations as errors": () => ["--throw-deprecation", "--pending-deprecation", program],
  "with frozen intrinsics": () => ["--frozen-intrinsics", "--no-warnings", program],
  "with frozen intrinsics, as a module": ({ placed }) => ["--frozen-intrinsics", "--no-warnings", placed("guard.mjs")],
  "through a loader of TypeScript": () => ["--import", import.meta.resolve("tsx"), program],
  "through a loader of TypeScript, as a module": ({ placed }) => [
    "--import",
    import.meta.resolve("tsx"),
    placed("guard.mjs"),
  ],
  "with source maps": ({ placed }) => ["--enable-source-maps", placed("guard.mjs")],
};
