/**
 * Reads a small file whole, and nothing that only looks like one.
 * A named pipe waits for a writer, `/dev/zero` never ends, and a hook that waits too long is taken for one that decided nothing
 * (client-observed B4): whatever lies in the place of a file of ours must not hold a hook up.
 */
import type { Files } from "./node.ts";

/** `undefined`: it is no plain file, or a larger one. Throws what the file system throws */
export function readPlainFile(fs: Files, file: string, most: number): Uint8Array | undefined {
  const descriptor = openPlainly(fs, file);
  try {
    const about = fs.fstatSync(descriptor);
    return about.isFile() && about.size <= most ? fs.readFileSync(descriptor) : undefined;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Opens to read: follows no link, and waits for nobody. Windows knows neither flag */
export function openPlainly(fs: Pick<Files, "constants" | "openSync">, file: string): number {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = fs.constants;
  return fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}
