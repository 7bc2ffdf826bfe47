/**
 * Tricks with links: what a shell recipe, a comparison of parsed hosts and tldts' host name let through, and what sekisho does;
 * then what reading a link costs. `BENCH_DOCS=1` puts the tables into docs/urls.md.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { getDomain, getHostname } from "tldts";
import { parse } from "yaml";
import { MAX_URL_LENGTH, type parseUrl } from "../engine/core/url.ts";
import { createEngine, type Engine, type PolicyInput } from "../engine/index.ts";
import { verdict } from "./hook.ts";
import { median } from "./processes.ts";

interface Sample {
  readonly family: string;
  readonly input: { readonly url?: string };
  /** Entries of a host list, and registrable domains */
  readonly hosts: readonly string[];
  readonly domains: readonly string[];
  /** Whether it should be stopped */
  readonly stop: boolean;
}

interface Reader {
  readonly name: string;
  /** Which of the samples it lets pass */
  readonly passes: (samples: readonly Sample[]) => Promise<readonly boolean[]>;
}

const ROOT = join(import.meta.dirname, "..");
const DOCS = join(ROOT, "docs/urls.md");
const BASE = { hook_event_name: "Elicitation", mcp_server_name: "crm", message: "Sign in", mode: "url" };

export async function benchUrls(): Promise<void> {
  const tables = [await tableOf("our own list, test/url-tricks.yaml", ownSamples())];
  const given = givenSamples();
  if (given.length > 0) tables.push(await tableOf("the given vectors, those that are not disputed", given));
  for (const table of tables) console.log(`${table.replace(/^/gm, "  ")}\n`);
  if (process.env["BENCH_DOCS"] === "1") writeDocs(tables.join("\n\n"));
  await benchReading();
}

function ownSamples(): readonly Sample[] {
  interface Family {
    readonly stop?: readonly string[];
    readonly pass?: readonly string[];
  }
  const { hosts, families }: { hosts: readonly string[]; families: Readonly<Record<string, Family>> } = parse(
    readFileSync(join(ROOT, "test/url-tricks.yaml"), "utf8"),
  );
  return Object.entries(families).flatMap(([family, { stop = [], pass = [] }]) => [
    ...stop.map((url) => ({ family, input: { ...BASE, url }, hosts, domains: [], stop: true })),
    ...pass.map((url) => ({ family, input: { ...BASE, url }, hosts, domains: [], stop: false })),
  ]);
}

// What stands beside the checkout, where it does.
function givenSamples(): readonly Sample[] {
  const file = join(ROOT, "../shared/cases/urls.jsonl");
  if (!existsSync(file)) return [];
  interface Vector {
    readonly group: string;
    readonly disputed?: string;
    readonly input: {
      readonly hook?: Sample["input"];
      readonly allow?: readonly string[];
      readonly allow_registrable?: readonly string[];
    };
    readonly expect: { readonly safe?: boolean };
  }
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Vector)
    .flatMap(({ group, disputed, input, expect }) => {
      if (disputed !== undefined || input.hook === undefined || expect.safe === undefined) return [];
      const { allow = [], allow_registrable: domains = [] } = input;
      return [{ family: group, input: input.hook, hosts: allow, domains, stop: !expect.safe }];
    });
}

async function tableOf(title: string, samples: readonly Sample[]): Promise<string> {
  const readers = [...recipe(), WHATWG, TLDTS, SEKISHO];
  const passed = await Promise.all(readers.map(({ passes }) => passes(samples)));
  const rowOf = (name: string, wanted: (sample: Sample) => boolean, first: boolean): readonly string[] => {
    const chosen = samples.flatMap((sample, index) => (wanted(sample) ? [index] : []));
    const counts = passed.map((one) => chosen.filter((index) => one[index] === first).length);
    return [name, ...counts.map((count) => `${count} / ${chosen.length - count}`)];
  };
  const families = [...new Set(samples.filter(({ stop }) => stop).map(({ family }) => family))];
  const rows = [
    ["", ...readers.map(({ name }) => name)],
    ["---", ...readers.map(() => "--:")],
    ...families.map((name) => rowOf(name, ({ family, stop }) => stop && family === name, false)),
    rowOf("**all of them**", ({ stop }) => stop, false),
    rowOf("honest links: let through / stopped", ({ stop }) => !stop, true),
  ];
  return `${capital(title)}; of each family, caught / passed:\n\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A published shell recipe's way to the host, by real bash, jq and sed, over the list of each sample. It gives the exit codes
 * that the given vectors record of that recipe (bench/recipe.sh is like it, and lets http pass too)
 */
function recipe(): readonly Reader[] {
  if (spawnSync("jq", ["--version"]).status !== 0) {
    console.log("jq is not here, so the shell recipe is not compared");
    return [];
  }
  const script = `set -f
    while IFS=$'\\t' read -r list input; do
      said=caught
      case "$input" in *'"mode":"url"'*) ;; *) said=passed ;; esac
      host=$(jq -r '.url // empty' <<<"$input" | sed -E 's#^https://([^/:]+).*#\\1#')
      for one in $list; do case "$host" in $one) said=passed ;; esac; done
      echo "$said"
    done`;
  const passes = async (samples: readonly Sample[]): Promise<readonly boolean[]> => {
    const input = samples.map((sample) => {
      const list = [
        ...sample.hosts.map((one) => one.replace(/:\d+$/, "")),
        ...sample.domains.flatMap((one) => [one, `*.${one}`]),
      ];
      return `${list.join(" ")}\t${JSON.stringify(sample.input)}\n`;
    });
    const { stdout } = spawnSync("bash", ["-c", script], { input: input.join(""), encoding: "utf8" });
    const said = stdout.trim().split("\n");
    if (said.length !== samples.length) throw new Error("the recipe did not answer every link");
    return said.map((one) => one === "passed");
  };
  return [{ name: "shell recipe", passes }];
}

function lists(entries: readonly string[], host: string): boolean {
  return entries.some((entry) => (entry.startsWith("*.") ? host.endsWith(entry.slice(1)) : host === ascii(entry)));
}

function ascii(entry: string): string {
  return new URL(`http://${entry}`).host;
}

/** `new URL(link).host` looked up in the list: what guards in JavaScript do when they do well */
const WHATWG: Reader = {
  name: "`URL` host",
  passes: async (samples) =>
    samples.map(({ input: { url }, hosts, domains }) => {
      const host = typeof url === "string" && URL.canParse(url) ? new URL(url).host : undefined;
      return (
        host !== undefined && (lists(hosts, host) || domains.some((one) => host === one || host.endsWith(`.${one}`)))
      );
    }),
};

const TLDTS: Reader = {
  name: "tldts hostname",
  passes: async (samples) =>
    samples.map(({ input: { url }, hosts, domains }) => {
      if (typeof url !== "string") return false;
      const host = getHostname(url) ?? "";
      return (
        lists(
          hosts.map((one) => one.replace(/:\d+$/, "")),
          host,
        ) || domains.includes(getDomain(url) ?? "-")
      );
    }),
};

const SEKISHO: Reader = {
  name: "sekisho",
  passes: async (samples) => {
    const engines = new Map<string, Promise<Engine>>();
    return Promise.all(
      samples.map(async ({ input, hosts, domains }) => {
        const list = [...hosts, ...domains.map((domain) => ({ domain }))];
        const key = JSON.stringify(list);
        const engine = engines.get(key) ?? createEngine({ policy: policyOf(list) });
        engines.set(key, engine);
        const { effect, reasons } = (await engine).decide(input);
        return effect === "ask" && reasons.length === 0;
      }),
    );
  },
};

function policyOf(list: readonly (string | { readonly domain: string })[]): PolicyInput {
  return {
    version: 1,
    rules: [
      { use: "canonical-url" },
      { use: "require-https", loopback: true },
      { use: "allow-url-hosts", hosts: list },
      { use: "no-url-credentials" },
      { use: "no-lookalike-hosts", hosts: list },
      { use: "no-private-hosts", hosts: list },
      { use: "no-open-redirects", hosts: list },
      { use: "url-length" },
    ],
  };
}

const MARKS = ["<!-- figures: `BENCH_DOCS=1 npm run bench urls` -->", "<!-- end of figures -->"] as const;

function writeDocs(tables: string): void {
  const [begin, end] = MARKS;
  const text = readFileSync(DOCS, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error("docs/urls.md has no place for the tables");
  writeFileSync(DOCS, `${text.slice(0, from + begin.length)}\n\n${tables}\n\n${text.slice(to)}`);
}

const HONEST = [
  "https://auth.example.com/login?state=abc123",
  "https://eu.login.example.org/start#top",
  "https://auth.example.com/authorize?response_type=code&client_id=mcp-1&state=Zk3v9QpL8Zr2WnB7",
  "http://localhost:3000/setup",
  "https://AUTH.example.com:443/Login",
];

/** What takes longest to read, 8 KB of each */
const HOSTILE: Readonly<Record<string, string>> = {
  "letters in the path": fill("https://auth.example.com/", "a"),
  "labels of one letter": fill("https://", "a."),
  "punycode labels": fill("https://", "xn--bcher-kva."),
  "letters beyond ASCII in the host": fill("https://", "\u00fc"),
  "at signs": fill("https://", "@"),
  backslashes: fill("https://", "\\"),
  "dot segments": fill("https://auth.example.com", "/%2e%2E"),
  "control characters": fill("https://auth.example.com/", "\u0001"),
  "characters beyond the BMP": fill("https://auth.example.com/", "\u{1f600}"),
  "second number signs": fill("https://auth.example.com/", "#"),
  "parameters in escapes": fill("https://auth.example.com/?a=", "%2526b%253D"),
  "mail-like text": fill("https://auth.example.com/?", "a@a."),
  "links in links": fill("https://auth.example.com/?", "u=https%3A%2F%2Fa&"),
};

function fill(start: string, piece: string): string {
  return (start + piece.repeat(MAX_URL_LENGTH)).slice(0, MAX_URL_LENGTH);
}

// As it is built: the loader that runs these files gives every function a name at run time, which costs as much as the reading.
async function builtParseUrl(): Promise<typeof parseUrl> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "engine/core/url.ts")],
    bundle: true,
    format: "esm",
    charset: "ascii",
    write: false,
  });
  const built = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`);
  return built.parseUrl;
}

async function benchReading(): Promise<void> {
  const read = await builtParseUrl();
  const one = microseconds(read, HONEST, 40_000);
  console.log(
    `  reading an honest link: ${one.toFixed(2)} \u00b5s of processor time; aim below 2: ${verdict(one < 2)}`,
  );
  const engine = await createEngine({ policy: policyOf(["auth.example.com"]) });
  const decide = (url: string): unknown => engine.decide({ ...BASE, url });
  console.log(`  all rules about links, an honest one: ${microseconds(decide, HONEST, 4000).toFixed(0)} \u00b5s`);
  const worst = (run: (url: string) => unknown): string => {
    const times = Object.entries(HOSTILE).map(
      ([name, url]) => [microseconds(run, [url, `${url.slice(0, -1)}!`], 30), name] as const,
    );
    const [time, name] = times.reduce((left, right) => (left[0] > right[0] ? left : right));
    return `${time.toFixed(0)} \u00b5s (${name})`;
  };
  console.log(`  the worst hostile 8 KB: reading it ${worst(read)}; all rules ${worst(decide)}`);
}

/** By processor time of this process: other work on the machine does not count */
function microseconds(run: (url: string) => unknown, urls: readonly string[], rounds: number): number {
  const time = (): number => {
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) for (const url of urls) run(url);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / (rounds * urls.length);
  };
  time();
  return median([time(), time(), time()]);
}
