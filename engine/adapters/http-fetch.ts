/**
 * fetchHandler: `Request` in, `Response` out, for Hono, Deno, Bun, Workers and whatever else speaks fetch.
 * Of a runtime's types only the members that are used are written down, so that none of them has to be there.
 */
import type { Engine } from "../deciding.ts";
import { joinChunks } from "./http-bytes.ts";
import { type Call, DEADLINES_IN_ALL, type Gate } from "./http-gate.ts";
import { createHandlerGate, type HttpHandlerOptions } from "./http-handler.ts";
import type { CallProblem } from "./http-head.ts";

/** What is read of a `Request` */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: FetchBody | null;
  readonly bodyUsed: boolean;
}

interface FetchBody {
  getReader(): FetchReader;
}

interface FetchReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}

/** The runtime's `Response`, or where its types are not known, what is used of it */
export type FetchResponse = typeof globalThis extends { Response: { prototype: infer Own } } ? Own : PlainResponse;

interface PlainResponse {
  readonly status: number;
  text(): Promise<string>;
}

export type FetchHandler = (request: FetchRequest) => Promise<FetchResponse>;

/** Never rejects, and always answers 200 with one JSON object */
export function fetchHandler(engine: Engine, options?: HttpHandlerOptions): FetchHandler {
  const gate = createHandlerGate(engine, options);
  return async (request) => {
    const call = gate.open({
      method: request.method,
      target: request.url,
      header: (name) => request.headers.get(name),
    });
    return respond(await call.answer(call.refused ?? (await readBody(request, call, gate))));
  };
}

// What is left of a body that is not read on is left to the runtime: to cancel it may close the connection under the answer.
async function readBody(request: FetchRequest, call: Call, { deadline }: Gate): Promise<Uint8Array | CallProblem> {
  try {
    if (request.bodyUsed) return "body-read-already";
    if (request.body === null) return new Uint8Array(0);
    const reader = request.body.getReader();
    return await readAll(reader, call, deadline);
  } catch {
    return "aborted";
  }
}

async function readAll(reader: FetchReader, call: Call, deadline: number): Promise<Uint8Array | CallProblem> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const clock = createClock(deadline);
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), clock.late]);
      if (next === "deadline") return next;
      if (next.value !== undefined) {
        const problem = call.take(next.value.byteLength);
        if (problem !== undefined) return problem;
        chunks.push(next.value);
        length += next.value.byteLength;
        clock.restart();
      }
      if (next.done) return joinChunks(chunks, length);
    }
  } finally {
    clock.stop();
  }
}

function createClock(deadline: number): { late: Promise<"deadline">; restart: () => void; stop: () => void } {
  let ring: () => void = () => {};
  const late = new Promise<"deadline">((resolve) => {
    ring = () => resolve("deadline");
  });
  const whole = setTimeout(ring, deadline * DEADLINES_IN_ALL);
  let idle = setTimeout(ring, deadline);
  return {
    late,
    restart: () => {
      clearTimeout(idle);
      idle = setTimeout(ring, deadline);
    },
    stop: () => {
      clearTimeout(idle);
      clearTimeout(whole);
    },
  };
}

type ResponseMaker = new (
  text: string,
  about: { status: number; headers: Readonly<Record<string, string>> },
) => FetchResponse;

function respond(text: string): FetchResponse {
  const { Response } = globalThis as unknown as { readonly Response: ResponseMaker };
  return new Response(text, { status: 200, headers: { "content-type": "application/json" } });
}
