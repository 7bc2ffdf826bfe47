// Written by `node build.mjs`; do not edit.
import type { Rule } from "../../engine/core/rule.ts";
import { allowUrlHosts } from "../allow-url-hosts.ts";
import { canonicalUrl } from "../canonical-url.ts";
import { noLookalikeHosts } from "../no-lookalike-hosts.ts";
import { noOpenRedirects } from "../no-open-redirects.ts";
import { noPrivateHosts } from "../no-private-hosts.ts";
import { noUrlCredentials } from "../no-url-credentials.ts";
import { requireHttps } from "../require-https.ts";
import { urlLength } from "../url-length.ts";

/** Rules that are loaded together */
export const RULES: readonly Rule[] = [
  allowUrlHosts,
  canonicalUrl,
  noLookalikeHosts,
  noOpenRedirects,
  noPrivateHosts,
  noUrlCredentials,
  requireHttps,
  urlLength,
];
