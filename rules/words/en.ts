/**
 * English.
 *
 * Traps: `key`, `code`, `number` alone are no secrets (primary key, zip code, card number of a library), so they stand only
 * in phrases. `token` counts text and means coins; `pin` is a verb and a contact of a chip; `secret` is an adjective; `pass`
 * is a ticket; `pwd` is a shell command: they are marked soft. `security code` is a card's or a message's, by context.
 * `credentials` names a whole sign-in, so it counts as a password, but gives way to any field that is more exact.
 */
import type { SecretWords } from "../../engine/core/secrets.ts";

export const english: SecretWords = {
  language: "en",
  script: "latin",
  names: {
    password:
      "*password, *passwd, keystore password, key store password, keystore pass, truststore password, certificate password, key password, password, pass word, passphrase, pass phrase, passwd, passcode, pass code, password1, password2, pwd!, pswd, psw!, passwrd, " +
      "pass?=, pword, pw!, credential, creds, cred?=, login details, sign in details, log in details, login info?, " +
      "login data, login secret, unlock code, door code, alarm code, safe combination, wifi key, wi fi key, wpa key, wep key, " +
      "network security key, preshared key, pre shared key, psk!, user pass, db pass, database pass, smtp pass, mysql pass, postgres pass, redis pass, mail pass, email pass, ftp pass, ssh pass, " +
      "root pass, admin pass, auth pass, login pass, ldap pass, sudo pass, wifi pass, wi fi pass, unlock this laptop, unlock this computer, " +
      "unlock your laptop, unlock your computer, unlock your phone, unlock this phone, unlock this device, unlock your device, " +
      "unlock your screen, type to log in, type to sign in, use to log in?, use to sign in?, sasl secret",
    "api-key":
      "*apikey, stripe secret key, mapbox key, algolia key, airtable key, figma key, notion key, linear key, sentry key, segment key, mixpanel key, amplitude key, plaid key, square key, paypal key, shopify key, hubspot key, eleven labs key, elevenlabs key, etherscan key, infura key, alchemy key, tmdb key, newsapi key, weather key?, together key, fireworks key, voyage key, resend key, postmark key, brevo key, x ai key, xai key, api key, apikey, apikeys, api token?, api secret, api secret key, api credential, api access key, secret access key, aws secret, " +
      "aws secret key, access key!, access keys!, account key, storage account key, storage key!, service key, service role key, " +
      "subscription key, admin key, master key, root key, app key, application key, developer key, dev key, write key, read key, " +
      "server key, integration key, connection key, rest key, ingest key, ingestion key, sdk key, " +
      "live key!, live secret key, live api key, production key!, sandbox key?, stripe live key, " +
      "openai key, anthropic key, claude key, gemini key, google key, stripe key, github key, gitlab key, aws key, azure key, " +
      "gcp key, cohere key, mistral key, groq key, openrouter key, deepseek key, perplexity key, hugging face key, replicate key, " +
      "sendgrid key, mailgun key, twilio key, datadog key, pinecone key, supabase key, cloudflare key, tavily key, serpapi key, " +
      "x api key, auth key, authentication key, authorization key",
    "access-token":
      "docker hub pat, dockerhub pat, docker pat, github pat, gitlab pat, bitbucket pat, devops pat, azure pat, token!, access token, auth token, authentication token, authorization token, bearer token, refresh token, personal access token, " +
      "personal token, pat?=, api token, oauth token, oauth2 token, o auth token, id token, identity token, session token, user token, " +
      "bot token, app token, application token, deploy token, deployment token, registry token, npm token, service token, secret token, " +
      "security token, login token, jwt!, jwt token, json web token, authorization bearer, bearer authorization, auth header, " +
      "authorization header, authentication header, bearer?=, github token, gitlab token, slack token, discord token, telegram token, " +
      "vault token, csrf token, xsrf token, webhook token, integration token, webhook url with token, magic link?, sas token, sas url",
    "private-key":
      "private key, privkey, priv key, ssh key!, ssh private key, rsa private key, pem key, pem private key, signing key, encryption key, " +
      "decryption key, secret key, gpg key?, pgp private key, gpg private key, wallet key, deploy key?, age key?, keystore?, key file?, " +
      "pem file?, ppk file, private key pem, aes key, hmac key, symmetric key, cipher key, host private key, service account json, " +
      "service account key, service account credentials, id rsa, tls key, ssl key, certificate key, xprv",
    secret:
      "jwt signing secret, jwt signing key, jwt secret key, secret!, client secret, shared secret, webhook secret, signing secret, app secret, application secret, consumer secret, " +
      "secret value, secret string, secret text, secret word, secret phrase, secret code, totp secret, otp secret, 2fa secret, " +
      "hmac secret, jwt secret, cookie secret, session secret, oauth secret, encryption secret, secrets, connection string, " +
      "conn string, connstring, database url?, dsn?=, sentry dsn, env file contents, contents of your env, kubeconfig contents, kube config contents, kubeconfig file contents, contents of your kubeconfig, " +
      "contents of the kubeconfig, paste your kubeconfig, environment secrets, " +
      "session key, pepper?=, password salt?, master secret, vault secret, secret id!, server secret, service secret, bot secret",
    otp:
      "digit token, 6 digit token, six digit token, steam guard code, steam guard, code shown in?, code shown by?, code displayed in?, code displayed by?, code on your authenticator, authy code, authy, otp, totp, hotp, one time password, one time passcode, one time pass code, one time code, one time pin, one time key, onetime code, " +
      "onetime password, verification code, verify code, verification number, confirmation code?, security code, authentication code, " +
      "authenticator code, auth code, authorization code?, two factor code, two factor authentication code, two step code, " +
      "2 step code, two step verification code, 2fa, 2fa code, mfa, mfa code, mfa token, 2fa token, otp code, otp token, totp code, " +
      "tfa, tfa code, login code, log in code, sign in code, signin code, sms code, text message code, email code, access code, " +
      "backup code, recovery code, rescue code, scratch code, emergency code, reset code, password reset code, activation code?, " +
      "device code?, code=?, digit code?, digit number?, code we sent, code we just sent, code we texted, code we just texted, code we emailed, code we just emailed, code we ve sent, code we have sent, " +
      "code sent to?, code that was sent?, code from your phone?, code from your authenticator, code in your authenticator, " +
      "code from the authenticator, code from your app?, code from the app?, code from the sms, code from the text message, code you received?, " +
      "code you just received?, tan.=, transaction number?, challenge response, second factor, number shown in the app?, " +
      "numbers on your token, code on your token, dynamic code, passkey code, verification digits",
    pin:
      "pin to open, pin to unlock, pin to enter, pin for the door, pin for the alarm, door pin, alarm pin, gate pin, lock pin, pin of the alarm, pin of the door, pin=, enter your pin!, type your pin!, provide your pin!, confirm your pin!, pin code=, pincode=, pin number=, pinnumber, card pin, account pin, sim pin, atm pin, debit pin, bank pin, new pin, old pin, " +
      "current pin, user pin, login pin, personal pin, security pin, secret pin, voicemail pin, phone pin, device pin, " +
      "confirm pin, verify pin, admin pin, parental pin, digit pin, digits pin, personal identification number, puk, puk code, pin puk, bank card pin, " +
      "debit card pin, credit card pin, wallet pin, screen lock pin, unlock pin, pin1, pin2",
    "recovery-phrase":
      "recovery phrase, seed phrase, seedphrase, seed words, recovery words, recovery seed, wallet seed, mnemonic!, mnemonic phrase, " +
      "mnemonic words, mnemonic seed, secret recovery phrase, backup phrase, wallet phrase, 12 words?, 24 words?, twelve words?, " +
      "twenty four words?, 12 word phrase, 24 word phrase, 12 word seed, twelve word phrase, twenty four word phrase, bip39, bip 39, " +
      "bip39 phrase, recovery key, bitlocker key, bitlocker recovery key, backup key, recovery sentence, key phrase?, seed?=",
    "session-cookie":
      "session cookie, sessionid?, session id?, sid cookie, sid?=, cookie!, cookies!, auth cookie, authentication cookie, login cookie, " +
      "browser cookie, cookie value, cookie header, cookie string, cookie jar?, phpsessid, jsessionid, connect sid, set cookie, " +
      "session identifier?, li at cookie, session storage value, remember me cookie",
    "payment-card":
      "ccv, ccv2, card number!, cardnumber, card no, card num, cardno, cc number, cc num, ccnum, ccnumber, cc no, cc?=, credit card!, creditcard!, " +
      "debit card!, debitcard!, credit card number, credit card no, credit card details, credit card info, credit card information, " +
      "debit card number, bank card number, bank card!, payment card number, payment card!, card details, card data, card information?, card info?, " +
      "payment details, payment credentials, payment information?, primary account number, pan?=, cvv, cvv2, cvc, cvc2, csc?, cvn?, cid?=, " +
      "card verification value, card verification code, card verification number, card security code, card code, security code?, security number?, " +
      "3 digit code?, three digit code?, 4 digit code on the front?, digits on the back?, number on the back?, digits on the back of your card, " +
      "visa number, mastercard number, amex number, card verification, check value?, 16 digit number?, 16 digits?, long number?, track data",
    "bank-account":
      "bank account!, bank account number, bank account no, bank account details, bank details, banking details, iban, account number?, " +
      "account no?, acct number?, acct no?, accountnumber?, checking account number, savings account number, current account number, " +
      "routing and account number, direct debit details, bank login?, clabe",
    "national-id":
      "social security number, social security no, social security, ssn, ss number?, national id number, national id!, national identity number, " +
      "national identification number, identity card number, id card number, government id!, government id number, passport number, passport no, " +
      "drivers license number, driver license number, driving licence number, drivers licence number, tax id?, tax identification number, taxpayer id, " +
      "taxpayer identification number, tax file number, itin, national insurance number, nino?=, nhs number, medicare number, aadhaar, " +
      "aadhaar number, aadhar number, pan card number, pan number?, resident registration number, my number card, social insurance number, sin number, " +
      "citizen id, citizen number, personal identity number, identity document number, identity number, last four of your social, last four digits of your social, last four digits of your social security number, last four digits of your ssn, " +
      "last four of your ssn, last 4 of your ssn, last 4 digits of your ssn, last 4 of ssn, last four of ssn, ssn last 4, ssn last four, last 4 ssn",
    "security-answer":
      "security question!, security answer, secret question!, secret answer, recovery question!, recovery answer, challenge question!, challenge answer, " +
      "answer to your security question, mothers maiden name, mother s maiden name, maiden name, name of your first pet, first pet, " +
      "first pets name, first pet s name, childhood pet, name of your first school, first school attended, street you grew up on, " +
      "street did you grow up on, city were you born in?, make of your first car, first car?, favorite teacher, favourite teacher, memorable word, " +
      "memorable name, memorable date, memorable information, memorable place, name of your elementary school?, elementary school?, name of your primary school?, high school mascot?, childhood nickname, childhood best friend",
  },
  cues: {
    password: "log in, login, sign in, signin, log on, logon, user, username, authenticate, account, unlock",
    otp:
      "sent, texted, emailed, sms, text message, phone, authenticator, two factor, two step, 2 step, 2fa, mfa, verify, verification, " +
      "verify your identity, confirm it is you, confirm its you, it is you, it s you, log in, login, sign in, signin, identity, inbox, we just sent",
    "payment-card":
      "card, cards, card number, credit card, debit card, visa, mastercard, amex, american express, maestro, payment, pay, checkout, " +
      "expiry, expiration, exp month, exp year, expiration date, billing, purchase, cardholder",
    "bank-account":
      "bank, banking, iban, bic, swift, routing, routing number, sort code, wire, wire transfer, payout, direct debit, direct deposit, payroll",
    "session-cookie": "cookie, cookies, browser, devtools, developer tools, log in, login, logged in, headers",
    "recovery-phrase":
      "wallet, seed, crypto, mnemonic, metamask, ledger, recover, restore, bitcoin, ethereum, phrase, recovery",
    "national-id": "social security, citizen, government, tax, irs, identity, born, birth",
    "private-key": "private, ssh, paste, wallet, pem, begin, contents, content, key, deploy",
    "access-token":
      "github, gitlab, token, authorization, header, http, paste, azure devops, bitbucket, personal access, magic link, log in, sign in",
    "api-key": "key, paste, api",
    secret: "paste, password, credentials, database, postgres, mysql, mongodb, redis, secret, hash, connection",
    "security-answer": "security, verify, verification, identity, reset, recover, recovery, question",
  },
  harmless:
    "passwordless, passwordlessly, passwordless login, which cookie, cookie recipe, favourite cookie, favorite cookie, cookie flavour, cookie flavor, cookie would you like, pin code postal, postal pin code, postal pin, area pin code, pin code of the area, token to tag, token to classify, token to label, token index, token position, secretary, secretariat, secret santa, secret menu, secret ingredient, secret of your success, secret of success, secret to success, secret behind, secret agent, secret ballot, secret level, secret sauce, trade secret, top secret, " +
    "secret garden, secret service, secret project, secret message, secret sharing, secret scanning, secret manager, secrets manager, secrets engine, secret engine, " +
    "secret store, secrets store, secret backend, secretsmanager, " +
    "keyboard, keyword, key word, keyframe, keynote, key vault, keyvault, key vault name, monkey, turkey, hotkey, donkey, key binding, keybinding, key ring, " +
    "primary key, foreign key, sort key, partition key, public key, ssh public key, publishable key, anon key, idempotency key, cache key, row key, " +
    "object key, s3 key, registry key, json key, config key, setting key, answer key, map key, key result, key account, key value, product key, license key, " +
    "licence key, activation key, key signature, key stage, key performance, issue key, project key, ticket key, jira key, routing key, hash key, " +
    "lookup key, search key, group key, message key, translation key, i18n key, musical key, key person, key contact, key size, dedup key, " +
    "public key fingerprint, key fingerprint, verification key, public signing key, " +
    "tokenizer, tokenise, tokenize, tokenization, max tokens, max token, maximum tokens, maximum token, min tokens, minimum tokens, tokens per, input tokens, " +
    "output tokens, prompt tokens, completion tokens, context tokens, total tokens, token ids, stop token, stop tokens, start token, end token, pad token, " +
    "eos token, bos token, mask token, special token, special tokens, added tokens, next page token, nextpagetoken, page token, pagination token, continuation token, " +
    "cancellation token, sync token, next token, cursor token, erc20 token, nft token, governance token, native token, base token, quote token, " +
    "from token, to token, input token, output token, sell token, buy token, source token, destination token, design token, design tokens, " +
    "token pair, token swap, reward token, utility token, subway token, game token, board game token, swap tokens, thinking tokens, reasoning tokens, " +
    "pinpoint, pinboard, pin board, pinned, pinning, pinterest, pinecone, pinyin, pinot, pin layout, pinout, pin out, gpio pin, led pin, data pin, " +
    "reset pin, clock pin, input pin, output pin, analog pin, digital pin, signal pin, power pin, ground pin, pin mode, pin map, map pin, drop pin, drop a pin, lapel pin, " +
    "rolling pin, bowling pin, safety pin, pin to, pin the, pin this, pin it, pin a, pin version, postal pin code, postal pin, area pin code, pin message, " +
    "pin code of the area, postal code, postcode, post code, zip code, zip, zipcode, country code, area code, dial code, dialing code, currency code, language code, " +
    "locale code, promo code, promotion code, promotional code, coupon code, discount code, voucher code, gift code, referral code, invite code, invitation code, " +
    "product code, error code, status code, exit code, response code, source code, code review, code style, code snippet, code block, qr code, bar code, " +
    "barcode, color code, colour code, dress code, airport code, iata code, icao code, station code, stock code, item code, course code, class code, " +
    "department code, cost code, tax code, state code, city code, region code, branch code, code of conduct, morse code, country calling code, " +
    "reason code, diagnosis code, icd code, naics code, sic code, hs code, building code, code name, codename, code owner, code owners, codebase, vs code, " +
    "sort code, swift code, bank code, confirmation code format, tracking code, booking code, reservation code, order code, entry code, event code, " +
    "business card, gift card, graphics card, sound card, video card, sim card, memory card, sd card, id card, library card, library card number, " +
    "loyalty card, loyalty card number, membership card number, gift card number, greeting card, flash card, flashcard, postcard, trello card, card game, playing card, " +
    "card title, card name, card color, card layout, red card, yellow card, business card number, punch card, report card, green card, scorecard, card brand, card network, " +
    "card type, card expiry, card holder, cardholder, last 4, last four, last 4 digits, last four digits, card ending, ending in, last digits, " +
    "passenger, passport, passport office, passport country, passport city, passage, passing, passed, bypass, compass, passive, passion, pass rate, pass mark, pass fail, pass through, " +
    "passthrough, boarding pass, day pass, season pass, ski pass, bus pass, pass percentage, pass criteria, mountain pass, high pass, low pass, " +
    "forward pass, first pass, second pass, test pass, pass count, hall pass, battle pass, passport photo, password manager, password managers, " +
    "passwordless, password less, password protected, password reset email, forgot password, password policy, " +
    "working directory, current directory, print working directory, current working directory, working dir, present working directory, " +
    "cookie recipe, cookie cutter, chocolate chip cookie, cookie banner, cookie consent, cookie policy, cookie flavor, cookie flavour, cookie dough, " +
    "fortune cookie, favorite cookie, cookie preferences, accept cookies, cookie settings, cookie jar size, cookie tin, kind of cookie, cookies and, cookies to bake, " +
    "session title, session length, session name, session topic, session duration, session speaker, session type, session number, " +
    "account name, account manager, account type, account owner, customer account, customer account number, customer number, account number on your invoice, " +
    "utility account number, member number, seat number, order number, phone number, account number see your invoice, energy account number, " +
    "insurance, footprint, laptop, potato, top assignment, optional, hot potato, cotpusher, optician, " +
    "ring bearer, bearer of, pall bearer, standard bearer, torch bearer, flag bearer, " +
    "standard, stand, tan color, tan colour, suntan, tan line, tandem, mandate, tangent, author, authors, authority, authored, authentic, " +
    "class name, classname, ssn enabled, " +
    "pan fried, frying pan, saucepan, panorama, pan and, pan left, pan right, pan speed, pan zoom, " +
    "client id, api version, api name, api url, api endpoint, api docs, api base, api host, api gateway, api method, " +
    "seed value, random seed, seed round, seed data, seed number, seeds, seed investment, seed stage, seed company, seed list, seed url, bird seed, " +
    "mnemonic device, mnemonic for, cc recipients, cc list, cc address, cc email, carbon copy, copy to, " +
    "access code of conduct, credential type, credentials type, credential provider, first car rental, dsn name, rsa public key, pass token, " +
    "security question policy, public ssh key, ssh pubkey, pubkey, verification status, tax id type, national id type, tokens used, token used, secret detection, " +
    "keystroke, key frame, keyhole, key up, key down, arrow key, function keys, shortcut key, access key shortcut, menu key, enter key, escape key, space key, " +
    "account key contact, account keys contact, key account manager, master key signature, house key, car key, spare key, key deposit, key pickup, key handover, key colour, key color, " +
    "root key note, key of the song, song key, key change, key name, server key pair name, ssh key pair name, key pair, keypair, key pair name, column key, " +
    "admin key contact, app key contact, service key contact, dev key contact, app key feature, service key feature, key feature, key features",
  about:
    "validity, valid for, in seconds, in minutes, in hours, reuse, re use, remembered, rotation interval, name, names, named, id!, ids, identifier, policy, policies, length, count, counts, limit, limits, budget, usage, type, types, kind, format, version, url, uri, link, page, hint, " +
    "strength, expiry, expiration, expires, expires at, expires in, rotation, rotation period, reset, resets, rotate, label, labels, prefix, suffix, path, location, vault, provider, " +
    "scope, scopes, permission, permissions, list, owner, owners, address, symbol, symbols, status, enabled, setting, settings, " +
    "rule, rules, requirement, requirements, generator, screen, holder, ttl, lifetime, life time, age, max age, interval, days, algorithm, column, table, " +
    "variable, env var, environment variable, env variable, variable name, alias, ref, reference, arn, issuer, audience, size, ratio, price, prices, cost, costs, amount, amounts, " +
    "supply, contract, standard, standards, metadata, logo, manager, managers, management, per, remaining, used, spent, window, threshold, " +
    "allowance, field, field name, file path, filename, file name, file location, directory, folder, complexity, history, change date, last changed, created at, updated at, " +
    "rotated, revoked, revocation, revoke, expire, issue, issues, problem, problems, request, requests, recovery email, reset email, reset link, email address, recipient, guidelines, guideline, " +
    "format type, regex, pattern, visibility, storage, store, backend, engine, endpoint, service, detection, scanning, scanner, management system, leak, leaks, leakage, breach, handling, " +
    "documentation, docs, tutorial, course, class, feature, support, option, options, method, usage limit, quota, counter, estimate, balance, holders, sale, launch, economics, fingerprint, thumbprint, checksum hint, " +
    "title, description, purpose, reason, owner email, contact, display name, nickname, color, colour, icon, position, order, index, quantity, delivery method, channel, delivery, destination, mask, " +
    "length limit, length in, expiry date, expiry time, timeout, delay, attempts, retries, retry count, tries, resend, preference, preferences, theme",
  aboutOf:
    "name of, names of, name for, name on, label for, label of, title of, title for, description of, description for, number of, how many, how much, count of, length of, amount of, maximum number of, max, maximum, " +
    "minimum, min, type of, kind of, format of, format for, version of, path to, path of, location of, file containing, file with, link to, url of, url for, owner of, id of, identifier of, identifier for, policy for, " +
    "rules for, limit on, limit for, limit of, budget for, reason for, reason to, purpose of, scope of, scopes of, scopes for, scopes may, permissions of, permissions for, expiry of, expiry date of, expiration of, expiration date of, " +
    "hint for, hint about, age of, size of, last 4 digits of, last four digits of, last four of, last digits of, first four digits of, where is, where are, where do you keep, where do you store, how do you store, where to store, " +
    "who has, who owns, who knows, when did you last change, when was, when does, when did, how often, how long, lost, lose, forgot, forgotten, forget, stolen, expired, leaked, compromised, rotate, rotating, revoke, revoking, delete, deleting, remove, " +
    "country of, issuing country of, issuing office of, place of, date of, holder of, name in, alias of, alias for, reference to, arn of, arn for, environment variable for, environment variable that holds, environment variable that contains, environment variable with, environment variable holding, env var that holds, env var with, variable holding, variable that holds, variable which holds, variable that contains, variable containing, variable with, var that holds, var holding, file that holds, file that contains, column that holds, column with, vault entry that holds, env var for, variable for, " +
    "column for, which column holds, recipients of, costs, cost of, price of, supply of, symbol of, public part of, public half of, fingerprint of, hash of, " +
    "support for, topic about, article about, about, regarding, problem with, problems with, trouble with, issue with, issues with, question about, questions about, help with, color of, colour of, status of",
  sends:
    "we will send, we ll send, we send, we will text, we ll text, we text, we will email, we ll email, we email, will send, send you, text you, email you, mail you, will receive, to receive, receive a, receives, get a, " +
    "is sent, are sent, will be sent, gets sent, be sent, is delivered, will be delivered, is texted, is emailed, goes to, will arrive, arrives, used to reset, to reset, to recover, resets",
  asks:
    "enter your pin, type your pin, provide your pin, confirm your pin, enter, re enter, reenter, type, retype, re type, key in, input, provide, give, give us, give me, paste, copy, supply, submit, fill in, fill out, tell us, tell me, send, send us, send me, share, specify, insert, put, put in, write, " +
    "we need, i need, need, needs, need your, requires, require, required, is required, are required, please, what is, what s, whats, what are, what was, confirm, verify with, authenticate with, log in with, login with, sign in with, signin with, " +
    "use your, choose, pick, create, set, set a, add, attach, include, show us, reveal, disclose, hand over, quote, state, scan, upload, drop, repeat, e g, eg, for example, example, such as",
  pointers:
    "enter it, enter them, enter this, enter that, type it, type them, type this, paste it, paste them, paste this, provide it, provide them, give it, send it, share it, submit it, fill it in, input it, insert it, write it, put it, enter here, enter below, " +
    "type here, type below, paste here, paste below, input here, enter yours, type yours, confirm it, enter one, provide one, reply with it, share it here, tell us, tell me, enter the value, provide the value, paste the value, fill in below, fill in the form, " +
    "what is it, enter it here, type it here, type it below, enter it below, enter both, please enter, please provide, add it, add it here, supply it, give it to me, give me yours, give us yours, drop it here, drop it below, copy it here, copy it",
  never:
    "redact, redact any, redact all, redact your, strip out, mask any, scrub, censor, leave out, omit, black out, blank out, remove any, remove all, remove your, never, do not enter, do not type, do not paste, do not share, do not include, do not provide, do not put, do not send, do not give, do not give us, do not submit, do not write, do not add, do not use, do not disclose, do not reveal, " +
    "do not post, do not input, do not store, do not ever, do not tell, do not supply, do not insert, do not upload, do not attach, do not place, " +
    "don t enter, don t type, don t paste, don t share, don t include, don t provide, don t put, don t send, don t give, don t give us, don t submit, don t write, don t add, don t use, don t disclose, don t reveal, don t post, don t input, " +
    "don t store, don t ever, don t tell, don t supply, don t insert, don t upload, don t attach, must not, must not contain, should not contain, should not, may not contain, must never, should never, please do not, please don t, avoid entering, avoid sharing, avoid including, avoid, " +
    "cannot contain, can t contain, not allowed to enter, refrain from, nothing secret, no sensitive, does not ask for, will not ask for, do not need, don t need, we do not need, we don t need, not asking for, without entering",
  neverAfter:
    "not required, not needed, is not required, is not needed, isn t needed, isn t required, are not needed, are not required, is optional and ignored, must not be entered, should not be entered, must not be included, should not be included, " +
    "should never be entered, must never be entered, do not belong here, don t belong here, is never asked, will not be asked, unnecessary, is unnecessary, not necessary, is not necessary, is not asked for, are not asked for, not accepted, are not accepted, will be rejected",
  wiring:
    "gpio, gpio pin, gpios, arduino, arduino pin, esp32, esp8266, raspberry pi, raspberry pi pin, breadboard, microcontroller, i2c, pwm, pwm pin, bcm, " +
    "servo, servo pin, stepper motor, relay, wiring, wiring diagram, jumper wire, pinout, pin layout, sda, scl, uart, led pin, analog pin, digital pin, " +
    "data pin, input pin, output pin, signal pin, trigger pin, echo pin",
  without:
    "without, without a, without an, without any, without the, no, not a, not an, not the, not your, not any, instead of, instead of a, instead of an, instead of your, instead of the, rather than, rather than a, rather than your, other than, " +
    "other than your, except, excluding, never your, never a, never the, free of, not to be confused with, different from your, not used as, not used as a, unlike a, unlike your, nor, nor your, not contain, contain no, contains no",
  whether:
    "should the, should this, should your, can the, could the, will the, is there, are there, shall the, do you, does, should i, should we, shall i, shall we, is the, is your, is this, are you, are the, can i, can we, could i, may i, may we, will you, would you like, did you, have you, has, was the, were you, want to, want me to, would you like me to, is it, " +
    "do you want, do you want me to, do you have, does your, ok to, okay to, are we, do we, did we, has the, has your",
  fillers:
    "pls, plz, thx, thanks, thank you, ur, a, an, the, of, for, to, in, into, from, on, at, and, or, with, by, as, is, are, be, that, which, you, your, yours, my, our, their, his, her, its, here, below, above, now, again, value, string, text, content, contents, data, please, so, if, then, " +
    "we, i, us, me, it, this, new, old, current, existing, full, complete, own, just, only, also, first, second, half, part, last, exact, correct, valid, secure, securely, again, twice, before, after, via, when, while, was, were, will, can, must, should, " +
    "input, here please, digits, digit, characters, chars, confirmation, repeat, confirmed, verify, plaintext, plain, raw, encoded, base64, hex, used, needed, required, optional, one, two, three, four, six, eight, hidden, encrypted, masked, form, field, str, " +
    "do not forget, don t forget, never forget, do not hesitate, don t hesitate, don t worry, do not worry, never mind, don t skip, do not skip, do not leave, don t leave, do not lose, don t lose, we will never, we never, we ll never, will never be, we do not store, " +
    "we don t store, we do not share, we don t share, we won t, we will not, we do not keep, we don t keep, will not be stored, won t be stored, is never stored, are never stored, it is never, is never, are never, never leaves, never stored, never shared, " +
    "not stored, not shared, not logged, not saved, will not store, will not share, won t share, won t store, no one, nobody, no problem, no worries, not just, not only, do not close, don t close, cannot continue, can t continue, cannot proceed, can t proceed, " +
    "company, corporate, work, personal, admin, administrator, root, master, database, db, server, vpn, email, user, account, login, site, website, service, github, gitlab, aws, azure, google, slack, openai, stripe, windows, mac, bank, card, wifi, smtp, ssh, ftp, sftp, ldap, api, app, " +
    "production, prod, staging, test, dev, local, remote, backup, temporary, temp, initial, default, either, both, any, all, x",
  known:
    "username, user name, login name, user id, userid, name, first name, last name, full name, surname, given name, middle name, nickname, display name, email, e mail, mail, email address, phone, phone number, mobile number, telephone, " +
    "address, street, city, town, state, province, country, region, zone, date, day, month, year, time, start time, end time, birthday, birthdate, date of birth, age, gender, title, description, subject, topic, summary, reason, comment, comments, " +
    "note, notes, remark, remarks, feedback, explanation, justification, purpose, motivation, question, quantity, amount, count, price, budget, size, weight, height, width, length, duration, color, colour, language, locale, timezone, currency, " +
    "company name, organization, organisation, department, team, role, job title, position, project, project name, repository, repo, branch, file, filename, file name, path, folder, directory, url, link, website, homepage, host, hostname, domain, port, " +
    "environment, version, model, category, tag, tags, label, priority, status, type, kind, format, interest, interests, hobby, hobbies, preference, preferences, favorite color, favourite colour, number of guests, guests, destination, origin, location, " +
    "expiry, expiry date, expiration, expiration date, exp month, exp year, cardholder name, name on card, routing, routing number, bic, swift, message, query, search, keyword, keywords, table, column, database name, schema, bucket, namespace, cluster, instance, resource, group, rating, score, " +
    "recipients, recipient, cc, bcc, content, username or email, scope, scopes, plan, product, item, order, order number, customer number, invoice number, seat, room, score, secretary, author, bootstrap servers, mechanism, protocol, contact, issue, ticket, commit message, release notes, " +
    "passport office city, passport office, confirm, confirmation, approve, approval, decision, choice, option, selection, agree, acknowledge, consent, proceed",
  generic:
    "value, values, answer, input, response, reply, text, result, data, content, field, string, str, v, x, y, z, k, p, q, s, t, w, c, b, n, m, a, f, g, f1, f2, q1, q2, field1, field2, param, parameter, arg, argument, entry, info, information, details, anything else, other, " +
    "something, thing, misc, output, payload, item1, here, user input, userinput, user response, free text, freetext, note, notes, comment, comments, message, remarks, box, prompt, code, number, key, your answer, your response, your input, enter here, type here, answer here",
};
