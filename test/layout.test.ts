/**
 * The layout of DESIGN §4 and the rules of STYLE that no compiler holds.
 * What fails here says in a sentence which file does what it should not.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { ERROR_CODES } from "../engine/core/errors.ts";
import { RULES } from "../rules/index.ts";
import { codeOf, type Import, importsOf, type Source, sourcesIn } from "./support/sources.ts";

const ROOT = join(import.meta.dirname, "..");
const sources = sourcesIn("engine", "rules");
const imports = sources.flatMap(importsOf);

interface Zone {
  readonly name: string;
  readonly files: RegExp;
  /** What its files may import; types come from anywhere that is allowed or listed in `types` */
  readonly may: RegExp;
  readonly types?: RegExp;
}

// DESIGN §4, "Imports"; the first zone that a file is in counts.
const ZONES: readonly Zone[] = [
  { name: "core", files: /^engine\/core\//, may: /^engine\/core\// },
  { name: "the index of rules", files: /^rules\/index\.ts$/, may: /^(?:rules\/[^/]+\.ts|engine\/core\/rule\.ts)$/ },
  // Generated: the rules that start together, one list a part of the one file.
  { name: "parts of rules", files: /^rules\/parts\//, may: /^(?:engine\/core\/|rules\/(?:parts\/)?[^/]+\.ts$)/ },
  { name: "packs", files: /^rules\/packs\//, may: /^engine\/core\// },
  { name: "word lists", files: /^rules\/words\//, may: /^(?:engine\/core|rules\/words)\// },
  { name: "a rule", files: /^rules\//, may: /^(?:engine\/core|rules\/words)\// },
  {
    name: "policy/",
    files: /^engine\/policy\//,
    may: /^(?:engine\/(?:core|policy)\/|engine\/version\.ts$|rules\/(?:packs\/)?index\.ts$|yaml$)/,
  },
  { name: "powers/", files: /^engine\/powers\//, may: /^(?:engine\/(?:core|powers)\/|re2js$|tldts$)/ },
  // What runs inside: the prelude, and the built-in rules' own code as helpers.
  { name: "the guest", files: /^engine\/sandbox\/guest\//, may: /^engine\/core\// },
  { name: "sandbox/", files: /^engine\/sandbox\//, may: /^(?:engine\/sandbox\/|fflate$)/, types: /^engine\/core\// },
  { name: "cli/", files: /^engine\/cli\//, may: /^(?:engine|rules)\/|^(?:jsonc-parser|node:.*)$/ },
  {
    name: "the MCP server",
    files: /^engine\/adapters\/mcp-(?:http|server|stdio)\.ts$/,
    may: /^engine\/(?:adapters|core)\/|^engine\/[^/]+\.ts$|^@modelcontextprotocol\/server(?:\/stdio)?$/,
    types: /^node:/,
  },
  {
    name: "adapters/",
    files: /^engine\/adapters\//,
    may: /^engine\/(?:adapters|core)\/|^engine\/[^/]+\.ts$/,
    types: /^node:/,
  },
  {
    name: "main.ts",
    files: /^engine\/main\.ts$/,
    may: /^engine\/(?:adapters\/command|cold|index|platform|program)\.ts$/,
  },
  { name: "index.ts", files: /^engine\/index\.ts$/, may: /^engine\/(?:[^/]+|(?:adapters|core|policy)\/[^/]+)\.ts$/ },
  { name: "cold.ts", files: /^engine\/cold\.ts$/, may: /^(?:engine\/|rules\/(?:parts|words)\/)/ },
  {
    // `wire.ts` is the one adapter that the engine itself reads and writes by: embedders hand in hook inputs (DESIGN §10).
    name: "the engine",
    files: /^engine\/[^/]+\.ts$/,
    may: /^engine\/(?:core|policy|sandbox)\/|^engine\/[^/]+\.ts$|^engine\/adapters\/wire\.ts$|^rules\/(?:(?:packs|parts)\/)?index\.ts$/,
    types: /^node:|^engine\/adapters\//,
  },
];

suite("imports go one way", () => {
  for (const zone of ZONES) {
    test(`${zone.name} imports what it may and nothing else`, () => {
      const own = imports.filter(({ from }) => ZONES.find(({ files }) => files.test(from)) === zone);
      const wrong = own.filter(
        ({ to, typesOnly }) => !(zone.may.test(to) || (typesOnly && zone.types?.test(to) === true)),
      );
      assert.deepEqual(wrong.map(sentence), []);
    });
  }

  test("every file belongs to a zone", () => {
    assert.deepEqual(
      sources.filter(({ path }) => !ZONES.some(({ files }) => files.test(path))).map(({ path }) => path),
      [],
    );
  });

  test("Node's modules are imported by adapters/node.ts, cli/ and main.ts alone", () => {
    const allowed = /^engine\/(?:adapters\/node\.ts|main\.ts|cli\/)/;
    const wrong = imports.filter(
      ({ from, to, typesOnly }) => to.startsWith("node:") && !typesOnly && !allowed.test(from),
    );
    assert.deepEqual(wrong.map(sentence), []);
  });

  test("each package has one door", () => {
    for (const name of ["tldts", "re2js"]) {
      const doors = new Set(imports.filter(({ to }) => to === name).map(({ from }) => from));
      assert.deepEqual([...doors].length, 1, `${name} is imported by ${[...doors].join(", ") || "no file"}`);
    }
  });

  test("no file imports itself, directly or through others", () => {
    const edges = grouped(imports);
    assert.deepEqual(
      sources.flatMap(({ path }) => circle(path, edges)),
      [],
    );
  });

  test("only wire.ts knows the hooks' field names", () => {
    const names =
      /\b(?:hook_event_name|mcp_server_name|requested_schema|elicitation_id|hookSpecificOutput|hookEventName)\b/;
    const knowing = sources.filter((one) => names.test(codeOf(one)) && !/^engine\/(?:adapters|cli)\//.test(one.path));
    assert.deepEqual(
      knowing.map(({ path }) => `${path} knows a field name of the hooks`),
      [],
    );
  });
});

function sentence({ from, to }: Import): string {
  return `${from} may not import ${to}`;
}

function grouped(all: readonly Import[]): ReadonlyMap<string, readonly string[]> {
  const edges = new Map<string, string[]>();
  for (const { from, to, typesOnly } of all) {
    // `cold.ts` loads by name and on demand what itself needs the engine (DESIGN §4): that is no circle of loading.
    if (!typesOnly && from !== "engine/cold.ts") edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  return edges;
}

function circle(start: string, edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const seen = new Set<string>();
  const walk = (path: string, way: readonly string[]): readonly string[] | undefined => {
    for (const next of edges.get(path) ?? []) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, next]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = walk(start, [start]);
  return found === undefined ? [] : [found.join(" imports ")];
}

/** What the pure parts may not touch (STYLE §2, "Same bytes on every engine"), and files that may, with the reason */
const IMPURE: readonly (readonly [what: string, pattern: RegExp, but?: readonly string[]])[] = [
  ["randomness", /\bMath\s*\.\s*random\b|\bcrypto\s*\./],
  ["a clock", /\bnew\s+Date\b|\bDate\s*[.(]|\bperformance\s*\./],
  ["the locale", /\.\s*localeCompare\b|\.\s*toLocale\w*|\bIntl\b/],
  ["the console", /\bconsole\s*\./],
  ["the process", /\bprocess\s*\.|\brequire\s*\(|\bglobalThis\b/],
  ["a timer", /\bset(?:Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/],
  ["the platform's URL parser", /\bnew\s+URL\b|\bURL\s*\.|\bURLSearchParams\b/],
  ["the engine's Unicode version by property", /(?<!\\)\\[pP]\{/],
  // Of characters that were assigned long ago normal forms are stable, so these two may ask for them.
  ["normal forms", /\.\s*normalize\s*\(/, ["engine/core/text.ts", "engine/core/text-tables.ts"]],
  ["text that is evaluated", /\beval\s*\(|\bnew\s+Function\b/],
];

suite("core and rules are pure", () => {
  const pure = sources
    .filter(({ path }) => /^(?:engine\/core|rules)\//.test(path))
    .map((one) => ({ ...one, code: codeOf(one) }));
  for (const [what, pattern, but = []] of IMPURE) {
    test(`none touches ${what}`, () => {
      const touching = pure.filter(({ path, code }) => pattern.test(code) && !but.includes(path));
      assert.deepEqual(
        touching.map(({ path, code }) => `${path} touches ${what}: ${pattern.exec(code)?.[0]}`),
        [],
      );
    });
  }
});

suite("a rule is one file, one case file and one page", () => {
  const ids = RULES.map(({ id }) => id);
  const list = (folder: string, ending: string): readonly string[] =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .sort();

  test("rules stand in the list by alphabet, each once", () => {
    assert.deepEqual(ids, [...new Set(ids)].toSorted());
  });
  test("each rule is in the file of its name", () => {
    assert.deepEqual(
      list("rules", ".ts").filter((name) => name !== "index"),
      ids.toSorted(),
    );
  });
  test("each rule has its case file", () => {
    assert.deepEqual(list("test/cases/rules", ".yaml"), ids.toSorted());
  });
  test("each rule has its page", () => {
    assert.deepEqual(
      list("docs/rules", ".md").filter((name) => name !== "README"),
      ids.toSorted(),
    );
  });
  test("each rule says what it does in one sentence that begins with a verb, and has a code", () => {
    for (const { id, about, codes } of RULES) {
      assert.match(about, /^[A-Z][a-z]+s [^\n]*[^.]$/, `rule ${id}: about`);
      assert.ok(Object.keys(codes).length > 0, `rule ${id} can say nothing`);
      for (const code of Object.keys(codes)) assert.match(code, /^[a-z]+(?:-[a-z0-9]+)*$/, `rule ${id}: code ${code}`);
    }
  });
});

suite("tests are tests", () => {
  const tests = readdirSync(join(ROOT, "test"))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name): Source => ({ path: `test/${name}`, text: readFileSync(join(ROOT, "test", name), "utf8") }));

  test("test files lie flat in test/, where the runner's pattern finds them, or a script of package.json runs them", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const commands = Object.values(scripts).join("\n");
    const deep = sourcesIn("test").filter(({ path }) => path.endsWith(".test.ts") && path.split("/").length > 2);
    const unrun = deep.filter(({ path }) => !commands.includes(path.split("/").slice(0, -1).join("/")));
    assert.deepEqual(
      unrun.map(({ path }) => path),
      [],
    );
  });
  test("every test file has a test", () => {
    assert.deepEqual(
      tests.filter((one) => !/\b(?:test|it|holds)\(/.test(codeOf(one))).map(({ path }) => path),
      [],
    );
  });
  test("no test is skipped, put off or run alone", () => {
    const off = /\b(?:test|it|suite|describe|t)\s*\.\s*(?:skip|todo|only)\b|[{,]\s*(?:skip|todo|only)\s*:/;
    assert.deepEqual(
      tests.flatMap((one) => (off.test(codeOf(one)) ? [`${one.path}: ${off.exec(codeOf(one))?.[0]}`] : [])),
      [],
    );
  });
  test("every error code of a policy occurs in a test", () => {
    const text = tests.map((one) => one.text).join("\n");
    const cases = readdirSync(join(ROOT, "test/cases"), { recursive: true, encoding: "utf8" });
    const data = cases
      .filter((name) => /\.(?:yaml|json)$/.test(name))
      .map((name) => readFileSync(join(ROOT, "test/cases", name), "utf8"));
    const all = [text, ...data].join("\n");
    assert.deepEqual(
      Object.keys(ERROR_CODES).filter((code) => !all.includes(code)),
      [],
    );
  });
});

suite("files read as the others do", () => {
  const all = [...sources, ...sourcesIn("test")];
  test("every file begins by saying what it is", () => {
    const own = sources.filter(({ path }) => !/\.generated\.ts$/.test(path) && !/^rules\//.test(path));
    assert.deepEqual(
      own.filter(({ text }) => !text.startsWith("/**") && !text.startsWith("//")).map(({ path }) => path),
      [],
    );
  });
  test("every silenced warning gives its reason", () => {
    const silent = all.filter(({ text }) => /biome-ignore[^\n:]*(?::\s*(?:<[^\n]*>)?\s*)?$/m.test(text));
    assert.deepEqual(
      silent.map(({ path }) => path),
      [],
    );
  });
  test("no enum, no namespace, no default export, no `export *`", () => {
    const odd = /^\s*(?:export\s+)?(?:const\s+enum|enum|namespace)\s+\w|^export\s+default\b|^export\s*\*/m;
    assert.deepEqual(
      sources.filter(({ text }) => odd.test(text)).map(({ path }) => path),
      [],
    );
  });
  test("long files are named (a guide, not a limit)", (context) => {
    for (const { path, text } of sources) {
      const lines = text.split("\n").length;
      if (lines > (path.startsWith("rules/") && path.split("/").length === 2 ? 120 : 300))
        context.diagnostic(`${path} has ${lines} lines`);
    }
    assert.notEqual(sources.length, 0);
  });
  test("nothing names a path of one machine", () => {
    // Alice lives nowhere: she is in examples.
    const machine = /(?<![\w.])\/(?:home|Users|root|work)\/(?!alice\b)[\w.-]+/;
    assert.deepEqual(
      all
        .filter(({ path, text }) => path !== "test/layout.test.ts" && machine.test(text))
        .map(({ path, text }) => `${path}: ${machine.exec(text)?.[0]}`),
      [],
    );
  });
  test("what is promised to stand there stands there", () => {
    for (const path of [
      "README.md",
      "LICENSE",
      "CHANGELOG.md",
      "build.mjs",
      ".ci/run",
      ".biome.json",
      "engine/index.ts",
    ]) {
      assert.ok(existsSync(join(ROOT, path)), `${path} is missing`);
    }
  });
});
