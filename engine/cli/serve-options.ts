/**
 * The options of `sekisho serve`: where it listens, who may call, and how it decides.
 * The last are those of `hook`, read by the same function, so that the two never differ.
 */

import { type HookOptions, parseHookOptions } from "../adapters/hook-options.ts";
import { DEFAULT_MOST } from "../adapters/http-gate.ts";
import type { TlsFiles } from "../adapters/http-server.ts";
import { nodePowers } from "../adapters/node.ts";
import { redactText } from "../core/redact.ts";
import { type Command, type Given, POLICY_OPTIONS, UsageError } from "./command.ts";
import { DEFAULT_URL } from "./hook-entries.ts";
import type { Io } from "./io.ts";

export interface ServeOptions extends HookOptions {
  readonly where: { readonly host: string; readonly port: number } | { readonly socket: string };
  readonly tls: { readonly key: string; readonly cert: string } | undefined;
  readonly tokenFile: string | undefined;
  readonly calls: number;
  readonly log: "calls" | "events";
}

const { policy, fact } = POLICY_OPTIONS;

export const SERVE_OPTIONS = {
  host: { type: "string", value: "HOST", about: "listen there; 127.0.0.1 if left out" },
  port: { type: "string", value: "PORT", about: `on this port; ${new URL(DEFAULT_URL).port} if left out, 0: any` },
  socket: { type: "string", value: "FILE", about: "listen on a socket of this machine in place of a port" },
  "token-file": { type: "string", value: "FILE", about: "bearer tokens, one NAME=TOKEN a line" },
  "tls-key": { type: "string", value: "FILE", about: "serve https with this key (PEM)" },
  "tls-cert": { type: "string", value: "FILE", about: "and this certificate" },
  policy: { ...policy, about: "a policy; again for more, side by side; left out: the pack and your own file" },
  fact,
  deadline: { type: "string", value: "5s", about: "refuse a call that is silent, or not decided, for so long" },
  audit: { type: "string", value: "DIR", about: "append a record of each decision there" },
  "audit-required": { type: "boolean", about: "refuse what can't be recorded" },
  calls: {
    type: "string",
    value: "N",
    about: `refuse further calls while so many are open; ${DEFAULT_MOST.calls} if left out`,
  },
  log: { type: "string", value: "WHAT", about: "`calls`: a line for each; `events`: only what happens to the server" },
} as const satisfies Command["options"];

/** Throws `UsageError` */
export function parseServeOptions(given: Given): ServeOptions {
  const hook = parseHookOptions(hookArguments(given), nodePowers());
  if (!hook.ok) throw new UsageError(redactText(hook.errors[0]));
  const log = given.text("log") ?? "calls";
  if (log !== "calls" && log !== "events")
    throw new UsageError(`\`--log ${log}\` is unknown`, "write `calls` or `events`");
  return {
    ...hook.value,
    where: whereOf(given),
    tls: tlsOf(given),
    tokenFile: given.text("token-file"),
    calls: count(given, "calls", DEFAULT_MOST.calls, 1, 1_000_000),
    log,
  };
}

/** Key and certificate as PEM. Throws `UsageError` */
export function readTls({ key, cert }: NonNullable<ServeOptions["tls"]>, { fs }: Pick<Io, "fs">): TlsFiles {
  const read = (file: string): string => {
    try {
      return fs.readFileSync(file, "utf8");
    } catch {
      throw new UsageError(`\`${file}\` can't be read`, "name a key and a certificate: files in PEM");
    }
  };
  return { key: read(key), cert: read(cert) };
}

function hookArguments(given: Given): readonly string[] {
  const values = ["policy", "fact", "deadline", "audit"].flatMap((name) =>
    given.texts(name).map((text) => `--${name}=${text}`),
  );
  return given.flag("audit-required") ? [...values, "--audit-required"] : values;
}

function whereOf(given: Given): ServeOptions["where"] {
  const socket = given.text("socket");
  if (socket === undefined) {
    const { hostname, port } = new URL(DEFAULT_URL);
    return { host: given.text("host") ?? hostname, port: count(given, "port", Number(port), 0, 65_535) };
  }
  const other = ["host", "port", "tls-key", "tls-cert"].find((name) => given.text(name) !== undefined);
  if (other !== undefined)
    throw new UsageError(`\`--socket\` and \`--${other}\` exclude each other`, "leave one of them out");
  return { socket };
}

function tlsOf(given: Given): ServeOptions["tls"] {
  const key = given.text("tls-key");
  const cert = given.text("tls-cert");
  if (key === undefined && cert === undefined) return undefined;
  if (key === undefined || cert === undefined)
    throw new UsageError(
      `\`--tls-${key === undefined ? "key" : "cert"}\` is missing`,
      "https needs both, a key and its certificate",
    );
  return { key, cert };
}

function count(given: Given, name: string, left: number, least: number, most: number): number {
  const text = given.text(name);
  if (text === undefined) return left;
  const number = /^[0-9]{1,7}$/.test(text) ? Number(text) : -1;
  if (number < least || number > most)
    throw new UsageError(`\`--${name} ${text}\` is no number from ${least} to ${most}`, `leave it out for ${left}`);
  return number;
}
