/**
 * A world of its own for the commands: a home and a project in a temporary folder, streams that are texts.
 * Commands run in process, so that a test costs nothing; the few that need a real process build the one file.
 */
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "../../engine/cli/index.ts";
import { type Io, splitLines } from "../../engine/cli/io.ts";

export interface CliEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliWorld {
  readonly folder: string;
  readonly home: string;
  readonly project: string;
  /** Writes a file below the folder, and gives its path */
  readonly write: (name: string, text: string | Uint8Array) => string;
  readonly read: (name: string) => string;
  /** Every file below the folder with its text, links as what they name */
  readonly snapshot: () => ReadonlyMap<string, string>;
  readonly run: (args: readonly string[], given?: Partial<Io> & { readonly stdin?: Stdin }) => Promise<CliEnd>;
  readonly remove: () => void;
}

type Stdin = string | Uint8Array | AsyncIterable<Uint8Array>;

// The commands are one cold part, and need the others without waiting: in the one file they always are there.

export function createCliWorld(name = "sekisho-cli-"): CliWorld {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), name));
  const home = path.join(folder, "home");
  const project = path.join(folder, "project");
  for (const one of [home, project]) fs.mkdirSync(one);
  return {
    folder,
    home,
    project,
    write: (file, text) => {
      const target = path.join(folder, file);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, text);
      return target;
    },
    read: (file) => fs.readFileSync(path.join(folder, file), "utf8"),
    snapshot: () => new Map(snapshotOf(folder, "")),
    run: async (args, { stdin = "", ...given } = {}) => {
      const out: string[] = [];
      const err: string[] = [];
      const io: Io = {
        env: {},
        cwd: project,
        home,
        program: undefined,
        terminal: false,
        now: () => "2026-11-30T15:30:00.000Z",
        wait: async () => {},
        print: (text) => void out.push(text),
        warn: (text) => void err.push(text),
        lines: (limit) => splitLines(chunksOf(stdin), limit),
        readAll: async () => {
          const parts: Uint8Array[] = [];
          for await (const chunk of chunksOf(stdin)) parts.push(chunk);
          return Buffer.concat(parts);
        },
        fs,
        path,
        ...given,
      };
      const code = await run(args, io);
      return { code, stdout: out.join(""), stderr: err.join("") };
    },
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** The one file as it would be built from the sources as they are */
export async function buildProgram(): Promise<string> {
  const root = path.join(import.meta.dirname, "../..");
  const { bundleProgram } = (await import(pathToFileURL(path.join(root, "build/bundle.mjs")).href)) as {
    readonly bundleProgram: (root: string) => Promise<{ readonly text: string }>;
  };
  return (await bundleProgram(root)).text;
}

async function* chunksOf(stdin: Stdin): AsyncGenerator<Uint8Array> {
  if (typeof stdin === "string") yield Buffer.from(stdin);
  else if (stdin instanceof Uint8Array) yield stdin;
  else yield* stdin;
}

function snapshotOf(root: string, below: string): readonly (readonly [name: string, text: string])[] {
  return fs
    .readdirSync(path.join(root, below), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const name = path.join(below, entry.name);
      if (entry.isSymbolicLink()) return [[name, `-> ${fs.readlinkSync(path.join(root, name))}`] as const];
      if (entry.isDirectory()) return [[`${name}/`, ""] as const, ...snapshotOf(root, name)];
      return [[name, fs.readFileSync(path.join(root, name), "latin1")] as const];
    });
}
