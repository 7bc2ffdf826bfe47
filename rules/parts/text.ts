// Written by `node build.mjs`; do not edit.
import type { Rule } from "../../engine/core/rule.ts";
import { limitAsks } from "../limit-asks.ts";
import { onlyServers } from "../only-servers.ts";
import { plainMessage } from "../plain-message.ts";

/** Rules that are loaded together */
export const RULES: readonly Rule[] = [limitAsks, onlyServers, plainMessage];
