/**
 * Reads the log of a folder through, day by day, and tells whether it is as it was written (core/log-chain.ts).
 * In pieces, since a log may be larger than the memory.
 */
import { type ChainReport, createChainReader } from "../core/log-chain.ts";
import { nodeModule } from "../platform.ts";
import { isLogFile } from "./log-files.ts";
import type { Files } from "./node.ts";

type Reading = Pick<Files, "closeSync" | "openSync" | "readdirSync" | "readSync">;

const PIECE = 4 * 1024 * 1024;

/** `anchor`: the digest of a line that must be there. Throws what the file system throws */
export function verifyLog(fs: Reading, folder: string, anchor?: string): ChainReport {
  const crypto = nodeModule("crypto");
  if (crypto === undefined) throw new Error("Node, or a runtime like it, is needed");
  // Byte for character, so that torn text stays what it is.
  const digest = (line: string): string => crypto.createHash("sha256").update(line, "latin1").digest("hex");
  const reader = createChainReader(digest, anchor);
  for (const name of fs.readdirSync(folder).filter(isLogFile).sort()) {
    readLines(fs, `${folder}/${name}`, (line) => reader.read(name, line));
  }
  return reader.end();
}

function readLines(fs: Reading, file: string, each: (line: string) => void): void {
  const descriptor = fs.openSync(file, "r");
  try {
    const piece = Buffer.alloc(PIECE);
    let rest = "";
    for (let read = fs.readSync(descriptor, piece); read > 0; read = fs.readSync(descriptor, piece)) {
      const lines = (rest + piece.toString("latin1", 0, read)).split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(each);
    }
    if (rest !== "") each(rest);
  } finally {
    fs.closeSync(descriptor);
  }
}
