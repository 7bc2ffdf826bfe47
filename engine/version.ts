/**
 * The version, as package.json states it: the build puts it in.
 * A compiled policy carries it, so that the hook notices one that another engine wrote.
 */

declare const SEKISHO_VERSION: string | undefined;

export const version: string = typeof SEKISHO_VERSION === "string" ? SEKISHO_VERSION : "0.0.0-source";
