/**
 * Token formats of the large services: a beginning that nothing else has, then so many characters of one alphabet.
 * Sources: the services' own documentation, and the rules of gitleaks (b58d3f1) and secretlint (12.0.0) for the same formats.
 */
import { isExampleBody } from "./secret-placeholder.ts";

// Kind, then its formats: `beginning|alphabet|least|most`; most may be left out. Alphabets: see `isOf`.
const FORMATS = `github-pat ghp_|a|36|255 github_pat_|w|60|255
github-oauth gho_|a|36|255
github-app-token ghs_|a|36|600 ghu_|a|36|255
github-refresh-token ghr_|a|36|255
gitlab-pat glpat-|d|20|300
gitlab-token gldt-|d|20|99 glrt-|d|20|99 glcbt-|d|20|99 glptt-|d|20|99 glft-|d|20|99 glsoat-|d|20|99 glagent-|d|20|99 gloas-|d|20|99 glimt-|d|20|99 glffct-|d|20|99
slack-token xoxb-|d|10|200 xoxp-|d|10|300 xoxa-|d|10|300 xoxr-|d|10|300 xoxs-|d|10|300 xoxo-|d|10|300 xoxe-|d|10|300 xoxe.xoxp-|d|10|300 xoxe.xoxb-|d|10|300 xoxc-|d|10|300 xoxd-|u|10|500 xapp-|d|10|300
stripe-key sk_live_|a|16|247 sk_test_|a|16|247 rk_live_|a|16|247 rk_test_|a|16|247 sk_org_live_|a|16|247
stripe-webhook-secret whsec_|b|24|99
google-api-key AIza|d|35|35
google-oauth ya29.|d|20|2000 GOCSPX-|d|24|40 1//0|d|35|200
anthropic-key sk-ant-|d|20|300
openai-key sk-proj-|d|20|300 sk-svcacct-|d|20|300 sk-admin-|d|20|300 sk-None-|d|20|300 sk-|a|32|64
openrouter-key sk-or-v1-|h|32|80 sk-or-|d|32|99
huggingface-token hf_|a|30|60 api_org_|a|30|60
npm-token npm_|a|36|36
pypi-token pypi-AgE|d|40|400
sendgrid-key SG.|v|40|90
mailgun-key key-|h|32|32
brevo-key xkeysib-|d|64|99
twilio-key SK|h|32|32
aws-key-id AKIA|k|16|16 ASIA|k|16|16 ABIA|k|16|16 ACCA|k|16|16
aws-bedrock-key ABSK|b|90|300
digitalocean-token dop_v1_|h|64|64 doo_v1_|h|64|64 dor_v1_|h|64|64
databricks-token dapi|h|32|34
shopify-token shpat_|h|32|32 shpss_|h|32|32 shpca_|h|32|32 shppa_|h|32|32
square-token sq0atp-|d|22|60 sq0csp-|d|43|60 EAAA|d|56|99
linear-key lin_api_|a|32|64 lin_oauth_|a|32|80
notion-token ntn_|a|40|60 secret_|a|43|43
figma-token figd_|d|36|60 figo_|d|36|60
postman-key PMAK-|d|50|70
atlassian-token ATATT3|e|80|300 ATCTT3|e|80|300 ATBB|a|28|40
doppler-token dp.pt.|a|40|48 dp.st.|d|40|70 dp.ct.|a|40|48
grafana-token glsa_|w|32|48 glc_|b|32|400 eyJrIjoi|b|70|400
newrelic-key NRAK-|k|27|27
sentry-token sntrys_|e|50|400 sntryu_|h|64|64
vault-token hvs.|d|24|300 hvb.|d|100|400 hvr.|d|24|300
pulumi-token pul-|h|40|40
rubygems-token rubygems_|h|48|48
docker-token dckr_pat_|d|24|40 dckr_oat_|d|24|40
supabase-key sbp_|h|40|40 sb_secret_|d|20|60
planetscale-token pscale_tkn_|d|32|64 pscale_pw_|d|32|64 pscale_oauth_|d|32|64
groq-key gsk_|a|40|64
replicate-token r8_|a|37|40
perplexity-key pplx-|a|40|60
xai-key xai-|a|70|99
nvidia-key nvapi-|d|50|90
tavily-key tvly-|d|28|60
pinecone-key pcsk_|w|50|90
langsmith-key lsv2_pt_|w|32|60 lsv2_sk_|w|32|60
firecrawl-key fc-|h|32|32
fly-token fo1_|d|40|60 FlyV1|v|60|2000
artifactory-token AKCp|a|65|80 cmVmdGtu|a|50|70
dropbox-token sl.|d|120|1500
cloudflare-token v1.0-|d|140|200
buildkite-token bkua_|h|40|40
circleci-token CCIPAT_|w|40|90
contentful-token CFPAT-|d|43|43
easypost-key EZAK|a|54|54 EZTK|a|54|54
adobe-secret p8e-|a|32|32
alibaba-key-id LTAI|a|17|26
tencent-key-id AKID|a|32|32
duffel-token duffel_live_|d|43|43 duffel_test_|d|43|43
dynatrace-token dt0c01.|v|80|100
flutterwave-key FLWSECK_TEST-|h|32|40 FLWSECK-|h|32|40
prefect-token pnu_|a|36|36
readme-key rdme_|a|70|70
scalingo-token tk-us-|d|48|48
shippo-token shippo_live_|h|40|40 shippo_test_|h|40|40
typeform-token tfp_|e|40|70
age-key AGE-SECRET-KEY-1|k|58|58`;

interface Format {
  readonly kind: string;
  readonly beginning: string;
  readonly alphabet: string;
  readonly least: number;
  readonly most: number;
}

let formats: ReadonlyMap<number, readonly Format[]> | undefined;
let finder: RegExp | undefined;

/** The kinds of all tokens in a text; linear */
export function findTokens(text: string, report: (kind: string) => void): void {
  formats ??= readFormats();
  finder ??= makeFinder(formats);
  finder.lastIndex = 0;
  for (let match = finder.exec(text); match !== null; match = finder.exec(text)) {
    const at = match.index;
    const end = tokenEnd(text, at, report);
    finder.lastIndex = end > at ? end : at + 1;
  }
}

function tokenEnd(text: string, at: number, report: (kind: string) => void): number {
  if (at > 0 && isWordUnit(text.charCodeAt(at - 1))) return at;
  for (const { kind, beginning, alphabet, least, most } of formats?.get(text.charCodeAt(at)) ?? []) {
    if (!text.startsWith(beginning, at)) continue;
    const start = at + beginning.length;
    let end = start;
    // One past the most is enough to know that it is too long.
    while (end < text.length && end - start <= most && isOf(alphabet, text.charCodeAt(end))) end += 1;
    // What closes a sentence, or a hyphen before blanks, is not the token's.
    while (end > start && (text.charCodeAt(end - 1) === 0x2e || text.charCodeAt(end - 1) === 0x2d)) end -= 1;
    const length = end - start;
    if (length < least || length > most) continue;
    if (isExampleBody(text.slice(start, end))) return end;
    report(kind);
    return end;
  }
  return at;
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f
  );
}

// a: letters and digits; h: hexadecimal; k: capitals and digits; w: a and `_`; d: w and `-`; v: d and `.`;
// b: a and `+/=_-`; e: d and `=`; u: d and `%+/=`.
function isOf(alphabet: string, unit: number): boolean {
  const digit = unit >= 0x30 && unit <= 0x39;
  const capital = unit >= 0x41 && unit <= 0x5a;
  const small = unit >= 0x61 && unit <= 0x7a;
  if (alphabet === "h") return digit || (unit >= 0x61 && unit <= 0x66) || (unit >= 0x41 && unit <= 0x46);
  if (alphabet === "k") return digit || capital;
  if (digit || capital || small) return true;
  if (alphabet === "a") return false;
  if (unit === 0x5f) return true;
  if (alphabet === "w") return false;
  if (unit === 0x2d) return true;
  if (alphabet === "v") return unit === 0x2e;
  if (alphabet === "e") return unit === 0x3d;
  if (alphabet === "b") return unit === 0x2b || unit === 0x2f || unit === 0x3d;
  return alphabet === "u" && (unit === 0x25 || unit === 0x2b || unit === 0x2f || unit === 0x3d);
}

function readFormats(): ReadonlyMap<number, readonly Format[]> {
  const byFirst = new Map<number, Format[]>();
  for (const line of FORMATS.split("\n")) {
    const [kind = "", ...parts] = line.split(" ");
    for (const part of parts) {
      const [beginning = "", alphabet = "", least = "", most = ""] = part.split("|");
      const first = beginning.charCodeAt(0);
      const list = byFirst.get(first) ?? [];
      byFirst.set(first, list);
      list.push({ kind, beginning, alphabet, least: Number(least), most: Number(most) });
    }
  }
  // `sk-ant-` before `sk-`.
  for (const list of byFirst.values()) list.sort((left, right) => right.beginning.length - left.beginning.length);
  return byFirst;
}

// One pass for all beginnings: their first three characters.
function makeFinder(byFirst: ReadonlyMap<number, readonly Format[]>): RegExp {
  const starts = new Set<string>();
  for (const list of byFirst.values()) {
    for (const { beginning } of list) starts.add(beginning.slice(0, 3).replace(/[.+*?/\\|]/g, "\\$&"));
  }
  return new RegExp([...starts].join("|"), "g");
}
