/**
 * Opens the place where a server is called: a port, or a socket file that only its owner may use.
 */
import { HOOK_PATH } from "../adapters/http-handler.ts";
import type { HookServer } from "../adapters/http-server.ts";
import { nodeModule, nodeProcess } from "../platform.ts";
import { UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { renderAddress } from "./serve-address.ts";

/** A port's host is an address already */
export type Place = { readonly host: string; readonly port: number } | { readonly socket: string };

/** Gives where it is called, as a URL or a path. Throws `UsageError` */
export async function listen(server: HookServer, place: Place, scheme: string, io: Io): Promise<string> {
  try {
    if ("socket" in place) return await listenOnSocket(server, place.socket, io);
    await server.listen(place);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as { readonly code?: unknown };
    const help = code === "EADDRINUSE" ? "somebody listens there already" : undefined;
    throw new UsageError(`it can't listen there: ${String(code)}`, help);
  }
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new UsageError("it can't listen there");
  return `${scheme}://${renderAddress(address.address)}:${address.port}${HOOK_PATH}`;
}

async function listenOnSocket(server: HookServer, path: string, io: Io): Promise<string> {
  await clearSocket(path, io);
  // The file is made at once, by the umask of this moment: nobody else may ever connect.
  const process = nodeProcess();
  const before = process?.umask(0o177);
  const listening = server.listen({ path });
  if (before !== undefined) process?.umask(before);
  await listening;
  return path;
}

// One that a server left behind is removed. Whatever else is there stays.
async function clearSocket(path: string, { fs }: Pick<Io, "fs">): Promise<void> {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw new UsageError(`\`${path}\` is there and is no socket`, "name another path");
  if (await isAlive(path)) throw new UsageError(`somebody listens on \`${path}\` already`, "stop that server first");
  fs.unlinkSync(path);
}

function isAlive(path: string): Promise<boolean> {
  const net = nodeModule("net");
  if (net === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const socket = net.connect(path);
    const end = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.once("connect", () => end(true));
    // Refused: nobody has it open. Anything else, such as no permission, tells nothing.
    socket.once("error", (error) => end((error as { readonly code?: unknown }).code !== "ECONNREFUSED"));
  });
}
