/**
 * http hooks: whether the client may call the address, and whether the token arrives (client-observed C).
 */
import { matchesGlob } from "../../core/glob.ts";
import { isArray, isObject, type JsonValue } from "../../core/json.ts";
import { variablesIn } from "./client-input.ts";
import type { Hook } from "./hooks.ts";
import type { SettingsFile } from "./settings-files.ts";

export interface HttpLimits {
  /** `undefined`: any address */
  readonly urls: readonly string[] | undefined;
  /** `undefined`: whatever a hook allows */
  readonly variables: readonly string[] | undefined;
}

/** What all settings together let http hooks do: lists are joined (claude-code-hooks §5.2) */
export function httpLimits(files: readonly SettingsFile[]): HttpLimits {
  const joined = (key: string): readonly string[] | undefined => {
    const lists = files.flatMap(({ root }) => {
      const list = root?.member(key)?.value;
      return list !== undefined && isArray(list)
        ? [list.filter((item): item is string => typeof item === "string")]
        : [];
    });
    return lists.length === 0 ? undefined : lists.flat();
  };
  return { urls: joined("allowedHttpHookUrls"), variables: joined("httpHookAllowedEnvVars") };
}

/** Reports on address and headers. `isSet`: whether a variable would have a value in the client */
export function checkHttp(hook: Hook, limits: HttpLimits, isSet: (variable: string) => boolean): void {
  const { url, headers } = hook.entry;
  if (typeof url === "string" && URL.canParse(url)) {
    if (limits.urls !== undefined && !limits.urls.some((allowed) => matchesUrl(allowed, url)))
      hook.note("http-url-blocked", hook.placeOf("url"));
    const { protocol, hostname } = new URL(url);
    if (protocol === "http:" && !isLoopback(hostname)) hook.note("http-in-clear", hook.placeOf("url"));
  }
  if (headers === undefined || !isObject(headers)) return;
  const allowed = allowedVariables(hook.entry["allowedEnvVars"], limits);
  for (const [header, value] of Object.entries(headers)) {
    if (typeof value !== "string") continue;
    const variables = variablesIn(value);
    for (const variable of variables) {
      if (!allowed.has(variable)) hook.note("env-not-allowed", hook.placeOf("headers"), { header, variable });
      else if (!isSet(variable)) hook.note("env-not-set", hook.placeOf("headers"), { header, variable });
    }
    if (variables.length === 0 && /^(?:proxy-)?authorization$|token|key|secret/i.test(header))
      hook.note("token-in-settings", hook.placeOf("headers"), { header });
  }
}

/** The variables that a hook's headers may take */
export function allowedVariables(stated: JsonValue | undefined, { variables }: HttpLimits): ReadonlySet<string> {
  const own = stated !== undefined && isArray(stated) ? stated.filter((name) => typeof name === "string") : [];
  return new Set(own.filter((name) => variables === undefined || variables.includes(name)));
}

// `*` is any run of characters. Compared without case: that a path differs in it is no reason to call a hook dead.
function matchesUrl(allowed: string, url: string): boolean {
  return matchesGlob(allowed.toLowerCase(), url.toLowerCase());
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname);
}
