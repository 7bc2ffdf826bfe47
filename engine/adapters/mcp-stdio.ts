/**
 * Messages over stdin and stdout, one a line, for the SDK to serve.
 * The SDK's own transport drops what it can't read without a word and ends at a line that is too long; both would leave a
 * hook without an answer, and its request would be let through.
 */
import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Admitted, endsIn, type Guard, type Message } from "./mcp-guard.ts";
import { createIntake, type Intake } from "./mcp-intake.ts";
import { createMcpServer } from "./mcp-server.ts";

export interface StdioParts {
  readonly guard: Guard;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** `undefined` where the bytes are not UTF-8 */
  readonly decodeUtf8: (bytes: Uint8Array) => string | undefined;
  /** In milliseconds: how long the rest of a line may be silent */
  readonly deadline: number;
}

/** Serves until stdin ends */
export function serveMcpOverStdio(parts: StdioParts): Promise<void> {
  return new Promise((resolve) => {
    const transport = createTransport(parts);
    serveStdio(() => createMcpServer(parts.guard), { transport });
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}

function createTransport({ guard, stdin, stdout, decodeUtf8, deadline }: StdioParts): Transport {
  let closed = false;
  const write = (message: Message): void => void stdout.write(`${JSON.stringify(message)}\n`);
  const pass = ({ message, answer }: Admitted): void => {
    if (answer !== undefined) write(answer);
    // Whether it is JSON-RPC, the SDK finds out.
    if (message !== undefined) transport.onmessage?.(message as never);
  };
  const lines = createLines(deadline, ({ bytes, problem }) => {
    const text = problem === undefined ? decodeUtf8(bytes) : undefined;
    if (text?.trim() === "") return;
    pass(text === undefined ? guard.admitBroken(endsIn(bytes), problem ?? "not-utf-8") : guard.admit(text));
  });
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    lines.end();
    stdin.destroy();
    transport.onclose?.();
  };
  const transport: Transport = {
    start: async () => {
      stdin.on("data", lines.add);
      stdin.on("end", close);
      stdin.on("close", close);
      stdin.on("error", close);
      stdout.on("error", close); // nobody reads any more
    },
    send: async (message) => {
      if (!closed) write(guard.release(message as unknown as Message));
    },
    close,
  };
  return transport;
}

interface Lines {
  readonly add: (chunk: Uint8Array) => void;
  readonly end: () => void;
}

function createLines(deadline: number, take: (line: ReturnType<Intake["take"]>) => void): Lines {
  const intake = createIntake();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add: (chunk) => {
      clearTimeout(timer);
      let from = 0;
      for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
        intake.add(chunk.subarray(from, end));
        take(intake.take());
        from = end + 1;
      }
      if (from < chunk.length) intake.add(chunk.subarray(from));
      if (!intake.isEmpty()) timer = setTimeout(intake.late, deadline);
    },
    end: () => clearTimeout(timer),
  };
}
