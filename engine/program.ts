/**
 * Tells whether this file is the program that the runtime was told to run, and with which arguments.
 * A guard taken for a library exits 0 and lets everything through, so each way of starting is known here (DESIGN §4).
 */
import { nodeModule, nodeProcess } from "./platform.ts";

/**
 * The arguments for the program; `undefined`: this file is a library here.
 * `stack` is that of an error made in this file, whose address nothing else tells in a renamed ES module;
 * `head` is how this file begins.
 */
export function programArguments(stack: string | undefined, head: string): readonly string[] | undefined {
  const process = nodeProcess();
  if (!Array.isArray(process?.argv)) return undefined;
  const main = process.argv[1];
  const own = ownFile(stack);
  if (own !== undefined && TYPED_IN.test(own)) {
    if (!isMainThread(process)) return undefined;
    // `-` and Deno's name for it stand where a file would; after `-e` the arguments follow at once.
    return process.argv.slice(main === "-" || (main !== undefined && TYPED_IN.test(main)) ? 2 : 1);
  }
  const started =
    (typeof module === "object" && typeof require === "function" && require.main === module) ||
    nodeModule("fs") === undefined || // a module on an old Node: nothing can be asked there, nor done
    (main !== undefined && (own === undefined ? beginsWith(main, head) : isSameFile(main, own)));
  return started && isMainThread(process) ? process.argv.slice(2) : undefined;
}

/** The file that this text stands in, if it is one */
export function ownFile(stack: string | undefined): string | undefined {
  return typeof module === "object" ? module.filename : filePath(topAddress(stack));
}

/** Ends the process with 2 if this ES module is the program; a bundle of someone's that holds it begins differently */
export function refuseToRun(url: string | undefined, head: string): void {
  const process = nodeProcess();
  const own = filePath(url);
  if (!Array.isArray(process?.argv) || own === undefined) return;
  const main = process.argv[1];
  const started = TYPED_IN.test(own) || (main !== undefined && isSameFile(main, own) && beginsWith(own, head));
  if (!started || !isMainThread(process)) return;
  process.exitCode = 2;
  try {
    nodeModule("fs")?.writeSync(2, "sekisho: this file is the library alone; run sekisho.cjs\n");
  } catch {}
  process.exit(2);
}

// What Node, Bun and Deno call a text that came from stdin or the command line.
const TYPED_IN = /(?:^|[/\\])(?:\[(?:eval\d*|stdin)\]|\$deno\$(?:eval|stdin)\.\w+)$/;

// A frame is `at ADDRESS:1:2` or `at NAME (ADDRESS:1:2)`; Deno leaves blanks and brackets in the address as they are.
function topAddress(stack: unknown): string | undefined {
  if (typeof stack !== "string") return undefined;
  return /^\s*at (?:(?!\/|file:|[A-Za-z]:\\)[^(]* \()?(.+?):\d+:\d+\)?$/m.exec(stack)?.[1];
}

function filePath(address: string | undefined): string | undefined {
  if (!address?.startsWith("file:")) return address;
  try {
    return nodeModule("url")?.fileURLToPath(address) ?? address;
  } catch {
    return address.slice("file://".length); // Deno's stack has `%` as it is
  }
}

function isSameFile(main: string, own: string): boolean {
  if (main === own) return true;
  const fs = nodeModule("fs");
  const [path, modules] = [nodeModule("path"), nodeModule("module")];
  try {
    if (fs === undefined || path === undefined || modules === undefined) return isSameName(main, own);
    // As the runtime does: `node sekisho` finds sekisho.js, `node folder` its main file.
    const found = modules.createRequire(own).resolve(path.resolve(main));
    return fs.realpathSync(found) === fs.realpathSync(own);
  } catch {
    return isSameName(main, own); // Deno without permissions answers no question about paths
  }
}

function isSameName(main: string, own: string): boolean {
  return fileName(main) === fileName(own);
}

function beginsWith(file: string, head: string): boolean {
  try {
    const text = nodeModule("fs")?.readFileSync(file, "latin1");
    // Near its beginning: a byte order mark or somebody's comment may stand before it.
    if (text !== undefined) return text.slice(0, 4096).includes(head);
  } catch {} // as if there were no files
  return fileName(file).includes("sekisho");
}

function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

// Loading worker_threads costs 2 ms on Node 20. A worker may not change directory, which is asked for nothing.
function isMainThread(process: NodeJS.Process): boolean {
  try {
    process.chdir(".");
    return true;
  } catch {
    return nodeModule("worker_threads")?.isMainThread ?? true;
  }
}
