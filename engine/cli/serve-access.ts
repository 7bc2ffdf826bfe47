/**
 * Who may call a server: whether a token is needed at all, and which ones there are at the moment.
 * "Refuses a non-loopback bind without a token or with a world-readable token file" (issue 7).
 */
import type { FindCaller } from "../adapters/http-tokens.ts";
import { UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import type { ServerLog } from "./serve-log.ts";
import { readTokens, TokenError, type TokenList } from "./serve-tokens.ts";

type Told = Pick<ServerLog, "write">;

export interface Access {
  /** `undefined`: no token is needed; that never changes while a server runs */
  readonly findCaller: FindCaller | undefined;
  /** Reads the tokens again; where they can't be used those before still hold */
  readonly reload: (log: Told) => void;
  /** The same if their file has changed */
  readonly look: (log: Told) => void;
}

/** `open`: others than this machine can reach the server. Throws `UsageError` */
export function openAccess(tokenFile: string | undefined, open: boolean, io: Io): Access {
  let list = read();
  let seen = signature();
  if (open && list.findCaller === undefined)
    throw new UsageError(
      "others than this machine could reach the server, and no token is asked for",
      "give `--token-file FILE`, or SEKISHO_TOKEN in the environment, or leave `--host` out",
    );
  const reload = (log: Told): void => {
    if (tokenFile === undefined) return;
    seen = signature();
    try {
      list = read();
      log.write({ kind: "tokens-loaded", level: "info" });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const help = "the tokens before still hold";
      log.write({ kind: "tokens-failed", level: "error", problem: error.message, help });
    }
  };
  return {
    findCaller: list.findCaller === undefined ? undefined : (token) => list.findCaller?.(token),
    reload,
    look: (log) => {
      if (signature() !== seen) reload(log);
    },
  };

  function read(): TokenList {
    try {
      const found = readTokens(tokenFile, io);
      if (!open || !found.worldReadable) return found;
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      throw new UsageError(error.message, "write one `NAME=TOKEN` a line, and keep it to yourself");
    }
    throw new UsageError("everybody on this machine can read the token file", `\`chmod 600 ${tokenFile}\``);
  }

  function signature(): string {
    try {
      const found = tokenFile === undefined ? undefined : io.fs.statSync(tokenFile, { throwIfNoEntry: false });
      return found === undefined ? "" : `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.mode}`;
    } catch {
      return "unreadable";
    }
  }
}
