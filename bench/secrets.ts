/**
 * How well secrets are seen: precision and recall by language and category over our own cases and the given vectors, and
 * secretlint's recommended preset on the same values; then what reading costs.
 */
import { existsSync, readFileSync } from "node:fs";
import { powers } from "../engine/bind.ts";
import { type AskedForm, findSecretRequests } from "../engine/core/secret-requests.ts";
import { categoryOf, findSecretValues } from "../engine/core/secret-values.ts";
import { secretLexicon } from "../rules/words/lexicon.ts";
import { REQUEST_LINES, readRequestCases } from "../test/secret-request-cases.ts";
import { readValueCases, VALUE_LINES } from "../test/secret-value-cases.ts";
import { verdict } from "./hook.ts";

/** Findings as `place=category`, expected and found; `group`: the language */
interface Scored {
  readonly group: string;
  readonly expected: readonly string[];
  readonly found: readonly string[];
}

const lexicon = secretLexicon(powers);
const recoveryWords = (): string => powers.words("recovery");

export async function benchSecrets(): Promise<void> {
  const forms = [...ownForms(), ...givenForms()];
  print(
    "forms by language",
    tableOf(forms, ({ group }) => group),
  );
  print(
    "forms by category",
    tableOf(forms, (_, finding) => finding.split("=")[1] ?? "none"),
  );
  const answers = [...ownAnswers(), ...givenAnswers()];
  print(
    "answers by category",
    tableOf(answers, (_, finding) => finding.split("=")[1] ?? "none"),
  );
  print("answers as a whole, beside secretlint", await besideSecretlint(answers));
  console.log(readingCosts());
}

function ownForms(): readonly Scored[] {
  return readRequestCases(REQUEST_LINES).map((one) => ({
    group: one.line.split(" ", 1)[0] ?? "",
    expected: one.expected,
    found: requestsIn(one),
  }));
}

function givenForms(): readonly Scored[] {
  return vectors("sensitive-requests.jsonl").map(({ input, expect }) => ({
    group: "given",
    // The vectors give fields and categories apart; with one category they belong together.
    ...together(
      expect.fields,
      expect.categories,
      requestsIn({ message: input.message, requestedSchema: input.requested_schema }),
    ),
  }));
}

function together(
  fields: readonly string[],
  categories: readonly string[],
  found: readonly string[],
): Pick<Scored, "expected" | "found"> {
  const parts = (index: 0 | 1): ReadonlySet<string> => new Set(found.map((one) => one.split("=")[index] ?? ""));
  const label = (all: ReadonlySet<string> | readonly string[]): readonly string[] =>
    [...all].map((one) => `form=${one}`);
  const rightFields = [...parts(0)].sort().join() === [...new Set(fields)].sort().join();
  // A wrong field counts against every category of its form.
  return { expected: label(categories), found: rightFields || fields.length === 0 ? label(parts(1)) : [] };
}

function requestsIn(form: Parameters<typeof findSecretRequests>[0]): readonly string[] {
  return findSecretRequests(form, lexicon).map(({ field, category }) => `${field}=${category}`);
}

interface Answer extends Scored {
  readonly content: unknown;
}

function ownAnswers(): readonly Answer[] {
  return readValueCases(VALUE_LINES).map(({ content, expected }) => ({
    group: "own",
    content,
    expected: expected.map(categorised),
    found: valuesIn(content),
  }));
}

function givenAnswers(): readonly Answer[] {
  return vectors("sensitive-values.jsonl").map(({ input: { content }, expect }) => {
    const found = new Set(valuesIn(content).map((one) => `form=${one.split("=")[1]}`));
    const expected = new Set(expect.kinds.map((kind) => categorised(`form=${kind}`)));
    return { group: "given", content, expected: [...expected], found: [...found] };
  });
}

function categorised(finding: string): string {
  const [at = "", kind = ""] = finding.split("=");
  return `${at}=${categoryOf(kind)}`;
}

function valuesIn(content: unknown): readonly string[] {
  return findSecretValues(content, { lexicon, recoveryWords }).map(({ field, category }) => `${field}=${category}`);
}

interface Vector {
  readonly disputed?: string;
  readonly input: { readonly message: string; readonly requested_schema: unknown; readonly content: unknown };
  readonly expect: {
    readonly fields: readonly string[];
    readonly categories: readonly string[];
    readonly kinds: readonly string[];
  };
}

// What stands beside the checkout, where it does; without what reasonable people differ on.
function vectors(file: string): readonly Vector[] {
  const url = new URL(`../../shared/cases/${file}`, import.meta.url);
  if (!existsSync(url)) return [];
  const lines = readFileSync(url, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Vector).filter(({ disputed }) => disputed === undefined);
}

type Row = readonly (number | string)[];

function tableOf(cases: readonly Scored[], groupOf: (one: Scored, finding: string) => string): readonly Row[] {
  const groups = new Map<string, { right: number; wrong: number; missed: number }>();
  const count = (group: string, what: "missed" | "right" | "wrong"): void => {
    const counts = groups.get(group) ?? { right: 0, wrong: 0, missed: 0 };
    groups.set(group, counts);
    counts[what] += 1;
  };
  for (const one of cases) {
    for (const finding of new Set(one.found)) {
      const what = one.expected.includes(finding) ? "right" : "wrong";
      count(groupOf(one, finding), what);
      count("all", what);
    }
    for (const finding of new Set(one.expected)) {
      if (one.found.includes(finding)) continue;
      count(groupOf(one, finding), "missed");
      count("all", "missed");
    }
  }
  const rows = [...groups].sort(
    ([left], [right]) => Number(left === "all") - Number(right === "all") || (left < right ? -1 : 1),
  );
  return [
    ["", "right", "wrong", "missed", "precision", "recall"],
    ...rows.map(([group, { right, wrong, missed }]) => [
      group,
      right,
      wrong,
      missed,
      share(right, right + wrong),
      share(right, right + missed),
    ]),
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : (part / whole).toFixed(3);
}

function print(title: string, rows: readonly Row[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? "").length)));
  console.log(`  ${title}`);
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? String(cell).padEnd(widths[column] ?? 0) : String(cell).padStart(widths[column] ?? 0),
    );
    console.log(`    ${cells.join("  ")}`);
  }
  console.log("");
}

/** Answer by answer: whether anything is found where there is a secret, and where there is none */
async function besideSecretlint(answers: readonly Answer[]): Promise<readonly Row[]> {
  const finds = await secretlint();
  const rows: Row[] = [["", "secret answers found", "harmless ones flagged"]];
  const secret = answers.filter(({ expected }) => expected.length > 0);
  const harmless = answers.filter(({ expected }) => expected.length === 0);
  const countOf = async (list: readonly Answer[], found: (one: Answer) => Promise<boolean>): Promise<string> => {
    let count = 0;
    for (const one of list) if (await found(one)) count += 1;
    return `${count} of ${list.length}`;
  };
  const row = async (name: string, found: (one: Answer) => Promise<boolean>): Promise<void> => {
    rows.push([name, await countOf(secret, found), await countOf(harmless, found)]);
  };
  await row("sekisho", async ({ found }) => found.length > 0);
  if (finds === undefined) rows.push(["secretlint", "not installed", ""]);
  else await row("secretlint", ({ content }) => finds(content));
  return rows;
}

interface SecretlintCore {
  readonly lintSource: (given: object) => Promise<{ readonly messages: readonly unknown[] }>;
}

// As names in variables: the bench runs without them.
const CORE = "@secretlint/core";
const PRESET = "@secretlint/secretlint-rule-preset-recommend";

async function secretlint(): Promise<((content: unknown) => Promise<boolean>) | undefined> {
  let core: SecretlintCore;
  let preset: { readonly creator: unknown };
  try {
    core = await import(CORE);
    preset = await import(PRESET);
  } catch {
    return undefined;
  }
  const config = { rules: [{ id: PRESET, rule: preset.creator, options: {} }] };
  return async (content) => {
    // Each value as a line of a file would have it; keys beside their values, since some of its rules want both.
    const text = Object.entries(content as object)
      .map(([name, value]) => `${name} = ${textOf(value)}`)
      .join("\n");
    const source = { filePath: "answer.txt", content: text, ext: ".txt", contentType: "text" };
    return (await core.lintSource({ source, options: { config, noPhysicFilePath: true } })).messages.length > 0;
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A form of six fields and some 300 characters, by language: message; then titles and descriptions of the fields */
const TYPICAL: Readonly<Record<string, readonly [string, ...string[]]>> = {
  English: [
    "Please confirm the details of the new customer so that the account can be set up. All of it can be changed later.",
    "Full name",
    "As it stands in the contract",
    "E-mail",
    "Plan",
    "Number of seats",
    "Send the newsletter",
    "Note",
    "Anything that the team should know",
  ],
  German: [
    "Bitte bestätigen Sie die Angaben zum neuen Kunden, damit das Konto eingerichtet werden kann. Alles lässt sich später ändern.",
    "Vollständiger Name",
    "Wie er im Vertrag steht",
    "E-Mail",
    "Tarif",
    "Anzahl der Plätze",
    "Rundschreiben senden",
    "Notiz",
    "Alles, was das Team wissen sollte",
  ],
  Russian: [
    "Пожалуйста, подтвердите данные нового клиента, чтобы можно было создать учётную запись. Всё это можно изменить позже.",
    "Полное имя",
    "Как указано в договоре",
    "Эл. почта",
    "Тариф",
    "Количество мест",
    "Отправлять рассылку",
    "Заметка",
    "Всё, что следует знать команде",
  ],
  Japanese: [
    "アカウントを設定できるように、新しいお客様の情報をご確認ください。どの項目もあとから変更できます。ご不明な点があれば、担当者までお気軽にお問い合わせください。",
    "氏名",
    "契約書に記載されているとおりに入力してください",
    "メールアドレス",
    "プラン",
    "座席数",
    "ニュースレターを送る",
    "メモ",
    "チームが知っておくべきことがあればお書きください",
  ],
  Chinese: [
    "请确认新客户的详细信息,以便我们为其开通账户。所有内容之后都可以修改。如有任何疑问,请随时联系负责该客户的同事,我们会尽快回复您。感谢您的配合与支持。",
    "姓名",
    "与合同上的姓名一致",
    "电子邮件",
    "套餐",
    "席位数量",
    "发送新闻邮件",
    "备注",
    "团队应当了解的任何其他情况都可以写在这里",
  ],
  Korean: [
    "계정을 설정할 수 있도록 새 고객의 정보를 확인해 주세요. 모든 항목은 나중에 변경할 수 있습니다. 궁금한 점이 있으면 담당자에게 문의해 주세요.",
    "이름",
    "계약서에 적힌 그대로 적어 주세요",
    "이메일",
    "요금제",
    "좌석 수",
    "소식지 보내기",
    "메모",
    "팀이 알아야 할 모든 것을 적어 주세요",
  ],
};

function typicalForm([message, name, named, email, plan, seats, newsletter, note, noted]: readonly [
  string,
  ...string[],
]): AskedForm {
  return {
    message,
    requestedSchema: {
      type: "object",
      properties: {
        name: { type: "string", title: name, description: named },
        email: { type: "string", format: "email", title: email },
        plan: { type: "string", enum: ["free", "team", "business"], title: plan },
        seats: { type: "integer", minimum: 1, title: seats },
        newsletter: { type: "boolean", title: newsletter },
        note: { type: "string", title: note, description: noted },
      },
    },
  };
}

/** What a person writes, and what would take long if anything did */
const LONG: Readonly<Record<string, string>> = {
  English: "Please tell us which team should look after the new customer, and when. ",
  "swapped letters": "pl3ase t3ll u5 wh1ch t3am 5hou1d l00k aft3r th3 n3w cu5t0m3r, @nd wh3n. ",
  German: "Bitte nennen Sie das Team, das den neuen Kunden übernehmen soll, und wann. ",
  Russian: "Пожалуйста, укажите, какая команда должна заниматься новым клиентом и когда. ",
  Japanese: "新しいお客様を担当するチームと開始日を教えてください。よろしくお願いいたします。",
  Chinese: "请告诉我们哪个团队应该负责新客户以及何时开始。谢谢您的帮助。",
  Korean: "새 고객을 담당할 팀과 시작 날짜를 알려 주세요. 감사합니다. ",
  "one letter": "a",
  "nothing but demands": "Enter your password. ",
  "nothing but names": "secret key token password ",
  "names without a gap": "password",
  "half a name": "codigo de ",
  "spaced letters": "p a s s w o r d ",
  "capitals within words": "aBcDeF",
  overrides: "\u202ea",
  "closed overrides": "\u202eab\u202c",
  "voicing marks": "か\u3099",
  "marks on letters": "a\u0301",
  "invisible characters": "p\u200b",
  "codes of letters": "&#112;%70<b>",
};

function readingCosts(): string {
  // As in a process that has read much: code that was compiled for one kind of text alone is faster.
  const cases = readRequestCases(REQUEST_LINES);
  for (let i = 0; i < 10; i += 1) for (const form of cases) findSecretRequests(form, lexicon);
  const lines: string[] = [];
  for (const [name, texts] of Object.entries(TYPICAL)) {
    const form = typicalForm(texts);
    const times = 2000;
    const spent = medianOf(() => {
      for (let i = 0; i < times; i += 1) findSecretRequests(form, lexicon);
    });
    const each = (spent / times) * 1000;
    lines.push(`a typical form, ${name}: ${each.toFixed(1)} µs warm; aim 20: ${verdict(each <= 20)}`);
  }
  for (const [name, text] of Object.entries(LONG)) {
    const [one = 0, two = 0] = [1_000_000, 2_000_000].map((length) => {
      const message = text.repeat(Math.ceil(length / text.length)).slice(0, length);
      const form = { message, requestedSchema: typicalForm(TYPICAL["English"] ?? [""]).requestedSchema };
      return medianOf(() => findSecretRequests(form, lexicon));
    });
    lines.push(`1 MB of ${name}: ${one.toFixed(0)} ms, 2 MB ${two.toFixed(0)} ms; aim 50: ${verdict(one <= 50)}`);
  }
  return lines.map((line) => `  ${line}`).join("\n");
}

function medianOf(act: () => unknown): number {
  const spent = Array.from({ length: 9 }, () => cpuOf(act)).sort((left, right) => left - right);
  return spent[4] as number;
}

/** Milliseconds of this process's CPU */
function cpuOf(act: () => unknown): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
