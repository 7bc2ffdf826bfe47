/**
 * The files that ship in a browser: the one file as a classic script of a page, and the library as a module of a worker
 * under a policy that forbids evaluating text. The page asks for a case with each outcome that it brings, so that no
 * automation protocol is needed.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Driver } from "./driver.ts";
import { GUEST_SOURCE, type Guest, guestDriver } from "./guest.ts";

const DIST = join(import.meta.dirname, "../../dist");

interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, () => string>>;
}

// Each turn brings an outcome, at first an empty one, and takes the next case.
const TURNS = `
globalThis.takeTurns = async (library) => {
  for (let outcome = ""; ; ) {
    const response = await fetch("/turn", { method: "POST", body: outcome });
    outcome = await answerCase(library, await response.text());
  }
};
`;

const classic: Page = {
  headers: {},
  files: {
    "/": () => page('<script src="/sekisho.cjs"></script><script src="/guest.js"></script>'),
    "/sekisho.cjs": () => dist("sekisho.cjs"),
    "/guest.js": () => `${GUEST_SOURCE}${TURNS}takeTurns(sekisho);`,
  },
};

// A policy with scripts needs WebAssembly; JavaScript from text stays forbidden, in the worker by its own header.
const worker: Page = {
  headers: { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" },
  files: {
    "/": () => page('<script src="/page.js"></script>'),
    "/page.js": () => 'new Worker("/worker.js", { type: "module" });',
    "/worker.js": () => `import * as sekisho from "/sekisho.mjs";${GUEST_SOURCE}${TURNS}
      let text = "is evaluated";
      try { new Function("")(); } catch { text = undefined; }
      if (text === undefined) takeTurns(sekisho);`,
    "/sekisho.mjs": () => dist("sekisho.mjs"),
  },
};

export const chromium: Driver = guestDriver("chromium", () => open(classic));
export const chromiumWorker: Driver = guestDriver("chromium-worker", () => open(worker));

const PROGRAM = "/usr/bin/chromium";
// Without the network flags its connections are refused, many at a time, wherever there is no network.
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-sync",
  "--no-first-run",
];

async function open(shown: Page): Promise<Guest> {
  const turns = createTurns();
  const server = createServer((request, response) => serve(shown, turns, request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const profile = mkdtempSync(join(tmpdir(), "sekisho-chromium-"));
  const browser = spawn(PROGRAM, [...FLAGS, `--user-data-dir=${profile}`, url], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => {
    browser.on("error", (error) => resolve(turns.fail(`Chromium does not start: ${error.message}`)));
    browser.on("exit", (code, signal) => resolve(turns.fail(`Chromium has ended with ${code ?? signal}`)));
  });
  return {
    ask: turns.ask,
    close: async () => {
      browser.kill();
      await ended;
      server.closeAllConnections();
      server.close();
      // Its helper processes end a little later, and write until then.
      await rm(profile, { recursive: true, maxRetries: 20 });
    },
  };
}

interface Turns extends Pick<Guest, "ask"> {
  /** The page brings an outcome, or nothing the first time; `next` is called with its next case, once there is one */
  readonly take: (outcome: string, next: (text: string) => void) => void;
  readonly fail: (why: string) => void;
}

// One case at a time is on its way, since the tests of a suite run one after the other.
function createTurns(): Turns {
  let asked:
    | { readonly text: string; readonly resolve: (outcome: string) => void; readonly reject: (error: Error) => void }
    | undefined;
  let waiting: ((text: string) => void) | undefined;
  let failure: Error | undefined;
  const fail = (why: string): void => {
    failure ??= new Error(why);
    asked?.reject(failure);
  };
  // A page whose script does not start never says so.
  const silence = setTimeout(() => fail("the page asks for no case"), 60_000).unref();
  const meet = (): void => {
    if (asked === undefined || waiting === undefined) return;
    waiting(asked.text);
    waiting = undefined;
  };
  return {
    ask: (text) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        asked = { text, resolve, reject };
        meet();
      }),
    take: (outcome, next) => {
      clearTimeout(silence);
      if (outcome !== "") {
        asked?.resolve(outcome);
        asked = undefined;
      }
      waiting = next;
      meet();
    },
    fail,
  };
}

function serve(shown: Page, turns: Turns, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "/";
  if (request.method === "POST" && path === "/turn") {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => turns.take(Buffer.concat(chunks).toString("utf8"), (text) => void response.end(text)));
    return;
  }
  const file = Object.hasOwn(shown.files, path) ? shown.files[path] : undefined;
  const type = path === "/" ? "text/html" : "text/javascript";
  response.writeHead(file === undefined ? 404 : 200, { "content-type": `${type}; charset=utf-8`, ...shown.headers });
  response.end(file?.());
}

function page(scripts: string): string {
  return `<!doctype html><meta charset="utf-8"><title>sekisho</title>${scripts}`;
}

function dist(name: string): string {
  return readFileSync(join(DIST, name), "utf8");
}
