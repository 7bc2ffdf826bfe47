/**
 * Whether an entry applies to a request: its `for`, less its `except`.
 * Names are data and compare exactly, by code unit: trust must not depend on case, spaces or normal forms.
 */
import { matchesGlob } from "./glob.ts";
import type { Entry, Exception, Scope, ServerSet } from "./policy.ts";
import type { Request } from "./request.ts";
import type { Context } from "./rule.ts";

export function applies(entry: Entry, request: Request, context: Context): boolean {
  if (!matchesScope(entry.scope, request, context)) return false;
  for (const exception of entry.exceptions) {
    if (hasNotEnded(exception, context) && matchesScope(exception, request, context)) return false;
  }
  return true;
}

/** Whether `until`, a day in UTC, inclusive, has not passed; without `now` it has (DESIGN §2) */
export function hasNotEnded(exception: Exception, context: Context): boolean {
  if (exception.until === undefined) return true;
  return context.now !== undefined && context.now.slice(0, 10) <= exception.until;
}

export function matchesScope(scope: Scope, request: Request, context: Context): boolean {
  if (scope.events?.includes(request.event) === false) return false;
  if (scope.modes?.includes(request.mode) === false) return false;
  if (scope.servers !== undefined && !hasServer(scope.servers, request.server)) return false;
  return scope.facts === undefined || scope.facts.every(([name, value]) => context.facts.get(name) === value);
}

function hasServer(servers: ServerSet, name: string): boolean {
  return servers.names.has(name) || servers.globs.some((glob) => matchesGlob(glob, name));
}
