/**
 * Tells a person why something was refused: the client shows neither a reason nor a message of these hooks
 * (client-observed A3), but hands a notification to the terminal (section I), and a program of one's own can be started.
 * Told are rule, code and arguments, of which none is a value that somebody typed; nothing here can change the decision.
 */
import type { Decision } from "../core/decision.ts";
import { nodeModule, nodeProcess } from "../platform.ts";
import { renderReason, showHostile } from "../render.ts";
import type { HookOutput, Reading } from "./wire.ts";

/** `terminal`: OSC 9; `terminal-777`: OSC 777, for terminals that know that one; `command`: a program */
export type NotifyBy = "command" | "terminal" | "terminal-777";

export interface Notify {
  readonly by: readonly NotifyBy[];
  /** The program and its arguments, for `command`; the text comes as one more argument */
  readonly command: readonly string[];
}

/** Longest notification; what terminals and desktops show of it is shorter */
const LONGEST = 240;

/** What is told of a refusal; `undefined`: nothing was refused */
export function refusalText(reading: Reading, { effect, reasons }: Decision): string | undefined {
  if (effect !== "cancel" && effect !== "decline") return undefined;
  const server = reading.kind === "request" ? reading.request.server : "server" in reading ? reading.server : undefined;
  const whose = server === undefined ? "a question" : showHostile(server, 40);
  const did = effect === "decline" ? "declined" : "cancelled";
  const [first] = reasons;
  const why = first === undefined ? "nobody answers it" : renderReason(first);
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : "";
  return bounded(`sekisho ${did} ${whose}: ${why}${more}`);
}

/** The hook's output with a notification for the terminal; the decision in it is as it was (client-observed I) */
export function withTerminal(
  output: HookOutput,
  by: readonly NotifyBy[],
  text: string,
): HookOutput & { readonly terminalSequence?: string } {
  const sequence = terminalSequence(by, text);
  return sequence === undefined ? output : { terminalSequence: sequence, ...output };
}

export function terminalSequence(by: readonly NotifyBy[], text: string): string | undefined {
  const shown = bounded(text);
  const parts = [
    by.includes("terminal") ? `\u001b]9;${shown}\u0007` : "",
    // There semicolons part the title from the text.
    by.includes("terminal-777") ? `\u001b]777;notify;sekisho;${shown.replaceAll(";", ",")}\u0007` : "",
  ].join("");
  return parts === "" ? undefined : parts;
}

/**
 * Starts the program, without a shell, and does not wait. With none of our streams: a child that holds stdout or stderr
 * makes a decline of an accept (client-observed B4).
 */
export function startCommand([program, ...args]: readonly string[], text: string): void {
  const spawn = nodeModule("child_process")?.spawn;
  if (program === undefined || spawn === undefined) return;
  const settings = {
    detached: true,
    stdio: "ignore",
    shell: false,
    windowsHide: true,
    env: plainEnvironment(),
  } as const;
  const child = spawn(program, [...args, bounded(text)], settings);
  child.on("error", () => {}); // there is no such program: the decision stands
  child.unref();
}

// The client hands its own keys on to hooks (client-observed A2); a notifier has no use for them.
function plainEnvironment(): NodeJS.ProcessEnv {
  const all = Object.entries(nodeProcess()?.env ?? {});
  return Object.fromEntries(all.filter(([name]) => !/KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i.test(name)));
}

// Whatever the text holds, no character of it steers a terminal; what is cut is cut between characters.
function bounded(text: string): string {
  return showHostile(text, LONGEST);
}
