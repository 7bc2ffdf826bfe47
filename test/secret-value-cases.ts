/**
 * Answers of our own, in both directions, beside the given vectors; one a line: expectation ~ content as JSON.
 * Expectation: `-`, or `pointer=kind` separated by blanks. All values are invented; live-looking ones are put together when
 * the lines are read: `{A36}` is that many made-up letters and digits, `{H32}` hexadecimal, `{K16}` capitals and digits,
 * `{B86}` base64, `{D18}` digits, `{q}` nothing at all (it keeps a beginning from looking live in this file).
 */
export const VALUE_LINES = String.raw`
/v=github-pat ~ {"v":"ghp{q}_{A36}"}
/v=github-oauth ~ {"v":"gho{q}_{A36}"}
/v=github-refresh-token ~ {"v":"ghr{q}_{A76}"}
/v=gitlab-token ~ {"v":"gldt{q}-{A20}"}
/v=slack-token ~ {"v":"xoxb{q}-{D12}-{D12}-{A24}"}
/v=slack-token ~ {"v":"xoxp{q}-{D12}-{D12}-{D12}-{H32}"}
/v=slack-token ~ {"v":"xapp{q}-1-{K11}-{D12}-{H64}"}
/v=stripe-key ~ {"v":"sk_live{q}_{A24}"}
/v=stripe-key ~ {"v":"rk_test{q}_{A24}"}
/v=google-api-key ~ {"v":"AIza{q}{A35}"}
/v=anthropic-key ~ {"v":"sk-ant{q}-api03-{A93}AA"}
/v=openai-key ~ {"v":"sk-svcacct{q}-{A74}T3BlbkFJ{A74}"}
/v=npm-token ~ {"v":"npm{q}_{A36}"}
/v=sendgrid-key ~ {"v":"SG{q}.{A22}.{A43}"}
/v=twilio-key ~ {"v":"SK{q}{H32}"}
/v=digitalocean-token ~ {"v":"dop_v1{q}_{H64}"}
/v=databricks-token ~ {"v":"dapi{q}{H32}"}
/v=shopify-token ~ {"v":"shpat{q}_{H32}"}
/v=telegram-bot-token ~ {"v":"{D10}:AA{q}{A33}"}
/v=vault-token ~ {"v":"hvs{q}.{A24}"}
/v=docker-token ~ {"v":"dckr_pat{q}_{A27}"}
/v=groq-key ~ {"v":"gsk{q}_{A52}"}
/v=azure-storage-key ~ {"v":"DefaultEndpointsProtocol=https;AccountName=x;AccountKey={B86}==;EndpointSuffix=core.windows.net"}
/v=azure-client-secret ~ {"v":"abc8Q{q}~{A34}"}
/v=discord-webhook ~ {"v":"https://discord.com/api/webhooks/{D18}/{A68}"}
/id=aws-key-id /secret=aws-secret-key ~ {"id":"AKIA{q}{K16}","secret":"{B40}"}
/aws_secret_access_key=aws-secret-key ~ {"aws_secret_access_key":"{B40}"}
/v=bearer-token ~ {"v":"Authorization: Bearer {A32}"}
/v=basic-auth ~ {"v":"Authorization: Basic Ym9iOm5vdC1yZWFsLWVpdGhlcg=="}
/v=password ~ {"v":"curl -u admin:hunter2pass https://x.test"}
/v=password ~ {"v":"my password is Hunter2!x9"}
/v=password ~ {"v":"machine api.example.test login bob password Zx9kqqq1"}
- ~ {"v":"the password is required for all 12 users"}
- ~ {"v":"docker run -u 1000:1000 image"}
- ~ {"v":"curl -u $USER:$PASS2 https://x.test"}
/v=connection-string ~ {"v":"postgres://app:s3cr3t-pw@db.example.test:5432/main"}
/v=connection-string ~ {"v":"mongodb+srv://root:hunter22@cluster0.example.test/admin"}
/v=connection-string ~ {"v":"redis://:Zx81qq@cache.example.test:6379/0"}
/v=connection-string ~ {"v":"Server=db.example.test;Database=main;User Id=sa;Password=N0tReal!x;"}
/v=connection-string ~ {"v":"jdbc:postgresql://db.example.test/main?user=app&password=N0tReal9"}
/v=url-credentials ~ {"v":"https://alice:not-a-real-pw1@git.example.test/repo.git"}
/v=session-cookie ~ {"v":"Set-Cookie: PHPSESSID={A26}; Path=/; HttpOnly"}
/v=session-cookie ~ {"v":"connect.sid=s%3A{A32}.{A43}"}
/v=private-key ~ {"v":"-----BEGIN RSA PRIVATE KEY-----\n{B64}\n{B64}\n-----END RSA PRIVATE KEY-----"}
/v=private-key ~ {"v":"-----BEGIN EC PRIVATE KEY-----\r\n{B64}\r\n-----END EC PRIVATE KEY-----\r\n"}
/v=private-key ~ {"v":"-----BEGIN ENCRYPTED PRIVATE KEY-----\n{B64}\n-----END ENCRYPTED PRIVATE KEY-----"}
/v=private-key ~ {"v":"-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: X 1.0\n\n{B64}\n-----END PGP PRIVATE KEY BLOCK-----"}
/v=private-key ~ {"v":"b3BlbnNzaC1rZXktdjE{B64}"}
/v=recovery-phrase ~ {"v":"legal winner thank year wave sausage worth useful legal winner thank yellow"}
/v=recovery-phrase ~ {"v":"Letter advice cage absurd amount doctor acoustic avoid letter advice cage above"}
/v=recovery-phrase ~ {"v":"1. zoo 2. zoo 3. zoo 4. zoo 5. zoo 6. zoo 7. zoo 8. zoo 9. zoo 10. zoo 11. zoo 12. wrong"}
/v=recovery-phrase ~ {"v":"my words are abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about, keep them"}
/v=recovery-phrase ~ {"v":"zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,zoo,when"}
/v=payment-card ~ {"v":"4111 1111 1111 1111"}
/v=payment-card ~ {"v":"４１１１１１１１１１１１１１１１"}
/v=payment-card ~ {"v":"٤١١١١١١١١١١١١١١١"}
/v=payment-card ~ {"v":"Card 5105-1051-0510-5100, thanks"}
/v=payment-card ~ {"v":378282246310005}
/v=payment-card ~ {"v":"3530111333300000"}
/v=payment-card ~ {"v":"6011000990139424"}
/v=payment-card ~ {"v":"30569309025904"}
/v=payment-card ~ {"v":"4111​1111​1111​1111"}
/v=payment-card ~ {"v":"4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"}
/a=payment-card /b=payment-card /c=payment-card /d=payment-card ~ {"a":"4111","b":"1111","c":"1111","d":"1111"}
/cvv=payment-card ~ {"cvv":"123"}
/v=iban ~ {"v":"DE89 3704 0044 0532 0130 00"}
/v=iban ~ {"v":"GB82WEST12345698765432"}
/v=iban ~ {"v":"please pay to fr14 2004 1010 0505 0001 3m02 606 today"}
/my_number=my-number ~ {"my_number":"123456789018"}
/ssn=national-id ~ {"ssn":"123456789"}
/v=ssn ~ {"v":"SSN: 219-09-9999"}
/otp=otp ~ {"otp":"492817"}
/verification_code=otp ~ {"verification_code":492817}
/pin=pin ~ {"pin":"4821"}
/pin=pin ~ {"pin":4821}
/password=password ~ {"password":"hunter2"}
/db_password=password ~ {"user":"app","db_password":"Tr0ub4dor&3"}
/passwort=password ~ {"passwort":"Sommer2026!"}
/パスワード=password ~ {"パスワード":"sakura99"}
/api_key=generic-secret ~ {"api_key":"q8Zr2WnB7sKdYtX4Lm9VcE1hGf6JpU3a"}
/clientSecret=generic-secret ~ {"clientSecret":"{A40}"}
/token=generic-secret ~ {"token":"{H40}"}
/login~1password=password ~ {"login/password":"hunter2"}
/mothers_maiden_name=security-answer ~ {"mothers_maiden_name":"Jones"}
/seed_phrase=recovery-phrase ~ {"seed_phrase":"alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima"}
/v=github-pat ~ {"v":"ghp{q}_{A18}\n{A18}"}
/v=github-pat ~ {"v":"g​h​p{q}_{A36}"}
/v=github-pat ~ {"v":"ｇｈｐ{q}_{A36}"}
/v=github-pat ~ {"v":"token%3Dghp{q}_{A36}"}
/v=github-pat ~ {"v":"https://example.test/?t=ghp{q}_{A36}&x=1"}
/v=github-pat ~ {"v":"\"ghp{q}_{A36}\","}
/v=github-pat ~ {"v":"<ghp{q}_{A36}>"}
/v/inner/deep=github-pat ~ {"v":{"inner":{"deep":"ghp{q}_{A36}"}}}
/v/0=github-pat /v/2=stripe-key ~ {"v":["ghp{q}_{A36}","x","sk_live{q}_{A24}"]}
/a=stripe-key /b=stripe-key ~ {"a":"sk_live{q}_{A10}","b":"{A14}"}
/v=password ~ {"v":"export DB_PASSWORD=c0rrect-h0rse"}
/v=generic-secret ~ {"v":"API_KEY: 9f8e7d6c5b4a39281706"}
/v=jwt ~ {"v":"Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJmYWtlIn0.{A86}"}
/v=age-key ~ {"v":"# created: 2026\nAGE-SECRET-KEY-1{K58}"}
/v=wallet-key ~ {"v":"xprv{q}9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"}
- ~ {"v":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}
- ~ {"commit":"{H40}"}
- ~ {"digest":"sha256:{H64}"}
- ~ {"v":"sha512-{B86}=="}
- ~ {"image":"data:image/jpeg;base64,/9j/{B120}"}
- ~ {"isbn":"978-3-16-148410-0"}
- ~ {"isbn":"9783161484100"}
- ~ {"phone":"+49 30 901820"}
- ~ {"phone":"+1 (555) 010-0199"}
- ~ {"phone":"0049 1512 3456789"}
- ~ {"ts":"2026-11-30T10:15:30.000Z"}
- ~ {"ts":1796032530000}
- ~ {"ts":"20261130101530"}
- ~ {"order":"ORD-2026-0000123456"}
- ~ {"tracking":"1Z999AA10123456784"}
- ~ {"tracking":"00340434161094042557"}
- ~ {"ean":"4006381333931"}
- ~ {"account":"123456789012"}
- ~ {"v":"4111111111111112"}
- ~ {"v":"1234567812345670"}
- ~ {"v":"9999999999999995"}
- ~ {"card":"ending in 1111"}
- ~ {"v":"DE89370400440532013001"}
- ~ {"v":"000-12-3456"}
- ~ {"v":"ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
- ~ {"v":"sk-your-api-key-goes-here-please-replace-it"}
- ~ {"v":"sk_live_XXXXXXXXXXXXXXXXXXXXXXXX"}
- ~ {"v":"xoxb-your-token-here"}
- ~ {"v":"npm_000000000000000000000000000000000000"}
- ~ {"token":"<YOUR_KEY>"}
- ~ {"token":"YOUR_API_KEY"}
- ~ {"api_key":"your-api-key-here"}
- ~ {"token":"{{ secrets.GITHUB_TOKEN }}"}
- ~ {"token":"$GITHUB_TOKEN"}
- ~ {"token":"%GITHUB_TOKEN%"}
- ~ {"token":"process.env.GITHUB_TOKEN"}
- ~ {"secret":"op://vault/item/password"}
- ~ {"secret":"vault:secret/data/db#password"}
- ~ {"secret":"projects/p/secrets/db/versions/latest"}
- ~ {"password":"********"}
- ~ {"password":"••••••••"}
- ~ {"password":"changeme"}
- ~ {"password":"<redacted>"}
- ~ {"password":""}
- ~ {"password":"n/a"}
- ~ {"password_file":"/run/secrets/db"}
- ~ {"v":"/home/alice/.ssh/id_ed25519"}
- ~ {"v":"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{A43} alice@example.test"}
- ~ {"v":"ssh-rsa AAAAB3NzaC1yc2E{B120} alice@example.test"}
- ~ {"v":"-----BEGIN PUBLIC KEY-----\n{B64}\n-----END PUBLIC KEY-----"}
- ~ {"v":"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----"}
- ~ {"v":"https://example.test/callback?state={A32}"}
- ~ {"v":"postgres://app@db.example.test/main"}
- ~ {"v":"postgres://app:\${DB_PASSWORD}@db.example.test/main"}
- ~ {"v":"postgres://user:password@localhost/db"}
- ~ {"v":"http://localhost:3000/@scope/pkg"}
- ~ {"v":"git@github.com:org/repo.git"}
- ~ {"v":"pk_test_{A24}"}
- ~ {"max_tokens":4096,"token_count":12,"tokens":7}
- ~ {"token_limit":"100000"}
- ~ {"secret_name":"db-password-prod"}
- ~ {"password_policy":"at least 12 characters, one digit"}
- ~ {"password_hint":"the usual one"}
- ~ {"key":"ArrowDown"}
- ~ {"key":"users/2026/11/report-final-v2.pdf"}
- ~ {"primary_key":"customer_id"}
- ~ {"public_key":"{B64}"}
- ~ {"v":"Basic understanding of the problem"}
- ~ {"v":"Bearer of good news and of long-lasting friendships"}
- ~ {"v":"Cookie: theme=dark; lang=en"}
- ~ {"v":"my favourite cookie=chocolate"}
- ~ {"v":"The token was rotated; the password is unchanged."}
- ~ {"v":"password: required, at least eight characters"}
- ~ {"v":"How do I reset my password?"}
- ~ {"text":"sk-learn and sk-image are libraries"}
- ~ {"text":"the ghp_ prefix marks classic tokens"}
- ~ {"v":"SGVsbG8sIHdvcmxkISBUaGlzIGlzIGEgdGVzdC4="}
- ~ {"v":"eyJhIjoxLCJiIjoiYyJ9"}
- ~ {"v":"a.b.c"}
- ~ {"v":"1.2.3-beta.4+build.5678"}
- ~ {"v":"com.example.service.internal.Handler"}
- ~ {"v":"192.168.100.200"}
- ~ {"v":"2001:0db8:85a3:0000:0000:8a2e:0370:7334"}
- ~ {"v":"aa:bb:cc:dd:ee:ff"}
- ~ {"v":"the quick brown fox jumps over the lazy dog while we all watch"}
- ~ {"v":"able about above absent absorb abstract absurd abuse access accident account accuse"}
- ~ {"v":"arn:aws:iam::123456789012:role/deploy"}
- ~ {"v":"AKIAIOSFODNN7EXAMPLE"}
- ~ {"v":"projects/my-project/locations/europe-west1/services/api"}
- ~ {"v":"01ARZ3NDEKTSV4RRFFQ69G5FAV"}
- ~ {"v":"507f1f77bcf86cd799439011"}
- ~ {"v":"lng=8.5417&lat=47.3769"}
- ~ {"v":"#FF00AA"}
- ~ {"pin_color":"red","pinned":true}
- ~ {"zip":"10115","code":"DE"}
- ~ {"code":"E1234"}
- ~ {"country_code":"+49"}
- ~ {"session_title":"Keynote 2026"}
- ~ {"name":"O'Brien","city":"São Paulo","note":"привет 你好"}
- ~ {"v":null,"w":[],"x":{}}
- ~ {"passport_office_city":"Berlin"}
- ~ {"amount":12.5,"big":9007199254740991}
- ~ {"serial":"SN-20261130-000042-A"}
- ~ {"vin":"1HGCM82633A004352"}
- ~ {"swift":"DEUTDEFF500"}
- ~ {"v":"QWERTYUIOPASDFGHJKLZXCVBNM"}
- ~ {"slug":"ten-ways-to-keep-a-secret-token-safe-in-2026"}
- ~ {"v":"{q}4f2a-91bc"}
`;

export interface ValueCase {
  readonly line: string;
  /** `pointer=kind`, sorted */
  readonly expected: readonly string[];
  readonly content: unknown;
}

export function readValueCases(lines: string): readonly ValueCase[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [expectation = "", content = ""] = line.split(" ~ ");
      const expected = expectation === "-" ? [] : expectation.split(" ").sort();
      return { line, expected, content: JSON.parse(madeUp(content).replaceAll("\\$", "$")) };
    });
}

const SMALL = "abcdefghijkmnpqrstuvwxyz";
const ALPHABETS: Readonly<Record<string, string>> = {
  A: `${SMALL}${SMALL.toUpperCase()}23456789`,
  H: "0123456789abcdef",
  K: "ABCDEFGHJKLMNPQRSTUVWXYZ234567",
  B: `${SMALL}${SMALL.toUpperCase()}0123456789/`,
  D: "123456789",
};

// The same for every run: a plain congruential row, from the text so far.
function madeUp(template: string): string {
  let state = template.length * 7919 + 1;
  return template.replace(/\{([AHKBDq])(\d*)\}/g, (_, kind: string, count: string) => {
    const alphabet = ALPHABETS[kind];
    if (alphabet === undefined) return "";
    let text = "";
    for (let i = 0; i < Number(count); i += 1) {
      state = (state * 1103515245 + 12345) % 2147483648;
      text += alphabet.charAt(Math.floor((state / 2147483648) * alphabet.length));
    }
    return text;
  });
}
