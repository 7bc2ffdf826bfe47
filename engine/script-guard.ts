/**
 * The last net under the sandbox: scripts run in a worker thread that is terminated when a call takes too long by the clock.
 * Fuel ends every call long before; this is for the day when it does not. Only for a process of our own, since it waits.
 */
import type { MessagePort, Worker } from "node:worker_threads";
import { ScriptKilled } from "./core/script-powers.ts";
import { nodeModule } from "./platform.ts";
import type { Image } from "./sandbox/image.ts";
import type { Loading, Running, Sandbox, Script } from "./sandbox/sandbox.ts";

export interface GuardSettings {
  /** The one file, which the worker loads */
  readonly file: string;
  /** Milliseconds that a call may take */
  readonly most: number;
}

/** To start a thread and to compile the module in it */
const STARTING = 30_000;

interface Guarded {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly flag: Int32Array;
  /** Numbers of the scripts that it has loaded */
  readonly loaded: Map<Script, number>;
}

type Asked = Parameters<Sandbox["load"]>;

/** `undefined` where no such worker can be had: the sandbox then runs in this thread, and fuel is its only limit */
export function createGuardedSandbox({ file, most }: GuardSettings): Sandbox | undefined {
  const threads = nodeModule("worker_threads");
  if (threads === undefined) return undefined;
  const sources = new WeakMap<Script, Asked>();
  let live: Guarded | undefined;

  // Sends, waits, and takes the answer, all at once: a decision is synchronous.
  const ask = <Reply>({ worker, port, flag }: Guarded, message: object, wait: number): Reply => {
    Atomics.store(flag, 0, 0);
    port.postMessage(message);
    const outcome = Atomics.wait(flag, 0, 0, wait);
    const reply = outcome === "timed-out" ? undefined : threads.receiveMessageOnPort(port)?.message;
    if (reply !== undefined) return reply as Reply;
    live = undefined;
    void worker.terminate();
    throw new ScriptKilled("stopped from outside");
  };

  const start = (): Guarded => {
    const { port1, port2 } = new threads.MessageChannel();
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const worker = new threads.Worker(WORKER, {
      eval: true,
      workerData: { file, port: port2, flag },
      transferList: [port2],
      // What would make a program of it stays outside.
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    worker.unref();
    worker.on("error", () => {}); // then it gives no answer, and is told as killed
    const guarded: Guarded = { worker, port: port1, flag, loaded: new Map() };
    port1.unref();
    ask(guarded, { step: "start" }, STARTING);
    return guarded;
  };

  const loadIn = (guarded: Guarded, [source, limits]: Asked): { readonly number: number; readonly loading: Loading } =>
    ask(guarded, { step: "load", source, limits }, most);

  try {
    live = start();
  } catch {
    return undefined;
  }
  return {
    load: (source, limits, uses) => {
      live ??= start();
      const { number, loading } = loadIn(live, [source, limits, uses]);
      if (!loading.ok) return loading;
      const { definition, fuel } = loading.script;
      uses(definition);
      const script: Script = { definition, fuel, image: noImage };
      sources.set(script, [source, limits, uses]);
      live.loaded.set(script, number);
      return { ok: true, script };
    },
    run: (script, limits, call) => {
      live ??= start();
      let number = live.loaded.get(script);
      if (number === undefined) {
        // The worker that had it was terminated.
        number = loadIn(live, sources.get(script) as Asked).number;
        live.loaded.set(script, number);
      }
      return ask<Running>(live, { step: "run", number, limits, call }, most);
    },
  };
}

function noImage(): Image {
  throw new Error("the image is in the worker");
}

// Plain text, since a worker of a bundled program has no file of its own. KEEP IN SYNC with `ask` above.
const WORKER = `
const { workerData: { file, port, flag } } = require("node:worker_threads");
const steps = {};
try {
  const part = require(file)[Symbol.for("sekisho:parts")];
  const { openSandbox, usesOf } = part("scripts");
  const sandbox = openSandbox(part, false);
  const loaded = [];
  steps.start = () => ({});
  steps.load = ({ source, limits }) => {
    const loading = sandbox.load(source, limits, usesOf);
    if (!loading.ok) return { number: -1, loading };
    loaded.push(loading.script);
    const { definition, fuel } = loading.script;
    return { number: loaded.length - 1, loading: { ok: true, script: { definition, fuel } } };
  };
  steps.run = ({ number, limits, call }) => sandbox.run(loaded[number], limits, call);
} catch {}
port.on("message", (message) => {
  let reply;
  try { reply = steps[message.step](message); } catch {}
  port.postMessage(reply);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
`;
