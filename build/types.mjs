/**
 * Rolls the types of the public API up into one text that stands alone, for `dist/sekisho.d.mts` and `.d.cts`.
 * tsc writes a declaration file a module, API Extractor joins what engine/index.ts reaches and leaves the rest out.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";

export function rollUpTypes(root) {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-types-"));
  try {
    const config = join(folder, "tsconfig.json");
    writeFileSync(config, JSON.stringify(emitOnly(root, folder)));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", config], {
      encoding: "utf8",
      cwd: root,
    });
    if (status !== 0) throw new Error(`tsc finds:\n${stdout}${stderr}`);
    return rolledUp(root, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function emitOnly(root, folder) {
  return {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: false, // what the public API names must be there, marked internal or not
      rootDir: root,
      outDir: folder,
      typeRoots: [join(root, "node_modules/@types")],
    },
    include: [],
    files: [join(root, "engine/index.ts")],
  };
}

function rolledUp(root, folder) {
  // API Extractor looks for a package.json beside what it reads.
  writeFileSync(join(folder, "package.json"), readFileSync(join(root, "package.json")));
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, "engine/index.d.ts"),
      newlineKind: "lf",
      compiler: { overrideTsconfig: { compilerOptions: COMPILER, include: ["engine/index.d.ts"] } },
      apiReport: { enabled: false },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: join(folder, "rolled-up.d.ts") },
      messages: {
        extractorMessageReporting: {
          default: { logLevel: "error" },
          "ae-forgotten-export": { logLevel: "none" },
          "ae-missing-release-tag": { logLevel: "none" },
          "ae-internal-missing-underscore": { logLevel: "none" },
          "ae-incompatible-release-tags": { logLevel: "none" },
        },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
  });
  const problems = [];
  const { succeeded } = Extractor.invoke(config, {
    messageCallback(message) {
      if (message.logLevel === "error") problems.push(message.text);
      message.handled = true;
    },
  });
  if (!succeeded) throw new Error(`types: ${problems.join("\n")}`);
  return readFileSync(join(folder, "rolled-up.d.ts"), "utf8");
}

const COMPILER = {
  target: "es2022",
  lib: ["es2023"],
  module: "nodenext",
  moduleResolution: "nodenext",
  types: [],
  strict: true,
  skipLibCheck: true,
};
