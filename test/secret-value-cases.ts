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
/value=github-pat ~ {"value":"ghp{q}_{A36}"}
/token=github-pat ~ {"token":"github_pat{q}_{A22}_{A59}"}
/note=github-app-token ~ {"note":"the runner printed ghs{q}_{A36} in its log"}
/v=github-oauth ~ {"v":"\"gho{q}_{A36}\""}
/v=gitlab-pat ~ {"v":"glpat{q}-{A20}"}
/v=gitlab-token ~ {"v":"glrt{q}-{A20}"}
/AWS_ACCESS_KEY_ID=aws-key-id /AWS_SECRET_ACCESS_KEY=aws-secret-key ~ {"AWS_ACCESS_KEY_ID":"AKIA{q}{K16}","AWS_SECRET_ACCESS_KEY":"{B40}"}
/env=aws-key-id /env=aws-secret-key ~ {"env":"AWS_ACCESS_KEY_ID=AKIA{q}{K16}\nAWS_SECRET_ACCESS_KEY={B40}"}
/v=aws-key-id ~ {"v":"ASIA{q}{K16}"}
/v=slack-token ~ {"v":"xoxb{q}-{D11}-{D13}-{A24}"}
/v=slack-webhook ~ {"v":"https://hooks.slack.com/services/T{K10}/B{K10}/{A24}"}
/v=stripe-key ~ {"v":"sk_live{q}_51{A97}"}
/v=stripe-key ~ {"v":"sk_test{q}_{A24}"}
/v=stripe-webhook-secret ~ {"v":"whsec{q}_{A32}"}
/v=google-api-key ~ {"v":"AIza{q}Sy{A33}"}
/v=google-oauth ~ {"v":"GOCSPX{q}-{A28}"}
/v=google-oauth ~ {"v":"1//0{q}{A60}"}
/v=openai-key ~ {"v":"sk-proj{q}-{A74}T3BlbkFJ{A74}"}
/v=anthropic-key ~ {"v":"export ANTHROPIC_API_KEY=sk-ant{q}-api03-{A93}AA"}
/v=anthropic-key ~ {"v":"sk-ant{q}-admin01-{A93}AA"}
/v=pypi-token ~ {"v":"pypi{q}-AgEIcHlwaS5vcmc{A70}"}
/v=huggingface-token ~ {"v":"hf{q}_{A34}"}
/v=azure-storage-key ~ {"v":"AccountName=demo;AccountKey={B86}=="}
/v=azure-storage-key ~ {"v":"Endpoint=sb://demo.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={B43}="}
/v=connection-string ~ {"v":"mysql://app:Tr0ub4dor@10.0.0.5:3306/shop"}
/v=connection-string ~ {"v":"amqps://svc:9fKq2mZx@mq.example.test/vhost"}
/v=connection-string ~ {"v":"Server=tcp:x.database.windows.net,1433;Initial Catalog=shop;User ID=sa;Password=Zk93-mmQ;Encrypt=True"}
/v=connection-string ~ {"v":"postgresql+asyncpg://bot:pE9xx31k@db/main"}
/v=url-credentials ~ {"v":"https://bob:Zx81qqpl@nexus.example.test/repository/"}
/v=basic-auth ~ {"v":"authorization: basic YWRtaW46bm90LXJlYWw="}
/v=bearer-token ~ {"v":"Bearer {A40}"}
/v=jwt ~ {"v":"eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.eyJpc3MiOiJodHRwczovL2V4YW1wbGUudGVzdCIsInN1YiI6IjQyIn0.{A86}"}
/v=jwt ~ {"v":"token: eyJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJhcGkiLCJleHAiOjF9.{A64} (valid till noon)"}
/v=private-key ~ {"v":"-----BEGIN EC PRIVATE KEY-----\n{B64}\n{B64}\n-----END EC PRIVATE KEY-----"}
/v=private-key ~ {"v":"-----BEGIN OPENSSH PRIVATE KEY----- {B64} {B64} -----END OPENSSH PRIVATE KEY-----"}
/v=private-key ~ {"v":"PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: demo\nPublic-Lines: 2\nAAAAC3NzaC1lZDI1NTE5\nPrivate-Lines: 1\n{B44}\nPrivate-MAC: {H64}"}
/v=private-key ~ {"v":"{\"type\":\"service_account\",\"private_key\":\"-----BEGIN PRIVATE KEY-----\\n{B64}\\n-----END PRIVATE KEY-----\\n\"}"}
/v=session-cookie ~ {"v":"Cookie: JSESSIONID={K32}; lang=en"}
/v=session-cookie ~ {"v":"PHPSESSID={A26}"}
/v=session-cookie ~ {"v":"Set-Cookie: session={A40}; HttpOnly; Secure"}
/v=payment-card ~ {"v":"4111111111111111"}
/v=payment-card ~ {"v":"5555 5555 5555 4444"}
/v=payment-card ~ {"v":"3782-822463-10005"}
/v=payment-card ~ {"v":6011111111111117}
/v=payment-card ~ {"v":"my card is 4242 4242 4242 4242 exp 11/29"}
/v=payment-card ~ {"v":"４２４２ ４２４２ ４２４２ ４２４２"}
/v=payment-card ~ {"v":"4242.4242.4242.4242"}
/v=payment-card ~ {"v":"2223003122003222"}
/v=payment-card ~ {"v":"4242–4242–4242–4242"}
/v=payment-card ~ {"v":"4242\u00a04242\u00a04242\u00a04242"}
/v=iban ~ {"v":"DE89370400440532013000"}
/v=iban ~ {"v":"GB29 NWBK 6016 1331 9268 19"}
/v=iban ~ {"v":"please pay to FR14 2004 1010 0505 0001 3M02 606, thanks"}
/v=iban ~ {"v":"nl91 abna 0417 1643 00"}
/v=recovery-phrase ~ {"v":"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"}
/v=recovery-phrase ~ {"v":"letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless"}
/v=ssn ~ {"v":"219-09-9999"}
/password=password ~ {"user":"kim","password":"correct horse"}
/db_password=password ~ {"db_password":"letmein"}
/clientSecret=generic-secret ~ {"clientId":"app-1","clientSecret":"q8Zr2WnB7sKdYtX4"}
/api_key=generic-secret ~ {"api_key":"q8Zr2WnB7sKdYtX4Lm9VcE1h"}
/access_token=generic-secret ~ {"access_token":"{A40}"}
/senha=password ~ {"senha":"gato1234"}
/contraseña=password ~ {"contraseña":"perro99"}
/passwort=password ~ {"passwort":"Sommer2026"}
/mot_de_passe=password ~ {"mot_de_passe":"soleil"}
/パスワード=password ~ {"パスワード":"sakura12"}
/密码=password ~ {"密码":"abc123"}
/비밀번호=password ~ {"비밀번호":"hangul77"}
/пароль=password ~ {"пароль":"moskva1"}
/v=github-pat ~ {"v":"g h p _ {A36}"}
/v=github-pat ~ {"v":"ghp\u200b{q}_{A36}"}
/v=github-pat ~ {"v":"ｇｈｐ＿{A36}"}
/list/1=github-pat ~ {"list":["ok","ghp{q}_{A36}"]}
/nested/deep=github-pat ~ {"nested":{"deep":"ghp{q}_{A36}"}}
/a=payment-card /b=payment-card ~ {"a":"4242 4242","b":"4242 4242"}
/l/0=payment-card /l/1=payment-card ~ {"l":["42424242","42424242"]}
/l/0=payment-card /l/1=payment-card /l/2=payment-card /l/3=payment-card ~ {"l":["4242","4242","4242","4242"]}
/v=discord-bot-token ~ {"v":"MT{A24}.{A6}.{A38}"}
/v=vault-token ~ {"v":"hvs{q}.{A90}"}
/v=linear-key ~ {"v":"lin_api{q}_{A40}"}
/v=notion-token ~ {"v":"ntn{q}_{A46}"}
/v=figma-token ~ {"v":"figd{q}_{A40}"}
/v=doppler-token ~ {"v":"dp.pt{q}.{A43}"}
/v=supabase-key ~ {"v":"sbp{q}_{H40}"}
/v=cloudflare-token ~ {"v":"v1.0-{H24}-{H146}"}
/v=age-key ~ {"v":"AGE-SECRET-KEY-1{K58}"}
/v=azure-sas-token ~ {"v":"https://demo.blob.core.windows.net/c/f?sv=2024-01-01&se=2026-01-01&sr=b&sp=r&sig={A43}%3D"}
- ~ {"id":"6f9619ff-8b86-d011-b42d-00c04fc964ff"}
- ~ {"commit":"9fceb02d0ae598e95dc970b74767f19372d61af8"}
- ~ {"short":"9fceb02"}
- ~ {"etag":"\"{H32}\""}
- ~ {"isbn":"978-0-306-40615-7"}
- ~ {"phone":"(555) 010-4477"}
- ~ {"fax":"0081-3-1234-5678"}
- ~ {"ts":"2026-11-30T12:53:00.123Z"}
- ~ {"ts":1764507180123}
- ~ {"epoch_us":"1764507180123456"}
- ~ {"order":"ORD-2026-0001234567"}
- ~ {"invoice":"INV-00004242"}
- ~ {"img":"data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD{B64}"}
- ~ {"token":"ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
- ~ {"token":"<YOUR_GITHUB_TOKEN>"}
- ~ {"api_key":"{{ secrets.OPENAI_KEY }}"}
- ~ {"password":"$DB_PASSWORD"}
- ~ {"password":"%DB_PASSWORD%"}
- ~ {"password":"op://vault/item/password"}
- ~ {"key":"cmd+k"}
- ~ {"key":"Escape"}
- ~ {"dsn":"postgres://localhost/dev"}
- ~ {"url":"https://example.test/login?next=/home"}
- ~ {"url":"https://user@example.test/repo.git"}
- ~ {"cert":"-----BEGIN CERTIFICATE-----\n{B64}\n{B64}\n-----END CERTIFICATE-----"}
- ~ {"key":"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{B43} alice@laptop"}
- ~ {"key":"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{B300} bob@host"}
- ~ {"imei":"490154203237518"}
- ~ {"snowflake":"175928847299117063"}
- ~ {"card":"•••• •••• •••• 4242"}
- ~ {"note":"The card ending in 1111 was declined"}
- ~ {"ip":"192.168.100.200"}
- ~ {"mac":"00:1A:2B:3C:4D:5E"}
- ~ {"coords":"52.5200066,13.4049540"}
- ~ {"name":"abandoned ability above absent"}
- ~ {"text":"I forgot my password and need a reset"}
- ~ {"text":"Wie ändere ich mein Passwort?"}
- ~ {"path":"C:\\Users\\bob\\.ssh\\id_rsa.pub"}
- ~ {"cls":"AbstractSingletonProxyFactoryBeanConfigurationProvider"}
- ~ {"slug":"a-very-long-blog-post-title-about-security-and-passwords"}
- ~ {"resource":"projects/demo/secrets/db-password/versions/3"}
- ~ {"arn":"arn:aws:iam::123456789012:role/deploy"}
- ~ {"ulid":"01ARZ3NDEKTSV4RRFFQ69G5FAV"}
- ~ {"nano":"V1StGXR8_Z5jdHi6B-myT"}
- ~ {"video":"dQw4w9WgXcQ"}
- ~ {"gdoc":"1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms"}
- ~ {"pub":"pk_test{q}_{A24}"}
- ~ {"color":"#a1b2c3"}
- ~ {"version":"1.2.3-rc.4+build.5678"}
- ~ {"cron":"*/15 0 1,15 * 1-5"}
- ~ {"amounts":["1000","2000","3000","4000"]}
- ~ {"years":[2021,2022,2023,2024]}
- ~ {"from":"20250101","to":"20251231"}
- ~ {"a":"4242","b":"1234"}
- ~ {"zip":"94043","phone":"6502530000"}
- ~ {"max_tokens":4096,"token_limit":"8192"}
- ~ {"remember_password":true}
- ~ {"integrity":"sha384-{B64}"}
- ~ {"query":"SELECT password FROM users WHERE id = 1"}
/comment=github-pat ~ {"t":"CI","comment":"set GH_TOKEN=ghp{q}_{A36} and it works"}
/url=github-pat /url=url-credentials ~ {"url":"https://x-access-token:ghp{q}_{A36}@github.com/o/r.git"}
/url=gitlab-pat /url=url-credentials ~ {"url":"https://gitlab-ci-token:glpat{q}-{A20}@gitlab.com/o/r.git"}
/yaml=npm-token ~ {"yaml":"npmAuthToken: npm{q}_{A36}"}
/v=aws-secret-key ~ {"v":"aws_secret_access_key = {B40}"}
/v=generic-secret ~ {"v":"AWS_SESSION_TOKEN=IQoJb3JpZ2luX2Vj{A200}"}
/body=slack-token ~ {"body":"{\"token\":\"xoxp{q}-{D12}-{D12}-{D12}-{H32}\"}"}
/v=stripe-key ~ {"v":"rk_live{q}_{A99}"}
/v=google-oauth ~ {"v":"ya29{q}.{A120}"}
/v=private-key ~ {"v":"{\"type\": \"service_account\", \"private_key_id\": \"{H40}\", \"private_key\": \"-----BEGIN PRIVATE KEY-----\\nMII{A64}\\n-----END PRIVATE KEY-----\\n\"}"}
/v=openai-key ~ {"v":"OPENAI_API_KEY='sk-proj{q}-{A124}'"}
/v=anthropic-key ~ {"v":"sk-ant{q}-oat01-{A93}AA"}
/v=azure-sas-token ~ {"v":"SharedAccessSignature sr=demo&sig={A43}%3D&se=1790000000&skn=Root"}
/v=jwt ~ {"v":"Authorization:Bearer eyJhbGciOiJIUzI1NiJ9.eyJ1IjoxfQ.{A43}"}
/v=password ~ {"v":"curl -u admin:Zx81qqplK9 https://jenkins.example.test/"}
/v=private-key ~ {"v":"-----BEGIN ENCRYPTED PRIVATE KEY-----\n{B64}\n{B64}\n-----END ENCRYPTED PRIVATE KEY-----\n"}
/v=private-key ~ {"v":"  -----BEGIN DSA PRIVATE KEY-----\n  {B64}\n  -----END DSA PRIVATE KEY-----"}
/v=session-cookie ~ {"v":"cookie: __Host-session={A64}; _ga=GA1.1.123.456"}
/v=session-cookie ~ {"v":"ASP.NET_SessionId={A24}"}
/v=connection-string ~ {"v":"sqlserver://sa:Zk93mmQx@db.example.test;database=shop"}
/v=connection-string ~ {"v":"Data Source=db;Initial Catalog=shop;Uid=app;Pwd=Zk93mmQx"}
/v=connection-string ~ {"v":"redis://default:kJ2nn9sAa3@redis-123.example.test:6379"}
/v=connection-string ~ {"v":"rediss://user:p%40ss9word@cache.example.test"}
/v=connection-string ~ {"v":"host=db port=5432 user=app password=Zk93mmQx dbname=shop"}
/v=connection-string ~ {"v":"smtp://mailer:Zk93mmQx@smtp.example.test:587"}
/v=payment-card ~ {"v":"Visa 4012 8888 8888 1881 CVV 123"}
/v=payment-card ~ {"v":"371449635398431"}
/v=payment-card ~ {"v":"6304000000000000"}
/v=payment-card ~ {"v":"3566-0020-2036-0505"}
/v=payment-card ~ {"v":"40-12-88-88-88-88-18-81"}
/v=payment-card ~ {"v":"4012/8888/8888/1881"}
/v=payment-card ~ {"v":"4012_8888_8888_1881"}
/v=payment-card ~ {"v":"4012\n8888\n8888\n1881"}
/v=payment-card ~ {"v":"𝟒𝟎𝟏𝟐𝟖𝟖𝟖𝟖𝟖𝟖𝟖𝟖𝟏𝟖𝟖𝟏"}
/v=payment-card ~ {"v":"४०१२८८८८८८८८१८८१"}
/n=payment-card ~ {"n":4012888888881881}
/v=iban ~ {"v":"IBAN: ES91 2100 0418 4502 0005 1332"}
/v=iban ~ {"v":"IT60X0542811101000000123456"}
/v=iban ~ {"v":"CH93-0076-2011-6238-5295-7"}
/v=recovery-phrase ~ {"v":"Legal Winner Thank Year Wave Sausage Worth Useful Legal Winner Thank Yellow"}
/v=recovery-phrase ~ {"v":"legal\nwinner\nthank\nyear\nwave\nsausage\nworth\nuseful\nlegal\nwinner\nthank\nyellow"}
/v=recovery-phrase ~ {"v":"legal, winner, thank, year, wave, sausage, worth, useful, legal, winner, thank, yellow"}
/words/0=recovery-phrase /words/10=recovery-phrase /words/11=recovery-phrase /words/1=recovery-phrase /words/2=recovery-phrase /words/3=recovery-phrase /words/4=recovery-phrase /words/5=recovery-phrase /words/6=recovery-phrase /words/7=recovery-phrase /words/8=recovery-phrase /words/9=recovery-phrase ~ {"words":["legal","winner","thank","year","wave","sausage","worth","useful","legal","winner","thank","yellow"]}
/a=recovery-phrase /b=recovery-phrase ~ {"a":"legal winner thank year wave sausage","b":"worth useful legal winner thank yellow"}
/secret_key=generic-secret ~ {"secret_key":"{A32}"}
/webhookSecret=generic-secret ~ {"webhookSecret":"{H40}"}
/bearer=generic-secret ~ {"bearer":"{A40}"}
/totp=otp ~ {"totp":"008812"}
/mfa_code=otp ~ {"mfa_code":492817}
/ssn=national-id ~ {"ssn":"219099999"}
/passport_number=national-id ~ {"passport_number":"C01X00T47"}
/card_number=payment-card ~ {"card_number":"5555 5555 5555 4444"}
/kennwort=password ~ {"kennwort":"Winter!26"}
/clave=password ~ {"clave":"luna2026"}
/暗証番号=pin ~ {"暗証番号":"4821"}
/验证码=otp ~ {"验证码":"882193"}
/chunk1=payment-card /chunk2=payment-card ~ {"chunk1":"5105 1051","chunk2":"0510 5100"}
/k/0=aws-key-id /k/1=aws-key-id ~ {"k":["AKIA{q}{K8}","{K8}"]}
/first=iban /second=iban ~ {"first":"DE89 3704 0044","second":"0532 0130 00"}
- ~ {"v":"projects/p/locations/eu/keyRings/r/cryptoKeys/k"}
- ~ {"v":"npm install --save-dev typescript@5.9.3"}
- ~ {"v":"The quick brown fox jumps over the lazy dog again and again today"}
- ~ {"v":"git clone git@github.com:octo/repo.git"}
- ~ {"v":"postgres://app:\${DB_PASSWORD}@db/main"}
- ~ {"v":"https://example.test/?utm_source=mail&utm_campaign=spring_sale_2026"}
- ~ {"v":"4111 1111 1111 1112"}
- ~ {"v":"1234567890123456"}
- ~ {"v":"0000 0000 0000 0000"}
- ~ {"v":"+1 415 555 2671 ext. 4242"}
- ~ {"v":"+81-90-1234-5678"}
- ~ {"v":"2026-11-30 12:53:00"}
- ~ {"v":"20261130125300"}
- ~ {"v":1764507180}
- ~ {"v":"ISBN 0-306-40615-2"}
- ~ {"v":"EAN 4006381333931"}
- ~ {"v":"VIN 1HGCM82633A004352"}
- ~ {"v":"#4242-1881"}
- ~ {"v":"Bearer tokens are explained in RFC 6750"}
- ~ {"v":"Basic training starts on Monday"}
- ~ {"v":"session=morning; room=A"}
- ~ {"token":"REPLACE_ME"}
- ~ {"token":"xxxxxxxx-xxxx-xxxx"}
- ~ {"token":"none"}
- ~ {"password":"<hidden>"}
- ~ {"api_key":"sk-...redacted..."}
- ~ {"api_key":"$(pass show openai)"}
- ~ {"api_key":"process.env.OPENAI_API_KEY"}
- ~ {"secret":"aws-secretsmanager://prod/db"}
- ~ {"key":"PageDown"}
- ~ {"hotkey":"Ctrl+Alt+Delete"}
- ~ {"v":"data:font/woff2;base64,d09GMgABAAAAA{B100}"}
- ~ {"v":"{H40}"}
- ~ {"v":"01HZX3J5Q8K7M2N4P6R8T0V2W4"}
- ~ {"v":"cus_{A14}"}
- ~ {"v":"arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"}
- ~ {"v":"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n{B64}\n-----END PGP PUBLIC KEY BLOCK-----"}
- ~ {"v":"-----BEGIN CERTIFICATE REQUEST-----\n{B64}\n-----END CERTIFICATE REQUEST-----"}
- ~ {"v":"ssh-rsa AAAAB3NzaC1yc2E{B300} me@host"}
- ~ {"v":"SHA256:{B43}"}
- ~ {"l":["1200","3400","5600","7800"]}
- ~ {"l":["2019","2020","2021","2022"]}
- ~ {"street":"4242 Main St","zip":"42424"}
- ~ {"width":1920,"height":1080,"depth":24,"dpi":96}
- ~ {"start":"41111111","end":"41111119"}
- ~ {"words":["legal","winner","thank","you"]}
- ~ {"lat":"35.6812362","lon":"139.7671248"}
- ~ {"a":"10","b":"20","c":"30","d":"40","e":"50","f":"60","g":"70","h":"80"}
- ~ {"prices":[19.99,5.49,100],"sum":125.48}
- ~ {"remarks":"Password reset worked fine, thanks!"}
- ~ {"v":"user:password"}
- ~ {"v":"https://docs.example.test/authentication/api-keys#rotate"}
- ~ {"session":"Keynote"}
- ~ {"code":"JFK"}
- ~ {"code":"function add(a, b) { return a + b; }"}
- ~ {"pin":"true"}
/a=payment-card /b=payment-card ~ {"a":"42424242","b":"42424242"}
/card_1=payment-card /card_2=payment-card /card_3=payment-card ~ {"card_1":"3782","card_2":"822463","card_3":"10005"}
/digits/0=payment-card /digits/1=payment-card /digits/2=payment-card ~ {"digits":["4242","4242","42424242"]}
/n/0=payment-card /n/1=payment-card ~ {"n":[42424242,42424242]}
/firstHalf=payment-card /secondHalf=payment-card ~ {"firstHalf":"4242-4242","secondHalf":"4242-4242"}
/p1=iban /p2=iban /p3=iban ~ {"p1":"GB29 NWBK","p2":"6016 1331","p3":"9268 19"}
- ~ {"phone1":"42424242","phone2":"42424242"}
- ~ {"phones":["42424242","42424242"]}
- ~ {"ids":["10000001","42424242","42424242"]}
- ~ {"customer":"42424242","invoice":"42424242"}
- ~ {"dates":["42420101","42421225"]}
- ~ {"v":"2021/2022/2023/2024"}
- ~ {"v":"4012/8888/8888/1882"}
- ~ {"v":"/data/4012/8888/8888/1881/x.png"}
- ~ {"v":"1-4012/8888/8888/1881-9"}
- ~ {"v":"4012, 8888; 8888 / 1881"}
- ~ {"bearer":"of good news, as always on this day"}
- ~ {"bearer":"frodo.baggins"}
/note=gitlab-pat ~ {"note":"my new token: glpat{q}-{A20}, expires friday"}
/cmd=github-pat ~ {"cmd":"curl -H 'Authorization: token ghp{q}_{A36}' https://api.github.com"}
/env=stripe-key ~ {"env":"export STRIPE_KEY=sk_live{q}_{A24}"}
/json=google-api-key ~ {"json":"{\"apiKey\":\"AIza{q}Sy{A33}\"}"}
/v=slack-token ~ {"v":"xoxe.xoxp{q}-1-{A146}"}
/v=connection-string ~ {"v":"postgres://u:pw-9931x@h/d?sslmode=require"}
/v=private-key ~ {"v":"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,{H32}\n\n{B64}\n{B64}\n-----END RSA PRIVATE KEY-----"}
/v=payment-card ~ {"v":"4000-0566-5566-5556"}
/v=payment-card ~ {"v":"card: 5200828282828210 cvc 100"}
/v=iban ~ {"v":"NL91ABNA0417164300"}
/v=recovery-phrase ~ {"v":"zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong"}
/smtp_password=password ~ {"smtp_password":"mail4you!"}
/apiKey=generic-secret ~ {"apiKey":"{H32}"}
/refresh_token=google-oauth ~ {"refresh_token":"1//0{q}{A50}"}
/verification_code=otp ~ {"verification_code":"204811"}
/mot_de_passe=password ~ {"mot_de_passe":"tournesol7"}
/contraseña_wifi=password ~ {"contraseña_wifi":"casa1234"}
/カード番号=payment-card ~ {"カード番号":"4012 8888 8888 1881"}
/p1=github-pat /p2=github-pat ~ {"p1":"ghp{q}_{A10}","p2":"{A26}"}
/num1=payment-card /num2=payment-card ~ {"num1":"40128888","num2":"88881881"}
- ~ {"note":"please rotate the GitHub token before Friday"}
- ~ {"cmd":"git push origin main --force-with-lease"}
- ~ {"env":"export STRIPE_KEY=$STRIPE_KEY"}
- ~ {"v":"sha256-{B43}="}
- ~ {"v":"build-2026.11.30-rc1+{H12}"}
- ~ {"v":"Order 4000-1234-5678 shipped"}
- ~ {"v":"Tel. 0800 330 1000"}
- ~ {"v":"12 Main Street, 94043 Mountain View"}
- ~ {"v":"{H64}"}
- ~ {"v":"urn:uuid:6f9619ff-8b86-d011-b42d-00c04fc964ff"}
- ~ {"v":"https://example.test/a/b?id=8812&sig=abc"}
- ~ {"api_key":"<insert key>"}
- ~ {"password":"(unchanged)"}
- ~ {"token":"bpe"}
- ~ {"otp":"none yet"}
- ~ {"pin":""}
- ~ {"order1":"40128888","order2":"88881881"}
- ~ {"lat_long":["35.68123","139.76712"]}
- ~ {"story":"once upon a time there was a little zoo with wrong signs on every single door of it"}
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
