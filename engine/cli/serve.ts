/**
 * `sekisho serve`: an http server that answers Claude Code's http hooks.
 * While it runs it is the guard, so it starts with a policy that does not load too, and refuses; with a command line that is
 * wrong it does not start.
 */
import { isCanary } from "../adapters/canary.ts";
import { createGate, DEFAULT_MOST } from "../adapters/http-gate.ts";
import { HOOK_PATH } from "../adapters/http-handler.ts";
import { createHookServer, type HookServer, type HookServerParts } from "../adapters/http-server.ts";
import { nodePowers, type Powers } from "../adapters/node.ts";
import { nodeProcess } from "../platform.ts";
import { type Command, UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { openAccess } from "./serve-access.ts";
import { addressOf, isLoopback } from "./serve-address.ts";
import { perMillisecond } from "./serve-clock.ts";
import { createRespond, warmUp } from "./serve-decide.ts";
import { listen, type Place } from "./serve-listen.ts";
import { createServerLog, type ServerLog } from "./serve-log.ts";
import { createServerMetrics, type Gauges } from "./serve-metrics.ts";
import { parseServeOptions, readTls, SERVE_OPTIONS, type ServeOptions } from "./serve-options.ts";
import { createPages } from "./serve-pages.ts";
import { createPolicyKeeper, type PolicyKeeper } from "./serve-policy.ts";
import { stopScripts } from "./stop-scripts.ts";

export const serve: Command = {
  name: "serve",
  about: "Answer http hooks on POST /hook; beside them GET /healthz, /readyz and /metrics",
  usage: "[--host HOST] [--port PORT] [--token-file FILE] [--policy FILE]... [OPTIONS]",
  options: SERVE_OPTIONS,
  run: (given, io) => run(parseServeOptions(given), io),
};

/** How often files are looked at */
const LOOK_EVERY = 500;
/** Shorter than the ten seconds after which `docker stop` kills */
const GRACE = 8000;

async function run(options: ServeOptions, io: Io): Promise<number> {
  const { where } = options;
  const place: Place = "socket" in where ? where : { host: await addressOf(where.host), port: where.port };
  const access = openAccess(options.tokenFile, "host" in place && !isLoopback(place.host), io);
  const tls = options.tls === undefined ? undefined : readTls(options.tls, io);

  const log = createServerLog({ fs: io.fs, now: perMillisecond(io.now) });
  const powers = withoutProject(nodePowers());
  stopScripts(options.deadline, io);
  const keeper = keepPolicy(options, powers, log);
  const metrics = createServerMetrics();
  let unrecorded = 0;
  const gate = createGate({
    path: HOOK_PATH,
    findCaller: access.findCaller,
    deadline: options.deadline,
    most: { ...DEFAULT_MOST, calls: options.calls },
    respond: createRespond(keeper.engine, options, { ...powers, now: perMillisecond(powers.now) }, (problem) => {
      unrecorded += 1;
      log.write({ kind: "unrecorded", level: "error", problem });
    }),
    clock: () => performance.now(),
    report: (call) => {
      if (call.examination !== undefined && isCanary(call.examination.reading)) return;
      metrics.count(call);
      if (options.log === "calls" || call.problem === "failed") log.writeCall(call);
    },
  });

  const startedAt = Date.now();
  let stopping = false;
  const server = makeServer({
    gate,
    tls,
    page: createPages({
      findCaller: access.findCaller,
      stopping: () => stopping,
      policy: keeper.state,
      metrics: () =>
        metrics.render({
          policy: keeper.state(),
          openCalls: gate.calls(),
          unrecorded,
          droppedLines: log.dropped(),
          startedAt,
          ...usage(),
        }),
    }),
    broken: (problem) => {
      metrics.countProblem(problem);
      if (options.log === "calls") log.write({ kind: "call", level: "warn", problem });
    },
  });
  const at = await listen(server, place, tls === undefined ? "http" : "https", io);
  log.write({ kind: "listening", level: "info", at, tokens: access.findCaller !== undefined });

  const signal = await untilStopped({
    reload: () => {
      access.reload(log);
      if (options.tls !== undefined) reloadTls(server, options.tls, io, log);
      keeper.reload();
    },
    look: () => {
      access.look(log);
      keeper.look();
    },
  });
  stopping = true;
  log.write({ kind: "stopping", level: "info", signal, openCalls: gate.calls() });
  await server.stop(GRACE);
  log.write({ kind: "stopped", level: "info" });
  // Where nobody reads it a write may never end, and no exit gets past one: neither the loop nor `process.exit` ends.
  const process = nodeProcess();
  if (!(await log.drain(1000)) && process !== undefined) process.kill(process.pid, "SIGKILL");
  return 0;
}

// One server stands for many projects: the one that it happened to be started in must not count.
function withoutProject(powers: Powers): Powers {
  return { ...powers, env: (name) => (name === "CLAUDE_PROJECT_DIR" ? undefined : powers.env(name)) };
}

function keepPolicy({ policies }: ServeOptions, powers: Powers, log: ServerLog): PolicyKeeper {
  return createPolicyKeeper({
    files: policies,
    powers,
    clock: () => Date.now(),
    prepare: warmUp,
    tell: (loaded, { status, digest: policy }, notes) =>
      log.write({
        kind: loaded ? "policy-loaded" : "policy-failed",
        level: loaded ? "info" : "error",
        status,
        policy,
        notes: notes.map((note) => note.split("\n", 1)[0] ?? ""),
        help: loaded ? undefined : `${IN_FORCE[status]}; mend the file, it is read again by itself`,
      }),
  });
}

const IN_FORCE = {
  ready: "",
  refusing: "nothing loads, so every request is refused",
  stale: "the policy before is still in force",
} as const;

function makeServer(parts: HookServerParts): HookServer {
  try {
    return createHookServer(parts);
  } catch (error) {
    if (parts.tls === undefined) throw error;
    throw new UsageError("the key and the certificate can't be used", "both are PEM, and belong together");
  }
}

function usage(): Pick<Gauges, "cpuSeconds" | "residentBytes"> {
  const process = nodeProcess();
  const { user, system } = process?.cpuUsage() ?? { user: 0, system: 0 };
  return { cpuSeconds: (user + system) / 1e6, residentBytes: process?.memoryUsage.rss() ?? 0 };
}

function reloadTls(server: HookServer, files: NonNullable<ServeOptions["tls"]>, io: Io, log: ServerLog): void {
  try {
    server.replaceTls(readTls(files, io));
    log.write({ kind: "tls-loaded", level: "info" });
  } catch {
    log.write({ kind: "tls-failed", level: "error", help: "the certificate before is still in use" });
  }
}

interface Upkeep {
  readonly reload: () => void;
  readonly look: () => void;
}

// Gives the signal that ends it.
async function untilStopped({ reload, look }: Upkeep): Promise<string> {
  const process = nodeProcess();
  if (process === undefined) throw new UsageError("`serve` needs Node.js, or a runtime like it");
  const timer = setInterval(look, LOOK_EVERY);
  process.on("SIGHUP", reload); // stays: without a listener it would end the process in the middle of stopping
  const signal = await new Promise<string>((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, resolve);
  });
  clearInterval(timer);
  return signal;
}
