/**
 * Messages over stdin and stdout, one a line, for the SDK to serve.
 * The SDK's own transport drops what it can't read without a word and ends at a line that is too long; both would leave a
 * hook without an answer, and its request would be let through.
 */
import type { Transport } from "@modelcontextprotocol/server";
import { type Admitted, type BrokenText, type Guard, type Message, PIECE } from "./mcp-guard.ts";
import { MAX_INPUT_BYTES } from "./wire.ts";

export interface StdioParts {
  readonly guard: Guard;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** `undefined` where the bytes are not UTF-8 */
  readonly decodeUtf8: (bytes: Uint8Array) => string | undefined;
  /** In milliseconds: how long the rest of a line may be silent */
  readonly deadline: number;
}

/** A text inside a JSON text is longer than the text: by half, if it is full of quotation marks */
const MAX_LINE_BYTES: number = 2 * MAX_INPUT_BYTES;

export function createStdioTransport({ guard, stdin, stdout, decodeUtf8, deadline }: StdioParts): Transport {
  let closed = false;
  const write = (message: Message): void => void stdout.write(`${JSON.stringify(message)}\n`);
  const pass = ({ message, answer }: Admitted): void => {
    if (answer !== undefined) write(answer);
    // Whether it is JSON-RPC, the SDK finds out.
    if (message !== undefined) transport.onmessage?.(message as never);
  };
  const lines = createLines(deadline, (line) => {
    const text = "bytes" in line ? decodeUtf8(line.bytes) : undefined;
    if (text?.trim() === "") return;
    if (text !== undefined) pass(guard.admit(text));
    else pass(guard.admitBroken(endsOf(line), "bytes" in line ? "not-utf-8" : line.problem));
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

type Line = { readonly bytes: Uint8Array } | (Ends & { readonly problem: "deadline" | "too-large" });

interface Ends {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

interface Lines {
  readonly add: (chunk: Uint8Array) => void;
  readonly end: () => void;
}

// Chunks are joined once, at the end of their line; of a line that is refused only its ends are kept.
function createLines(deadline: number, take: (line: Line) => void): Lines {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let problem: "deadline" | "too-large" | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_LINE_BYTES) problem ??= "too-large";
    if (problem !== undefined) chunks = Object.values(endsIn(join(chunks)));
  };
  const finish = (): void => {
    const bytes = join(chunks);
    const line = problem === undefined ? { bytes } : { ...endsIn(bytes), problem };
    [chunks, length, problem] = [[], 0, undefined];
    take(line);
  };
  return {
    add: (chunk) => {
      clearTimeout(timer);
      let from = 0;
      for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
        keep(chunk.subarray(from, end));
        finish();
        from = end + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
      if (length > 0)
        timer = setTimeout(() => {
          problem ??= "deadline";
        }, deadline);
    },
    end: () => clearTimeout(timer),
  };
}

// Never overlapping: one after the other they are a beginning and an end.
function endsIn(bytes: Uint8Array): Ends {
  const middle = Math.min(PIECE, bytes.length);
  return { head: bytes.slice(0, middle), tail: bytes.slice(Math.max(middle, bytes.length - PIECE)) };
}

function endsOf(line: Line): BrokenText {
  const { head, tail } = "bytes" in line ? endsIn(line.bytes) : line;
  return { head: latin1(head), tail: latin1(tail) };
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const joined = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}
