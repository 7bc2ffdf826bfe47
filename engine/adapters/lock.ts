/**
 * An exclusive lock as a file: Node has none of its own (facts/runtime.md), and many hooks write one log.
 * It names its owner, so that one that died with it does not keep the others waiting, and nobody waits for ever.
 */
import type { Powers } from "./node.ts";
import { readPlainFile } from "./plain-file.ts";
import { encodeUtf8 } from "./utf8.ts";

export interface Lock {
  readonly release: () => void;
}

// In milliseconds. What a lock is held for takes about one.
const LONGEST_WAIT = 1000;
// By then a living owner is long through, so it is worth asking who owns it.
const PATIENCE = 20;
// Nobody works that long, so whoever can't be asked is gone: before the machine was started anew, or with its container.
// Else each later hook would wait in vain, for ever.
const ABANDONED = 60_000;

/** `undefined`: it is held by somebody who lives, all the while. Throws what the file system throws */
export function acquireLock(powers: Powers, file: string, wait: number = LONGEST_WAIT): Lock | undefined {
  const own = ownerText(powers);
  const start = Date.now();
  let waited = 0;
  for (let turn = 0; ; turn += 1) {
    if (create(powers, file, own)) return { release: () => release(powers, file, own) };
    // By the clock too: on a busy machine a pause takes many times its length.
    if (waited >= wait || Math.abs(Date.now() - start) >= wait) return undefined;
    if (waited >= PATIENCE && turn % 8 === 0) takeFromDead(powers, file, own);
    // Of different lengths, so that those who wait do not all come back at once.
    const pause = 1 + ((powers.pid + turn) % 3);
    powers.sleep(pause);
    waited += pause;
  }
}

// A link that leads nowhere but says who owns it (as Emacs does): made with its text in one step, so that it is never half
// written, and also where the disk is full.
function create(powers: Powers, file: string, text: string): boolean {
  const { fs } = powers;
  try {
    fs.symlinkSync(text, file);
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "EEXIST") return false;
    if (code === "EPERM" || code === "ENOSYS" || code === "EINVAL") return createFile(powers, file, text); // no links here
    throw error;
  }
}

function createFile({ fs }: Powers, file: string, text: string): boolean {
  const { O_CREAT, O_EXCL, O_WRONLY } = fs.constants;
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  } catch (error) {
    if ((error as { code?: unknown }).code === "EEXIST") return false;
    throw error;
  }
  try {
    fs.writeSync(descriptor, encodeUtf8(text));
  } catch {
    // On a full disk: it locks all the same, and without an owner it is nobody's to take.
  } finally {
    fs.closeSync(descriptor);
  }
  return true;
}

// Not the lock of somebody who has taken this one for abandoned.
function release(powers: Powers, file: string, own: string): void {
  if (textOf(powers, file) === own) remove(powers, file);
}

function remove({ fs }: Powers, file: string): void {
  try {
    fs.unlinkSync(file);
  } catch {} // somebody took the whole folder away
}

// Those who take over take turns by a lock of their own: else two could see the same dead owner, and the second would
// remove what the first has just made.
function takeFromDead(powers: Powers, file: string, own: string): void {
  if (!isDead(powers, file)) return;
  const turn = `${file}.taking`;
  if (!create(powers, turn, own)) {
    if (isDead(powers, turn)) remove(powers, turn);
    return;
  }
  try {
    if (isDead(powers, file)) remove(powers, file);
  } finally {
    remove(powers, turn);
  }
}

// A machine, a namespace of processes, a process and when that began: a number alone is given to others again.
function ownerText(powers: Powers): string {
  const known = owners.get(powers);
  if (known !== undefined) return known;
  const text = `${powers.pid} ${startOf(powers, powers.pid) ?? "-"} ${placeOf(powers)}`;
  owners.set(powers, text);
  return text;
}

// A process stays what it is, and reading that takes as long as all the rest of a lock.
const owners = new WeakMap<Powers, string>();

function isDead(powers: Powers, file: string): boolean {
  const [pid = "", start, place] = (textOf(powers, file) ?? "").split(" ");
  // Half written, or of another machine: nobody here can tell.
  if (start === undefined || place !== placeOf(powers) || !/^[0-9]{1,10}$/.test(pid)) return isAbandoned(powers, file);
  if (!powers.isRunning(Number(pid))) return true;
  const now = startOf(powers, Number(pid));
  return start === "-" || now === undefined ? isAbandoned(powers, file) : now !== start;
}

function isAbandoned({ fs }: Powers, file: string): boolean {
  try {
    return Date.now() - fs.lstatSync(file).mtimeMs > ABANDONED;
  } catch {
    return false; // gone meanwhile
  }
}

function textOf(powers: Powers, file: string): string | undefined {
  return linkOf(powers, file) ?? read(powers, file);
}

function linkOf({ fs }: Powers, file: string): string | undefined {
  try {
    return fs.readlinkSync(file);
  } catch {
    return undefined;
  }
}

function read({ fs }: Powers, file: string): string | undefined {
  try {
    const bytes = readPlainFile(fs, file, 4096);
    return bytes && new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

// Linux: field 22 of /proc/PID/stat, in ticks since the machine started. The second field may hold blanks and brackets.
function startOf(powers: Powers, pid: number): string | undefined {
  const stat = ofKernel(powers, `/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function placeOf(powers: Powers): string {
  const boot = ofKernel(powers, "/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? "-";
  return `${boot}-${linkOf(powers, "/proc/self/ns/pid")?.slice(5, -1) ?? "-"}`;
}

// Node reads a text in one call of its own, and nobody else can put a file there.
function ofKernel({ fs }: Powers, file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
