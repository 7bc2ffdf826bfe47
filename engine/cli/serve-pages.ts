/**
 * What a server shows beside its hook: whether it lives, whether it decides, and what it counted.
 */
import type { Page } from "../adapters/http-server.ts";
import type { FindCaller } from "../adapters/http-tokens.ts";
import type { PolicyState } from "./serve-policy.ts";

export interface PagesParts {
  /** Where tokens are asked for, the metrics ask for one too: they tell the names of rules */
  readonly findCaller: FindCaller | undefined;
  readonly stopping: () => boolean;
  readonly policy: () => PolicyState;
  readonly metrics: () => string;
}

/** The page at a path, if there is one */
export function createPages(parts: PagesParts): (path: string, authorization: string | undefined) => Page | undefined {
  return (path, authorization) => {
    switch (path) {
      case "/healthz":
        return { status: 200, type: PLAIN, text: "ok\n" };
      case "/readyz":
        return readiness(parts);
      case "/metrics":
        return metricsPage(parts, authorization);
      default:
        return undefined;
    }
  };
}

const PLAIN = "text/plain; charset=utf-8";
const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

// A server that decides by the policy before is ready: a balancer that took it out of service would leave callers without
// any answer, and so let their requests through. That something is wrong it says all the same.
function readiness({ stopping, policy }: PagesParts): Page {
  const { status, digest, failures } = policy();
  const ready = status !== "refusing" && !stopping();
  const text = JSON.stringify({
    status: stopping() ? "stopping" : status,
    policy: digest,
    ...(status === "ready" ? {} : { error: SAYS[status], failures }),
  });
  return { status: ready ? 200 : 503, type: "application/json", text: `${text}\n` };
}

const SAYS = {
  refusing: "the policy does not load: everything is refused; the log says why",
  stale: "the policy files have changed and do not load: the policy before is still in force; the log says why",
} as const;

function metricsPage({ findCaller, metrics }: PagesParts, authorization: string | undefined): Page {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (findCaller !== undefined && (token === undefined || findCaller(token) === undefined))
    return { status: 401, type: PLAIN, text: "a bearer token is needed\n" };
  return { status: 200, type: PROMETHEUS, text: metrics() };
}
