/**
 * What a text holds that a person can't see, or that makes a terminal or a dialog show something else than what is written.
 */
import { isInvisible, isMark } from "./text-tables.ts";

export interface TextProblem {
  readonly kind: TextProblemKind;
  /** Index into the text */
  readonly at: number;
}

export type TextProblemKind =
  /** Embeddings, overrides, isolates: what is read is not what is written (Unicode UTS #55) */
  | "bidi"
  /** U+0080 to U+009F: terminals take some for the beginning of a command */
  | "c1"
  /** Other controls: bell, backspace, a lone carriage return that overwrites the line */
  | "control"
  /** A terminal command (ECMA-48) */
  | "escape"
  /** Zero-width and filler characters, soft hyphens, where no script needs them */
  | "invisible"
  /** U+2028, U+2029: line breaks for some readers only */
  | "line-separator"
  /** Half of a surrogate pair: no character, and it can't be written as UTF-8 */
  | "surrogate"
  /** More marks on one letter than any language has; they spread over other lines */
  | "stacked-marks"
  /** U+E0000 to U+E007F: text that models read and people do not */
  | "tag";

// Vietnamese, polytonic Greek and Hebrew with cantillation stay below.
const MAX_MARKS = 6;

// What a problem or a link has at least one of.
const REMARKABLE = /[^\x20-\x7e\n\t]|:|[wW]{3}\./;

/** Whether a text has neither problem nor link, told in one look: most texts of a form are such */
export function isUnremarkable(text: string): boolean {
  return !REMARKABLE.test(text);
}

/** Finds the first problem of each kind, in the order of the text. Linear; plain text costs one pass */
export function findTextProblems(text: string): readonly TextProblem[] {
  if (!/[^\x20-\x7e\n\t]/.test(text)) return [];
  const found = new Map<TextProblemKind, number>();
  let marks = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x20 && unit < 0x7f) {
      marks = 0;
      continue;
    }
    const code = text.codePointAt(i) as number;
    marks = isMark(unit) ? marks + 1 : 0;
    const kind = marks > MAX_MARKS ? "stacked-marks" : kindOf(text, i, code);
    if (kind !== undefined && !found.has(kind)) found.set(kind, i);
    if (code > 0xffff) i += 1;
  }
  return [...found].map(([kind, at]) => ({ kind, at }));
}

function kindOf(text: string, at: number, code: number): TextProblemKind | undefined {
  if (code < 0xa0) return controlKind(text, at, code);
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return "bidi";
  if (code === 0x2028 || code === 0x2029) return "line-separator";
  if (code >= 0xd800 && code <= 0xdfff) return "surrogate";
  if (code >= 0xe0000 && code <= 0xe007f) return isFlag(text, at) ? undefined : "tag";
  if (isInvisible(code)) return isNeeded(text, at, code) ? undefined : "invisible";
  return code === 0x2800 || code === 0x180e ? "invisible" : undefined;
}

function controlKind(text: string, at: number, code: number): TextProblemKind | undefined {
  if (code === 0x0a || code === 0x09) return undefined;
  if (code === 0x0d) return text.charCodeAt(at + 1) === 0x0a ? undefined : "control";
  if (code === 0x1b) return "escape";
  if (code >= 0x80) return code === 0x9b || code === 0x9d ? "escape" : "c1";
  return "control";
}

// Joiners and selectors are part of how some scripts and emoji are written.
function isNeeded(text: string, at: number, code: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at + 1);
  // Emoji presentation, keycaps, and variants of Han characters.
  if (code >= 0xfe00 && code <= 0xfe0f) return isPictorial(before) || isKeycap(before) || isHan(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return isHan(before);
  // Zero-width joiner in emoji; both joiners in Arabic and Indic scripts.
  if (code === 0x200d && isPictorial(before) && isPictorial(after)) return true;
  if (code === 0x200c || code === 0x200d)
    return isJoining(before) && (isJoining(after) || Number.isNaN(after) || after === 0x20);
  // Direction marks beside letters that are written from right to left.
  if (code === 0x200e || code === 0x200f || code === 0x061c) return isRightToLeft(before) || isRightToLeft(after);
  // A byte order mark may begin a text.
  if (code === 0xfeff) return at === 0;
  return code >= 0x180b && code <= 0x180d ? before >= 0x1820 && before <= 0x18aa : false;
}

function isPictorial(unit: number): boolean {
  return (
    (unit >= 0xd83c && unit <= 0xd83e) ||
    (unit >= 0xdc00 && unit <= 0xdfff) ||
    (unit >= 0x2190 && unit <= 0x2bff) ||
    (unit >= 0x3030 && unit <= 0x303d) ||
    unit === 0x3297 ||
    unit === 0x3299 ||
    unit === 0x203c ||
    unit === 0x2049 ||
    unit === 0x2122 ||
    unit === 0x2139 ||
    unit === 0xfe0f ||
    unit === 0xa9 ||
    unit === 0xae
  );
}

function isKeycap(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x23 || unit === 0x2a;
}

function isHan(unit: number): boolean {
  return (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0xdc00 && unit <= 0xdfff);
}

function isJoining(unit: number): boolean {
  return isRightToLeft(unit) || (unit >= 0x0900 && unit <= 0x0dff) || (unit >= 0x1780 && unit <= 0x18aa);
}

function isRightToLeft(unit: number): boolean {
  return (unit >= 0x0590 && unit <= 0x08ff) || (unit >= 0xfb1d && unit <= 0xfdff) || (unit >= 0xfe70 && unit <= 0xfefc);
}

// A flag of a region: black flag, tag letters, cancel tag.
function isFlag(text: string, at: number): boolean {
  let start = at;
  while (start >= 2 && text.charCodeAt(start - 2) === 0xdb40 && at - start < 16) start -= 2;
  return text.charCodeAt(start - 2) === 0xd83c && text.charCodeAt(start - 1) === 0xdff4;
}

const LINK =
  /\b(?:([a-z][a-z0-9+.-]{0,20}):\/\/[^\s/]|www\.[a-z0-9-]{1,63}\.[a-z]|(?:javascript|data|vbscript|mailto|file):[^\s])/gi;

// Addresses of buckets, databases, queues and images. Any other scheme may have a program that opens it (vscode://).
const UNOPENED =
  "s3 s3a s3n gs gcs az abfs abfss wasb wasbs adl hdfs dbfs viewfs r2 b2 oss cos minio swift gdrive rclone jdbc odbc postgres postgresql pgsql mysql " +
  "mysqlx mariadb mongodb mongodb+srv redis rediss valkey sqlite sqlite3 mssql sqlserver oracle db2 clickhouse snowflake bigquery redshift athena trino " +
  "presto hive duckdb cassandra couchbase couchdb cockroachdb neo4j neo4j+s bolt bolt+s influxdb elasticsearch opensearch memcached etcd zookeeper consul " +
  "amqp amqps kafka nats mqtt mqtts pulsar sqs sns pubsub docker docker-image docker-daemon docker-archive oci containers-storage npm pypi pkg tcp udp " +
  "tls unix grpc grpcs ws wss resource mcp memory urn arn k8s secretmanager vault op keyring env";

/**
 * Where a text has something that terminals and dialogs make clickable, or that a person would open; -1 if nowhere.
 * MCP 2025-11-25, elicitation: no "URLs that are clickable" in a form. An `s3://` address is a name, and nothing opens it.
 */
export function findLink(text: string): number {
  if (!text.includes(":") && !/www\./i.test(text)) return -1;
  for (const { 1: scheme, index } of text.matchAll(LINK)) {
    if (scheme === undefined || !isUnopened(scheme)) return index;
  }
  return -1;
}

let unopened: ReadonlySet<string> | undefined;

function isUnopened(scheme: string): boolean {
  unopened ??= new Set(UNOPENED.split(" "));
  return unopened.has(scheme.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x20)));
}
