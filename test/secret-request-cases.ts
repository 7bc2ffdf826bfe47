/**
 * Forms of our own, in both directions, beside the given vectors; one a line:
 *
 *     language ~ expectation ~ message ~ field ~ field …
 *
 * expectation: `-`, or `field=category` separated by blanks; field: `name`, then `:type` if not a string, then "title" and "description" in quotes.
 * Types: int, num, bool, list (strings), enum(a|b), date, any (no type).
 */
export const REQUEST_LINES = String.raw`
en ~ password=password ~ Create your account ~ email "Email" ~ password "Password" "At least 12 characters"
en ~ confirm_password=password new_password=password ~ Change it ~ new_password ~ confirm_password
en ~ value=password ~ What is your password? ~ value
en ~ value=password ~ Please type your password below. ~ value "Value"
en ~ value=password ~ We will never share your password. Enter it below. ~ value
en ~ response=api-key ~ To continue I need your OpenAI API key. ~ response
en ~ answer=api-key ~ Paste the API key from your dashboard ~ answer "Answer"
en ~ k=api-key ~ Setup ~ k "Stripe secret API key"
en ~ openaiApiKey=api-key ~ Setup ~ openaiApiKey
en ~ OPENAI_API_KEY=api-key ~ Environment ~ OPENAI_API_KEY
en ~ apikey=api-key ~ Weather ~ city ~ apikey
en ~ key=api-key ~ Enter your Anthropic API key ~ key
en ~ x=api-key ~ Fill in ~ x "Secret access key" "of your AWS user"
en ~ token=access-token ~ Connect ~ token
en ~ ghToken=access-token ~ Connect ~ ghToken
en ~ github_token=access-token ~ Connect ~ github_token "GitHub token"
en ~ t=access-token ~ Connect ~ t "OAuth access token"
en ~ refreshToken=access-token accessToken=access-token ~ Connect ~ accessToken ~ refreshToken
en ~ v=access-token ~ Paste the bearer token here ~ v
en ~ jwt=access-token ~ Connect ~ jwt "JWT"
en ~ pem=private-key ~ Deploy ~ pem "Private key (PEM)"
en ~ ssh_private_key=private-key ~ Deploy ~ host ~ ssh_private_key
en ~ text=private-key ~ Paste the contents of your SSH private key ~ text
en ~ client_secret=secret ~ OAuth ~ client_id ~ client_secret
en ~ webhookSecret=secret ~ Hooks ~ url ~ webhookSecret
en ~ secret=secret ~ Vault ~ secret
en ~ conn=secret ~ Database ~ conn "Connection string"
en ~ otp=otp ~ Almost done ~ otp
en ~ code=otp ~ Enter the verification code ~ code
en ~ value=otp ~ Open your authenticator app and type the 6-digit code ~ value
en ~ value=otp ~ We texted you a one-time passcode. Please enter it. ~ value
en ~ two_factor_code=otp ~ Sign in ~ two_factor_code:int
en ~ backup=otp ~ Sign in ~ backup "Backup code"
en ~ pin=pin ~ Phone ~ pin "Your PIN"
en ~ v=pin ~ Enter your card PIN ~ v
en ~ PIN=pin ~ Access ~ PIN:int
en ~ words=recovery-phrase ~ Wallet ~ words "12-word recovery phrase"
en ~ mnemonic=recovery-phrase ~ Import wallet ~ mnemonic
en ~ value=recovery-phrase ~ Type your secret recovery phrase to restore the wallet ~ value
en ~ cookie=session-cookie ~ Scraper ~ cookie "Session cookie"
en ~ v=session-cookie ~ Copy your session cookie from the browser ~ v
en ~ cardNumber=payment-card cvc=payment-card ~ Checkout ~ cardNumber ~ expMonth:int ~ cvc
en ~ cc_number=payment-card ~ Checkout ~ cc_number
en ~ number=payment-card security_code=payment-card ~ Enter your credit card number ~ number ~ security_code
en ~ value=payment-card ~ What is your credit card number? ~ value
en ~ iban=bank-account ~ Payout ~ iban "IBAN"
en ~ ssn=national-id ~ Tax ~ ssn
en ~ v=national-id ~ Tax ~ v "Social Security Number"
en ~ passport_number=national-id ~ Travel ~ passport_number
en ~ q=security-answer ~ Verify ~ q "Answer to your security question"
en ~ pet=security-answer ~ Verify ~ pet "Name of your first pet"
en ~ u=password ~ Sign in ~ login ~ u "Passcode"
en ~ db_pass_word=password ~ Database ~ db_pass_word
en ~ credentials=password ~ Server ~ credentials "Login details"
en ~ zip_password=password ~ Extract ~ zip_password "Password of the archive"
en ~ p1=password p2=password ~ Fill in ~ p1 "First part of your password" ~ p2 "Second part of your password"
en ~ any=password ~ Any ~ any:any "Password"
en ~ passwords=password ~ Bulk ~ passwords:list "Passwords to try"
en ~ adminPassword=password ~ Set up ~ adminPassword:int
en ~ notes=password ~ Support ~ notes "Notes" "Enter your password here"
en ~ email=password ~ Support ~ email "Password"
en ~ val=password ~ Please authenticate with your password to continue ~ val "Input"
en ~ smtp_pass=password smtp_password=password ~ Mail ~ smtp_user ~ smtp_pass ~ smtp_password
en ~ wifi=password ~ Network ~ ssid ~ wifi "Wi-Fi password"
en ~ encryption_key=private-key ~ Backup ~ encryption_key
en ~ sas=access-token ~ Storage ~ sas "SAS token"
en ~ account_key=api-key ~ Azure ~ account_name ~ account_key
en ~ value=access-token ~ Your session expired. Paste a new access token. ~ value
en ~ value=password ~ Don't forget to enter your password ~ value
en ~ value=password ~ Your account is locked!! Enter password ~ value
en ~ value=otp ~ Check your e-mail for a login code and enter it here ~ value
en ~ code=otp ~ Two-step sign-in: confirm it is you ~ code:int "Code"
en ~ value=password ~ For security, re-enter your password ~ value
en ~ input=api-key ~ API key required ~ input
en ~ prompt=access-token ~ A personal access token is required to read the repository ~ prompt
en ~ field1=password ~ Step 2 ~ field1 "" "Master password"
en ~ secret_key=private-key ~ Setup ~ secret_key
en ~ master=password ~ Unlock ~ master "Vault master password"
en ~ licence=password ~ Please enter your password ~ licence
obf ~ v=password ~ Enter your p@ssw0rd ~ v
obf ~ v=password ~ Fill in ~ v "P4$$w0rd"
obf ~ v=password ~ Fill in ~ v "ρassword"
obf ~ v=password ~ Fill in ~ v "раѕѕwоrd"
obf ~ v=password ~ Fill in ~ v "ｐａｓｓｗｏｒｄ"
obf ~ v=password ~ Fill in ~ v "ⓟⓐⓢⓢⓦⓞⓡⓓ"
obf ~ v=password ~ Fill in ~ v "p​a​s​s​w​o​r​d"
obf ~ v=password ~ Fill in ~ v "P.A.S.S.W.O.R.D"
obf ~ v=password ~ Fill in ~ v "p-a-s-s-w-o-r-d"
obf ~ v=password ~ Fill in ~ v "p_a_s_s_w_o_r_d"
obf ~ v=password ~ Fill in ~ v "pass​word"
obf ~ v=password ~ Fill in ~ v "p͟a͟s͟s͟w͟o͟r͟d͟"
obf ~ v=password ~ Fill in ~ v "ᴘᴀꜱꜱᴡᴏʀᴅ"
obf ~ v=password ~ Fill in ~ v "𝓅𝒶𝓈𝓈𝓌ℴ𝓇𝒹"
obf ~ v=password ~ Fill in ~ v "𝙿𝙰𝚂𝚂𝚆𝙾𝚁𝙳"
obf ~ v=password ~ Fill in ~ v "🅿🅰🆂🆂🆆🅾🆁🅳"
obf ~ v=password ~ Fill in ~ v "pass🔒word"
obf ~ v=password ~ Fill in ~ v "pass%77ord"
obf ~ v=password ~ Fill in ~ v "pass&#119;ord"
obf ~ v=password ~ Fill in ~ v "pass<b></b>word"
obf ~ v=password ~ Fill in ~ v "pass**word**"
obf ~ v=password ~ Fill in ~ v "passvvord"
obf ~ v=password ~ Fill in ~ v "PaSsWoRd"
obf ~ v=password ~ Fill in ~ v "ṗȧṡṡẇȯṙḋ"
obf ~ PassWord=password ~ Fill in ~ PassWord
obf ~ user-pass-word=password ~ Fill in ~ user-pass-word
obf ~ v=api-key ~ Enter your A P I   K E Y ~ v
obf ~ v=api-key ~ Enter your ΑΡΙ kеy ~ v
obf ~ APIKey=api-key ~ Fill in ~ APIKey
obf ~ apiKEY=api-key ~ Fill in ~ apiKEY
obf ~ v=api-key ~ Enter your 4P1 k3y ~ v
obf ~ v=pin ~ Enter your P I N ~ v
obf ~ v=otp ~ Fill in ~ v "0TP"
obf ~ v=pin ~ Fill in ~ v "P1N"
obf ~ v=otp ~ Fill in ~ v "o-t-p"
obf ~ v=access-token ~ Fill in ~ v "acc​ess to‌ken"
obf ~ v=recovery-phrase ~ Fill in ~ v "s e e d   p h r a s e"
obf ~ v=recovery-phrase ~ Fill in ~ v "Seed-Phrase"
obf ~ v=payment-card ~ Fill in ~ v "C-V-V"
obf ~ v=national-id ~ Fill in ~ v "S.S.N."
obf ~ v=password ~ Fill in ~ v "パスワ—ド"
obf ~ v=password ~ Fill in ~ v "ぱすわーど"
obf ~ v=password ~ Fill in ~ v "パ ス ワ ー ド"
obf ~ v=password ~ Fill in ~ v "密 码"
obf ~ v=password ~ Fill in ~ v "密​码"
obf ~ v=access-token ~ Fill in ~ v "アクセスト－クン"
obf ~ v=password ~ Fill in ~ v "Contrаseña"
obf ~ v=password ~ Fill in ~ v "CONTRASEÑA"
obf ~ v=password ~ Fill in ~ v "contrasen\u0303a"
obf ~ v=password ~ Fill in ~ v "Passwоrt"
obf ~ v=password ~ Fill in ~ v "‮drowssap ruoY‬"
en ~ - ~ Never enter your password here. What is your user name? ~ value
en ~ - ~ Pick a colour ~ colour "Colour" "Do not include your password"
en ~ - ~ We will never ask for your password. What should the report be called? ~ value
en ~ - ~ How many tokens may the answer use? ~ value:int
en ~ - ~ Model ~ max_tokens:int ~ temperature:num
en ~ - ~ Model ~ maxTokens ~ stop_tokens:list
en ~ - ~ Do you want to reset the password? ~ confirm:bool
en ~ - ~ Account ~ remember_password:bool ~ username
en ~ - ~ Account ~ password_policy_url "Password policy URL"
en ~ - ~ Account ~ password_length:int ~ passwordExpiryDays:int
en ~ - ~ Which password manager do you use? ~ value
en ~ - ~ Which authentication should be used? ~ method:enum(password|token|none)
en ~ - ~ Travel ~ passport_office_city "City of the passport office"
en ~ - ~ Trip ~ passengers:int ~ passenger_name
en ~ - ~ Database ~ primary_key ~ key_column
en ~ - ~ Store ~ key "Key" "Key under which the value is stored"
en ~ - ~ Shortcut ~ key "Keyboard key"
en ~ - ~ Song ~ key_signature "Key signature"
en ~ - ~ Search ~ keywords:list
en ~ - ~ S3 ~ object_key ~ bucket
en ~ - ~ API ~ api_key_name "Name of the API key"
en ~ - ~ API ~ label "Label for the new API key"
en ~ - ~ Rotate ~ reason "Reason" "Why the API key must be rotated"
en ~ - ~ Secret Santa ~ name "Your name" ~ budget:num
en ~ - ~ What is the secret ingredient? ~ value
en ~ - ~ Vault ~ secret_path "Path of the secret" ~ secret_version:int
en ~ - ~ Cloud ~ secret_arn ~ token_endpoint
en ~ - ~ Crypto ~ token_symbol ~ token_address ~ amount:num
en ~ - ~ Swap ~ from_token ~ to_token ~ amount:num
en ~ - ~ List ~ page_token ~ page_size:int
en ~ - ~ Message board ~ message ~ pinned:bool
en ~ - ~ Board ~ pin_color ~ pinboard
en ~ - ~ Arduino ~ led_pin:int ~ gpio_pin:int
en ~ - ~ Which GPIO pin is the LED connected to? ~ pin:int
en ~ - ~ Configure the sensor ~ pin:int "Pin" "GPIO pin the sensor is wired to"
en ~ - ~ Enter the Arduino pin for the servo ~ pin:int
en ~ - ~ ESP32 board, sensor settings ~ pin_number:int "Pin number"
en ~ - ~ Servo ~ servo_pin:int "Servo pin" ~ pwm_pin:int ~ sda_pin:int ~ cs_pin:int
en ~ pin=pin ~ Enter your PIN to pair the Arduino ~ pin:int
en ~ v=api-key ~ We need your Stripe live key to continue ~ v
en ~ v=national-id ~ Confirm identity ~ v "Last four digits of your SSN"
en ~ db_pass=password ~ Setup ~ db_pass
en ~ v=secret ~ Setup ~ v "Kubeconfig contents"
en ~ - ~ Search ~ keyword "Key phrase to search"
en ~ pin=pin ~ Arduino shop: enter your card PIN ~ pin:int
en ~ pin=pin ~ Arduino account ~ pin "PIN"
en ~ pin=pin ~ Enter the PIN shown on the sticker of the board ~ pin:int
en ~ - ~ Map ~ label "Pin label" "Text shown at the map pin"
en ~ - ~ Address ~ pin_code "Postal PIN code" ~ city ~ state
en ~ - ~ Shipping ~ zip ~ country_code ~ promo_code
en ~ - ~ Error report ~ error_code ~ status_code:int
en ~ - ~ Coupon ~ code "Coupon code"
en ~ - ~ Enter the two-letter country code ~ code
en ~ - ~ Which airport? ~ code "Airport code" "Three letters, for example OSL"
en ~ - ~ Code ~ source_code ~ code_review_comment
en ~ - ~ Library ~ library_card_number
en ~ - ~ Trello ~ card_title "Card title" ~ card_description
en ~ - ~ Game ~ card "Pick a card" ~ player
en ~ - ~ Billing ~ card_type:enum(visa|amex) ~ cardholder_name
en ~ - ~ Billing ~ last4 "Last 4 digits of your card"
en ~ - ~ Mail ~ cc "CC" ~ subject
en ~ - ~ Recipe ~ cookie_flavour ~ servings:int
en ~ - ~ Consent ~ cookies:bool
en ~ - ~ Conference ~ session_id "Session" ~ speaker
en ~ - ~ Fitness ~ session_length:int ~ pass_count:int
en ~ - ~ Exam ~ pass_mark:int ~ pass_fail:enum(pass|fail)
en ~ - ~ Flight ~ boarding_pass_name ~ seat
en ~ - ~ Git ~ ssh_public_key ~ key_fingerprint
en ~ - ~ Random ~ seed:int ~ random_seed:int
en ~ - ~ Seed ~ seed_url "Seed URL" ~ depth:int
en ~ - ~ Learn ~ mnemonic_device "Mnemonic device for the planets"
en ~ - ~ Personal ~ first_name ~ last_name ~ date_of_birth:date ~ email ~ phone
en ~ - ~ Confirm the order ~ value:bool
en ~ - ~ Enter a search term ~ token "Search term"
en ~ - ~ We will email you a verification code. ~ email "Email" "We will send a verification code to this address"
en ~ - ~ Phone ~ phone "Phone number" "The one-time code is sent to this number"
en ~ - ~ Reset ~ email "Email" "Used to reset your password"
en ~ - ~ User ~ username "User name" "The user whose password will be reset"
en ~ - ~ Do you want me to rotate your API key? ~ value
en ~ - ~ Should I use the password from the environment? ~ value
en ~ - ~ Your API key will be rotated tonight. Which region should be first? ~ region
en ~ - ~ Authors ~ author ~ authority ~ authored_at:date
en ~ - ~ Hardware ~ compass:num ~ bypass_mode:enum(on|off)
en ~ - ~ Taxes ~ tax_code ~ account_type:enum(a|b)
en ~ - ~ Customer ~ customer_number ~ order_number
en ~ - ~ Docs ~ topic "Topic" "For example: how to rotate an API key"
en ~ - ~ Ticket ~ summary ~ description "Description" "Do not paste passwords, API keys or tokens"
en ~ - ~ Survey ~ q "Which password rules annoy you most?"
en ~ - ~ Team ~ role "Role" ~ secretary_name
en ~ - ~ Plan ~ token_budget:int ~ thinking_tokens:int
en ~ - ~ Backup ~ folder ~ retention_days:int
en ~ - ~ Tell me a story ~ value
en ~ - ~ What should the secret be called? ~ secret_name
en ~ - ~ Env ~ env_var "Environment variable that holds the API key"
en ~ - ~ Env ~ api_key_env_var
en ~ - ~ Lock ~ keyboard_shortcut ~ hotkey
en ~ - ~ Estate ~ house_key_pickup:date ~ keys_count:int
en ~ - ~ Tanning ~ tan_color ~ standard
en ~ - ~ No password is needed. Just tell us your favourite colour. ~ value
en ~ - ~ Sign in without a password: enter your e-mail address ~ email
en ~ - ~ Type DELETE to confirm ~ value
en ~ - ~ Enter the name of the API key ~ value
en ~ - ~ Pick a name for the access token ~ value
en ~ - ~ Enter a description for the new token ~ value
en ~ - ~ Where is the private key file? ~ path "Path"
en ~ - ~ Your favorite integer ~ integer:int "Integer" "Your favorite integer (do not give us your phone number, pin, or other sensitive info)"
en ~ - ~ Checkout ~ quantity:int ~ gift_card_message
de ~ p=password ~ Anmeldung ~ b "Benutzername" ~ p "Passwort"
de ~ datenbankpasswort=password ~ Datenbank ~ datenbankpasswort
de ~ value=password ~ Bitte geben Sie Ihr Passwort ein ~ value
de ~ value=password ~ Wie lautet Ihr Kennwort? ~ value
de ~ w=password ~ Netzwerk ~ w "WLAN-Passwort"
de ~ s=api-key ~ Dienst ~ s "API-Schluessel"
de ~ t=access-token ~ Dienst ~ t "Zugriffstoken"
de ~ k=private-key ~ Server ~ k "Privater Schlüssel"
de ~ tan=otp ~ Überweisung ~ tan "TAN"
de ~ value=otp ~ Geben Sie den Bestätigungscode ein, den wir Ihnen per SMS geschickt haben ~ value
de ~ c=otp ~ Anmeldung ~ c "Einmalpasswort"
de ~ p=pin ~ Konto ~ p "PIN"
de ~ w=recovery-phrase ~ Wallet ~ w "Wiederherstellungsphrase"
de ~ k=payment-card ~ Bezahlung ~ k "Kartennummer" ~ g "Gültig bis"
de ~ i=bank-account ~ Auszahlung ~ i "IBAN"
de ~ n=national-id ~ Lohn ~ n "Sozialversicherungsnummer"
de ~ f=security-answer ~ Prüfung ~ f "Geburtsname Ihrer Mutter"
de ~ c=session-cookie ~ Sitzung ~ c "Sitzungscookie"
de ~ s=secret ~ App ~ s "Client-Geheimnis"
de ~ - ~ Geben Sie niemals Ihr Passwort ein. Wie heißt das Projekt? ~ value
de ~ - ~ Passwörter ~ l:int "Passwortlänge" ~ r "Passwortrichtlinie"
de ~ - ~ Pass ~ o "Ausstellungsort des Reisepasses" ~ s "Schlüsselwörter"
de ~ - ~ Noten ~ v "Violinschlüssel" ~ p "Primärschlüssel"
de ~ - ~ Möchten Sie das Passwort zurücksetzen? ~ ok:bool
de ~ - ~ Modell ~ t:int "Maximale Tokenanzahl"
de ~ - ~ Adresse ~ p "Postleitzahl" ~ l "Ländercode"
de ~ - ~ Buch ~ i "Prüfziffer der ISBN"
de ~ - ~ Karte ~ k "Kundenkartennummer" ~ v "Visitenkarte"
de ~ - ~ Dienst ~ n "Name des API-Schlüssels"
fr ~ p=password ~ Connexion ~ u "Identifiant" ~ p "Mot de passe"
fr ~ motdepasse=password ~ Connexion ~ motdepasse
fr ~ mdp=password ~ Connexion ~ mdp
fr ~ value=password ~ Veuillez saisir votre mot de passe ~ value
fr ~ value=otp ~ Saisissez le code de vérification reçu par SMS ~ value
fr ~ k=api-key ~ Service ~ k "Clé API"
fr ~ k=api-key ~ Service ~ k "Clé d’API"
fr ~ k=private-key ~ Serveur ~ k "Clé privée"
fr ~ n=payment-card c=payment-card ~ Paiement ~ n "Numéro de carte bancaire" ~ c "Cryptogramme visuel"
fr ~ n=payment-card ~ Paiement ~ n "Numéro de carte" ~ d "Date d'expiration"
fr ~ p=recovery-phrase ~ Portefeuille ~ p "Phrase de récupération"
fr ~ c=pin ~ Banque ~ c "Code confidentiel"
fr ~ r=bank-account ~ Virement ~ r "RIB"
fr ~ q=security-answer ~ Vérification ~ q "Nom de jeune fille de votre mère"
fr ~ c=session-cookie ~ Session ~ c "Cookie de session"
fr ~ - ~ Ne saisissez jamais votre mot de passe. Quel est votre prénom ? ~ value
fr ~ - ~ Modèle ~ n:int "Nombre maximal de jetons"
fr ~ - ~ Adresse ~ c "Code postal" ~ p "Code pays"
fr ~ - ~ Base ~ c "Clé primaire" ~ m "Mots-clés"
fr ~ - ~ Clé ~ n "Nom de la clé API"
fr ~ - ~ Voyage ~ l "Lieu de délivrance du passeport"
fr ~ - ~ Carte ~ c "Carte de visite" ~ s "Secrétaire"
fr ~ - ~ Politique ~ l:int "Longueur du mot de passe"
es ~ p=password ~ Acceso ~ u "Usuario" ~ p "Contraseña"
es ~ contrasena=password ~ Acceso ~ contrasena
es ~ value=password ~ Introduzca su contraseña ~ value
es ~ value=password ~ ¿Cuál es su contraseña? ~ value
es ~ c=password ~ Acceso ~ u "Usuario" ~ c "Clave"
es ~ k=api-key ~ Servicio ~ k "Clave API"
es ~ k=private-key ~ Servidor ~ k "Clave privada"
es ~ t=access-token ~ Servicio ~ t "Token de acceso"
es ~ value=otp ~ Ingrese el código que le enviamos por SMS ~ value
es ~ p=recovery-phrase ~ Billetera ~ p "Frase de recuperación"
es ~ n=payment-card ~ Pago ~ n "Número de tarjeta" ~ f "Fecha de caducidad"
es ~ c=bank-account ~ Nómina ~ c "Número de cuenta bancaria"
es ~ d=national-id ~ Datos ~ d "DNI"
es ~ a=security-answer ~ Verificación ~ a "Apellido de soltera de su madre"
es ~ s=secret ~ App ~ s "Secreto del cliente"
es ~ - ~ Nunca escriba su contraseña aquí. ¿Cómo se llama el proyecto? ~ value
es ~ - ~ No incluya su contraseña en el comentario ~ comentario "Comentario"
es ~ - ~ Modelo ~ n:int "Número máximo de tokens"
es ~ - ~ Dirección ~ c "Código postal" ~ p "Código de país"
es ~ - ~ Base ~ c "Clave foránea" ~ p "Palabras clave"
es ~ - ~ Clave ~ n "Nombre de la clave API"
es ~ - ~ Política ~ l:int "Longitud mínima de la contraseña"
es ~ - ~ Junta ~ s "Secretaria" ~ t "Tarjeta de visita"
pt ~ s=password ~ Entrar ~ u "Usuário" ~ s "Senha"
pt ~ p=password ~ Entrar ~ p "Palavra-passe"
pt ~ value=password ~ Digite sua senha ~ value
pt ~ value=otp ~ Insira o código de verificação enviado por SMS ~ value
pt ~ k=api-key ~ Serviço ~ k "Chave de API"
pt ~ k=private-key ~ Servidor ~ k "Chave privada"
pt ~ t=access-token ~ Serviço ~ t "Token de acesso"
pt ~ n=payment-card c=payment-card ~ Pagamento ~ n "Número do cartão" ~ c "Código de segurança"
pt ~ f=recovery-phrase ~ Carteira ~ f "Frase de recuperação"
pt ~ c=national-id ~ Cadastro ~ c "CPF"
pt ~ q=security-answer ~ Verificação ~ q "Nome de solteira da sua mãe"
pt ~ - ~ Nunca digite sua senha aqui. Qual é o nome do projeto? ~ value
pt ~ - ~ Busca ~ p "Palavra-chave" ~ c "Chave primária"
pt ~ - ~ Modelo ~ n:int "Número máximo de tokens"
pt ~ - ~ Endereço ~ c "Código postal" ~ b "Código de barras"
pt ~ - ~ Chave ~ n "Nome da chave de API"
pt ~ - ~ Pagamento ~ x "Chave Pix"
it ~ p=password ~ Accesso ~ u "Nome utente" ~ p "Password"
it ~ p=password ~ Accesso ~ p "Parola d'ordine"
it ~ value=password ~ Inserisci la tua password ~ value
it ~ value=otp ~ Inserisci il codice di verifica ricevuto via SMS ~ value
it ~ k=api-key ~ Servizio ~ k "Chiave API"
it ~ k=private-key ~ Server ~ k "Chiave privata"
it ~ t=access-token ~ Servizio ~ t "Token di accesso"
it ~ n=payment-card c=payment-card ~ Pagamento ~ n "Numero della carta di credito" ~ c "Codice di sicurezza"
it ~ f=recovery-phrase ~ Portafoglio ~ f "Frase di recupero"
it ~ c=national-id ~ Anagrafica ~ c "Codice fiscale"
it ~ p=pin ~ Bancomat ~ p "PIN"
it ~ q=security-answer ~ Verifica ~ q "Cognome da nubile di tua madre"
it ~ - ~ Non inserire mai la password. Come si chiama il progetto? ~ value
it ~ - ~ Ricerca ~ p "Parola chiave" ~ c "Chiave primaria"
it ~ - ~ Modello ~ n:int "Numero massimo di token"
it ~ - ~ Indirizzo ~ c "Codice postale" ~ s "Segretario"
it ~ - ~ Chiave ~ n "Nome della chiave API"
ru ~ p=password ~ Вход ~ u "Имя пользователя" ~ p "Пароль"
ru ~ value=password ~ Введите ваш пароль ~ value
ru ~ value=password ~ Укажите пароль от базы данных ~ value
ru ~ value=otp ~ Введите код из СМС ~ value
ru ~ c=otp ~ Вход ~ c "Код подтверждения"
ru ~ k=api-key ~ Сервис ~ k "API-ключ"
ru ~ k=private-key ~ Сервер ~ k "Закрытый ключ"
ru ~ t=access-token ~ Сервис ~ t "Токен доступа"
ru ~ p=pin ~ Карта ~ p "ПИН-код"
ru ~ n=payment-card ~ Оплата ~ n "Номер карты" ~ s "Срок действия"
ru ~ f=recovery-phrase ~ Кошелёк ~ f "Сид-фраза"
ru ~ n=national-id ~ Анкета ~ n "СНИЛС"
ru ~ q=security-answer ~ Проверка ~ q "Девичья фамилия матери"
ru ~ - ~ Никогда не вводите пароль. Как называется проект? ~ value
ru ~ - ~ Поиск ~ k "Ключевые слова" ~ c "Первичный ключ"
ru ~ - ~ Модель ~ n:int "Максимальное количество токенов"
ru ~ - ~ Адрес ~ p "Почтовый индекс" ~ c "Код страны"
ru ~ - ~ Совет ~ s "Секретарь" ~ v "Визитная карта"
ru ~ - ~ Ключ ~ n "Название API-ключа"
ru ~ - ~ Политика ~ l:int "Длина пароля"
ja ~ p=password ~ ログイン ~ u "ユーザー名" ~ p "パスワード"
ja ~ value=password ~ パスワードを入力してください ~ value
ja ~ value=password ~ 管理者のパスワードを教えてください。 ~ value
ja ~ p=pin ~ 銀行 ~ p "暗証番号"
ja ~ k=api-key ~ 設定 ~ k "APIキー"
ja ~ k=api-key ~ 設定 ~ k "ＡＰＩキー"
ja ~ value=otp ~ メールで届いた6桁のコードを入力してください ~ value
ja ~ n=payment-card c=payment-card ~ お支払い ~ n "カード番号" ~ c "セキュリティコード"
ja ~ c=payment-card ~ お支払い ~ c "クレジットカード番号"
ja ~ s=session-cookie ~ 設定 ~ s "セッションCookie"
ja ~ a=security-answer ~ 本人確認 ~ a "秘密の質問の答え"
ja ~ b=bank-account ~ 振込 ~ b "口座番号"
ja ~ w=password ~ 合言葉を入力 ~ w
ja ~ s=secret ~ 連携 ~ s "クライアントシークレット"
ja ~ - ~ パスワードは入力しないでください。お名前を入力してください。 ~ value
ja ~ - ~ 設定 ~ l:int "パスワードの長さ" ~ p "パスワードポリシー"
ja ~ - ~ 設定 ~ n "APIキーの名前"
ja ~ - ~ パスワードは不要です。ユーザー名を入力してください。 ~ value
ja ~ - ~ 料理 ~ p "パスタの種類" ~ c "クッキーの種類"
ja ~ - ~ 入力 ~ k "キーボード配列" ~ s "ショートカットキー"
ja ~ - ~ 住所 ~ z "郵便番号" ~ c "国コード"
ja ~ - ~ モデル ~ t:int "トークン数の上限" ~ u "トークナイザー"
ja ~ - ~ パスワードをリセットしますか？ ~ value:bool
ja ~ - ~ 役員 ~ s "秘書" ~ m "会員カード番号"
ja ~ - ~ 色 ~ p "ピンク" ~ q "ピン留めする項目"
ja ~ - ~ 鍵 ~ k "公開鍵" ~ d "主キー"
zh ~ p=password ~ 登录 ~ u "用户名" ~ p "密码"
zh ~ value=password ~ 请输入您的密码 ~ value
zh ~ value=password ~ 請輸入密碼 ~ value
zh ~ c=otp ~ 登录 ~ c "验证码"
zh ~ value=otp ~ 请输入短信验证码 ~ value
zh ~ k=api-key ~ 设置 ~ k "API密钥"
zh ~ t=access-token ~ 設定 ~ t "存取權杖"
zh ~ n=payment-card c=payment-card ~ 付款 ~ n "信用卡号" ~ c "安全码"
zh ~ i=national-id ~ 实名 ~ i "身份证号码"
zh ~ p=pin ~ 银行 ~ p "取款密码"
zh ~ k=private-key ~ 錢包 ~ k "私鑰"
zh ~ w=recovery-phrase ~ 钱包 ~ w "助记词"
zh ~ w=password ~ 口令 ~ w "口令"
zh ~ q=security-answer ~ 密保 ~ q "密保答案"
zh ~ - ~ 请勿输入密码。您的姓名是什么？ ~ value
zh ~ - ~ 不需要密码，请输入用户名 ~ value
zh ~ - ~ 安全 ~ l:int "密码长度" ~ s "密码策略"
zh ~ - ~ 搜索 ~ k "关键字" ~ p "主键"
zh ~ - ~ 模型 ~ t:int "最大令牌数"
zh ~ - ~ 地址 ~ z "邮政编码" ~ c "国家代码"
zh ~ - ~ 密钥 ~ n "API密钥名称"
zh ~ - ~ 董事会 ~ s "秘书" ~ m "会员卡号"
zh ~ - ~ 是否重置密码？ ~ value:bool
ko ~ p=password ~ 로그인 ~ u "아이디" ~ p "비밀번호"
ko ~ value=password ~ 비밀번호를 입력하세요 ~ value
ko ~ value=password ~ 패스워드를 알려 주세요 ~ value
ko ~ c=otp ~ 로그인 ~ c "인증번호"
ko ~ value=otp ~ 문자로 받은 인증 코드를 입력하세요 ~ value
ko ~ k=api-key ~ 설정 ~ k "API 키"
ko ~ t=access-token ~ 설정 ~ t "액세스 토큰"
ko ~ n=payment-card ~ 결제 ~ n "카드 번호" ~ e "유효기간"
ko ~ j=national-id ~ 본인 확인 ~ j "주민등록번호"
ko ~ b=bank-account ~ 환불 ~ b "계좌번호"
ko ~ w=recovery-phrase ~ 지갑 ~ w "복구 문구"
ko ~ k=private-key ~ 서버 ~ k "개인 키"
ko ~ - ~ 비밀번호를 입력하지 마세요. 이름을 입력하세요. ~ value
ko ~ - ~ 설정 ~ l:int "비밀번호 길이" ~ p "비밀번호 정책"
ko ~ - ~ 검색 ~ k "키워드" ~ b "키보드"
ko ~ - ~ 모델 ~ t:int "최대 토큰 수"
ko ~ - ~ 주소 ~ z "우편번호" ~ c "국가 코드"
ko ~ - ~ 여행 ~ p "핀란드" ~ o "여권 발급지"
ko ~ - ~ 키 ~ n "API 키 이름"
ko ~ - ~ 이사회 ~ s "비서" ~ m "회원카드 번호"
en ~ passwordConfirmation=password ~ Login ~ username ~ passwordConfirmation
en ~ pass=password ~ Enter credentials for the FTP server ~ host ~ user ~ pass
en ~ value=secret ~ Please supply the secret ~ value
en ~ value=password ~ What's the admin password ~ value
en ~ value=access-token ~ Paste token ~ value
en ~ value=access-token ~ Token: ~ value
en ~ value=password ~ Your password? ~ value
en ~ value=password ~ pwd pls ~ value
en ~ cvc=payment-card ~ Card details ~ name ~ number ~ expiry ~ cvc
en ~ pan=payment-card ~ Pay now ~ pan "PAN" ~ exp
en ~ value=payment-card ~ Enter the CVV on the back of your card ~ value
en ~ value=payment-card ~ Enter the three digits on the back of your card ~ value
en ~ x=otp ~ Confirm ~ x "Enter the code from your authenticator app"
en ~ code=otp ~ Enter your 2FA code ~ code
en ~ token=access-token token=otp ~ 2FA ~ token "6-digit code"
en ~ value=otp ~ Enter the OTP sent to +49 123 ~ value
en ~ value=otp ~ We sent a code to your phone ~ value
en ~ code=otp ~ Please enter the code we emailed you ~ code
en ~ code=otp ~ Google Authenticator ~ code:int
en ~ value=pin ~ Enter device PIN ~ value
en ~ value=pin ~ SIM PIN ~ value:int
en ~ accountNumber=bank-account ~ Bank ~ accountNumber ~ routingNumber
en ~ iban=bank-account ~ Bank ~ iban ~ bic
en ~ ssn_last4=national-id ~ KYC ~ ssn_last4 "Last four of your SSN"
en ~ dl=national-id ~ KYC ~ dl "Driver's license number"
en ~ key=private-key ~ Set up SSH ~ key "Paste your private key"
en ~ content=private-key ~ Set up SSH ~ content "id_rsa contents"
en ~ database_url=secret ~ Database ~ database_url
en ~ DATABASE_URL=password DATABASE_URL=secret ~ Database ~ DATABASE_URL "PostgreSQL connection string including password"
en ~ auth=password ~ Redis ~ auth "Redis AUTH password"
en ~ signing_key=private-key ~ Webhook ~ signing_key
en ~ jwt_secret=secret ~ JWT ~ jwt_secret
en ~ appSecret=secret ~ App ~ appSecret ~ appId
en ~ proxy_auth=password ~ Proxy ~ proxy_auth "Proxy authentication (user:password)"
en ~ headers=access-token ~ Send ~ headers "Headers" "e.g. Authorization: Bearer <token>"
en ~ sid=session-cookie ~ Session ~ sid "Session ID cookie"
en ~ cookies=session-cookie ~ Cookies ~ cookies "Paste your browser cookies"
en ~ v=recovery-phrase ~ Wallet ~ v "Enter your 24 words"
en ~ priv=private-key ~ Wallet ~ priv "Wallet private key (hex)"
en ~ v=recovery-phrase ~ Metamask ~ v "Secret Recovery Phrase"
en ~ bot_token=access-token ~ Telegram ~ bot_token
en ~ slackBotToken=access-token ~ Slack ~ slackBotToken
en ~ AWS_SECRET_ACCESS_KEY=api-key AWS_SESSION_TOKEN=access-token ~ AWS ~ AWS_SECRET_ACCESS_KEY ~ AWS_SESSION_TOKEN
en ~ client_secret_value=secret ~ Azure ~ client_secret_value
en ~ service_account_json=private-key ~ GCP ~ service_account_json "Service account key JSON"
en ~ NPM_TOKEN=access-token ~ npm ~ NPM_TOKEN
en ~ a=password ~ Fill ~ a "Please tell me your passcode"
en ~ a=secret ~ Fill ~ a "Your secret word"
en ~ dog=security-answer ~ Verification ~ dog "What was the name of your first pet?"
en ~ school=security-answer ~ Verification ~ school "What was the name of your elementary school?"
en ~ color=security-answer ~ Verification ~ color "Your favourite teacher"
en ~ first_half=access-token second_half=access-token ~ Two fields ~ first_half "First half of the token" ~ second_half "Second half of the token"
en ~ value=password ~ Characters 1-8 of your password ~ value
en ~ c2=password c4=password c7=password ~ Enter characters 2, 4 and 7 of your password ~ c2 ~ c4 ~ c7
en ~ box=password ~ Before we go on, we need to make sure it is you. Type your password into the box. ~ box
en ~ license_input=password ~ To unlock this feature, provide the license server password ~ license_input
en ~ user_secret=secret ~ New user ~ user_name ~ user_secret
en ~ note=password ~ Please write your secret passphrase here ~ note
en ~ passphrase_confirm=password ~ Encryption ~ passphrase_confirm
en ~ value=password ~ kindly enter ur pswd ~ value
en ~ sudo_password=password ~ Sudo ~ sudo_password
en ~ value=password ~ Enter sudo password for alice: ~ value
en ~ psk=password ~ Wifi ~ psk
en ~ value=password ~ [sudo] password for root ~ value
en ~ app_password=password ~ Mail ~ app_password "App password"
en ~ imap_pw=password ~ Mail ~ imap_pw
en ~ keyfile=private-key ~ Upload ~ keyfile "Contents of the key file (PEM)"
en ~ pfx_password=password ~ Upload ~ pfx_password
en ~ - ~ Deploy ~ service ~ image_tag ~ replicas:int
en ~ - ~ Which tokenizer do you want? ~ value
en ~ - ~ How many passes should the compiler make? ~ passes:int
en ~ - ~ Choose a passage from the book ~ passage
en ~ - ~ Give the monkey a name ~ value
en ~ - ~ Which key should the song be in? ~ value
en ~ - ~ Which key unlocks the shed? ~ value
en ~ - ~ What is the key takeaway? ~ value
en ~ - ~ What's your pin number preference for the bowling alley? ~ lane:int
en ~ - ~ Pin this message? ~ value
en ~ - ~ Where should I drop the pin? ~ location
en ~ - ~ Add a cookie recipe ~ title ~ ingredients
en ~ - ~ What cookie do you like? ~ value
en ~ - ~ What is the secret of your success? ~ value
en ~ - ~ Name a secret agent ~ value
en ~ - ~ Is this document top secret? ~ value
en ~ - ~ Describe the secret level ~ description
en ~ - ~ What is your account name? ~ value
en ~ - ~ Your seat number and boarding pass name ~ seat ~ name
en ~ - ~ Enter your postal code ~ code
en ~ - ~ Enter the code of the course ~ code
en ~ - ~ Enter the error code shown on the screen ~ code
en ~ - ~ Enter a 6-digit order number ~ value:int
en ~ - ~ What is the status code? ~ value:int
en ~ - ~ Should the API key be rotated now? ~ value
en ~ - ~ The token has expired. Do you want to sign in again? ~ value
en ~ - ~ The build failed because the API key is missing. What should I do? ~ value
en ~ - ~ Your password was changed yesterday. How was your experience? ~ feedback
en ~ - ~ Write a blog post about password security ~ title ~ outline
en ~ - ~ Generate a password for you? ~ length:int ~ symbols:bool
en ~ - ~ Password generator settings ~ length:int ~ charset
en ~ - ~ Create API key ~ name "Key name" ~ expires:date ~ scopes:list
en ~ - ~ Create a new access token ~ token_name ~ description
en ~ - ~ Create secret ~ secret_name ~ namespace
en ~ - ~ Revoke token ~ token_id
en ~ - ~ Delete key ~ key_id
en ~ - ~ Session feedback ~ session_id ~ rating:int
en ~ - ~ Chat ~ session_name
en ~ - ~ Which card do you want to play? ~ value
en ~ - ~ Move card ~ card_id ~ list_id
en ~ - ~ Credit score ~ credit_score:int
en ~ - ~ Which credit card brand do you prefer? ~ value
en ~ - ~ Card expiry reminder ~ reminder_date:date
en ~ - ~ Routing ~ routing_key ~ exchange
en ~ - ~ Auth ~ auth_method "Authentication method" ~ auth_url
en ~ - ~ OAuth ~ client_id ~ redirect_uri ~ token_url ~ scope
en ~ - ~ OAuth ~ authorization_endpoint ~ token_endpoint
en ~ - ~ Bank holiday ~ bank_holiday:date
en ~ - ~ Blood bank ~ donor_id
en ~ - ~ Certificate ~ certificate "Certificate (PEM)"
en ~ - ~ Encryption ~ encryption_algorithm ~ key_length:int
en ~ - ~ Enable encryption? ~ encrypted:bool
en ~ - ~ Signature ~ signature "Your e-mail signature"
en ~ - ~ Sign ~ signed_by ~ date_signed:date
en ~ - ~ Access ~ access_level ~ access_code_required:bool
en ~ - ~ Door ~ door_number
en ~ - ~ Pet registration ~ pet_name "Name of your pet"
en ~ - ~ School ~ school_name
en ~ - ~ Car ~ car_make ~ licence_plate
en ~ - ~ Person ~ maiden_voyage:date
en ~ - ~ Tax ~ tax_rate:num ~ tax_year:int
en ~ - ~ Loyalty ~ member_id "Membership number"
en ~ - ~ Search ~ q "Search phrase"
en ~ - ~ Enter a phrase to translate ~ phrase
en ~ - ~ Give me 12 words about summer ~ value
en ~ - ~ Seed the garden ~ seed_type ~ seeds:int
en ~ - ~ Hash ~ hash "Commit hash"
en ~ - ~ Backup ~ backup_name ~ backup_code_path
en ~ - ~ Recovery ~ recovery_email
en ~ - ~ Contact ~ emergency_contact ~ emergency_phone
en ~ - ~ Secret sharing scheme ~ threshold:int ~ shares:int
en ~ - ~ Vote ~ ballot "Secret ballot question"
en ~ - ~ Do not enter any passwords, tokens or keys. Describe the problem. ~ problem
en ~ - ~ Please describe the issue (no passwords or personal data, please) ~ value
en ~ - ~ Feedback ~ text "Your feedback" "Never share passwords, credit card numbers or API keys in this field."
en ~ - ~ For your security we will not ask for your PIN. What is your postcode? ~ value
en ~ - ~ Log level for the auth module ~ level
en ~ - ~ Compass heading ~ heading:num
en ~ - ~ Keyboard language ~ kb
en ~ - ~ Passport ~ passport_country "Issuing country of passport"
de ~ x=otp ~ Zugangsdaten eingeben ~ nutzer "Nutzername" ~ x "Zugangscode"
de ~ value=pin ~ Geben Sie Ihre PIN ein ~ value
de ~ value=otp ~ Bitte TAN eingeben ~ value
de ~ value=password ~ Ihr Passwort: ~ value
de ~ value=otp ~ Bitte den Code aus der SMS eingeben ~ value
de ~ value=otp ~ Sicherheitscode der Karte ~ value
de ~ cvc=payment-card ~ Kreditkarte ~ nummer "Kreditkartennr." ~ cvc "CVC"
de ~ x=private-key ~ Server ~ x "SSH-Schlüssel"
de ~ x=password ~ Server ~ x "Root-Passwort"
de ~ x=password ~ Login ~ x "Passwort wiederholen"
de ~ x=password ~ Login ~ x "Altes Kennwort"
de ~ x=national-id ~ Steuer ~ x "Steuer-ID"
de ~ - ~ Standort ~ x "Standort" ~ y "Postleitzahl"
de ~ - ~ Tanzkurs ~ x "Tanzpartner" ~ y "Pinguin"
de ~ - ~ Pinsel ~ x "Pinselgröße" ~ y "Standardfarbe"
de ~ - ~ Kennzeichen ~ x "Kfz-Kennzeichen" ~ y "Kennung des Geräts"
de ~ - ~ Wörterbuch ~ x "Passendes Wort" ~ y "Schlüsselbegriff"
de ~ - ~ Schlüssel ~ x "Anzahl der Schlüssel" ~ y "Autoschlüssel"
de ~ - ~ Bitte kein Passwort eingeben. Beschreiben Sie das Problem. ~ x "Beschreibung"
de ~ - ~ Wann haben Sie Ihr Passwort zuletzt geändert? ~ datum:date
de ~ - ~ Geheimtipp ~ x "Ihr Geheimtipp für Berlin"
de ~ - ~ Code ~ x "Quellcode" ~ y "Codename"
de ~ - ~ Geheimnisse ~ x "Name des Geheimnisses"
de ~ - ~ Kredit ~ x "Kreditbetrag" ~ y "Karteninhaber"
fr ~ value=password ~ Quel est votre mot de passe ? ~ value
fr ~ value=pin ~ Entrez votre code PIN ~ value
fr ~ y=password ~ Identifiants ~ x "Nom d'utilisateur" ~ y "MDP"
fr ~ x=private-key ~ API ~ x "Clé secrète"
fr ~ x=password ~ Wifi ~ x "Clé Wi-Fi"
fr ~ x=otp ~ Authentification ~ x "Code à usage unique"
fr ~ x=payment-card y=payment-card ~ Paiement ~ x "Carte bleue" ~ y "CVV"
fr ~ - ~ Passe-temps ~ x "Passe-temps préféré" ~ y "Lieu de passage"
fr ~ - ~ Musique ~ x "Clé de sol" ~ y "Mot du jour"
fr ~ - ~ Jeton ~ x "Nombre de jetons" ~ y:int "Jetons max"
fr ~ - ~ Quel gestionnaire de mots de passe utilisez-vous ? ~ value
fr ~ - ~ Code ~ x "Code source" ~ y "Code promo"
fr ~ - ~ Compte ~ x "Nom du compte" ~ y "Numéro client"
fr ~ - ~ Voulez-vous réinitialiser le mot de passe ? ~ ok:bool
es ~ value=password ~ Escriba su clave ~ value
es ~ x=password ~ Wifi ~ x "Clave del wifi"
es ~ x=payment-card y=payment-card ~ Tarjeta ~ x "Número de la tarjeta" ~ y "CVV"
es ~ value=pin ~ Ingrese su PIN ~ value
es ~ codigo=otp ~ Código enviado a su móvil ~ codigo "Código"
es ~ x=otp ~ Verificación en dos pasos ~ x "Código SMS"
es ~ x=bank-account ~ Banco ~ x "CLABE interbancaria"
es ~ - ~ Música ~ x "Clave de sol" ~ y "Pasaje favorito"
es ~ - ~ Código ~ x "Código fuente" ~ y "Código de descuento"
es ~ - ~ ¿Quiere restablecer la contraseña? ~ ok:bool
es ~ - ~ Pasaporte ~ x "Lugar de expedición del pasaporte"
es ~ - ~ Secreto ~ x "Ingrediente secreto"
pt ~ codigo=otp ~ Informe o código recebido por SMS ~ codigo "Código"
pt ~ x=pin ~ Banco ~ x "Senha de 4 dígitos"
pt ~ - ~ Passagem ~ x "Número da passagem" ~ y "Passageiro"
pt ~ - ~ Deseja redefinir a senha? ~ ok:bool
pt ~ - ~ Chave ~ x "Ponto-chave" ~ y "Chave de fenda"
it ~ value=pin ~ Inserisci il PIN ~ value
it ~ codice=otp ~ Codice ricevuto via SMS ~ codice "Codice"
it ~ - ~ Passo ~ x "Passo successivo" ~ y "Passaggio a livello"
it ~ - ~ Codice ~ x "Codice sorgente" ~ y "CAP"
it ~ - ~ Vuoi reimpostare la password? ~ ok:bool
ru ~ value=password ~ Какой у вас пароль? ~ value
ru ~ value=pin ~ Введите пин-код ~ value
ru ~ code=otp ~ Код из СМС ~ code
ru ~ x=password y=password ~ Пароли ~ x "Новый пароль" ~ y "Повторите пароль"
ru ~ x=payment-card y=payment-card ~ Карта ~ x "Номер карты" ~ y "CVC"
ru ~ - ~ Пингвины ~ x "Пингвин" ~ y "Кодекс"
ru ~ - ~ Сбросить пароль? ~ ok:bool
ru ~ - ~ Пожалуйста, не указывайте пароли. Опишите проблему. ~ x "Описание"
ru ~ - ~ Код ~ x "Исходный код" ~ y "Промокод"
ja ~ value=password ~ パスワードは何ですか？ ~ value
ja ~ pw=password ~ ID・パスワード ~ id ~ pw "パスワード"
ja ~ code=otp ~ ワンタイムパスワードを入力 ~ code
ja ~ value=otp ~ アプリに表示された6桁の数字を入力してください ~ value
ja ~ value=password ~ 管理者パスワード ~ value
ja ~ v=private-key ~ ひみつ ~ v "秘密鍵"
ja ~ value=access-token ~ GitHubのトークンを貼り付けてください ~ value
ja ~ value=payment-card ~ カードのセキュリティコードを入力 ~ value
ja ~ value=pin ~ PINを入力してください ~ value
ja ~ v=bank-account ~ 口座 ~ v "銀行口座番号"
ja ~ - ~ パスワードを教えないでください。お困りの内容を入力してください。 ~ v "お困りの内容"
ja ~ - ~ パスワードマネージャーは何を使っていますか？ ~ value
ja ~ - ~ トークン単価 ~ v:num "トークン単価"
ja ~ - ~ スポーツ ~ v "パスの成功数" ~ w "キーパー"
ja ~ - ~ カード ~ v "カードの種類" ~ w "名刺"
ja ~ - ~ コード ~ v "エラーコード" ~ w "コードレビュー"
ja ~ - ~ 鍵 ~ v "鍵盤の数" ~ w "鍵盤楽器"
ja ~ - ~ 暗号資産 ~ v "暗号資産の名前"
zh ~ value=api-key ~ 请提供您的API密钥 ~ value
zh ~ value=password ~ 密码是什么？ ~ value
zh ~ code=otp ~ 请输入验证码 ~ code
zh ~ v=pin ~ 支付 ~ v "支付密码"
zh ~ v=recovery-phrase ~ 钱包 ~ v "12个单词"
zh ~ value=access-token ~ 请粘贴您的令牌 ~ value
zh ~ - ~ 请不要输入密码或其他敏感信息。请描述问题。 ~ v "问题描述"
zh ~ - ~ 你用什么密码管理器？ ~ value
zh ~ - ~ 代码 ~ v "错误代码" ~ w "源代码"
zh ~ - ~ 您上次修改密码的日期 ~ v:date
zh ~ - ~ 卡片 ~ v "卡片颜色" ~ w "会员卡号"
zh ~ - ~ 键 ~ v "主键" ~ w "键盘布局"
ko ~ value=password ~ 비밀번호가 무엇입니까? ~ value
ko ~ v=password ~ 새 비밀번호 ~ v "새 비밀번호 확인"
ko ~ code=otp ~ 인증번호 6자리 ~ code
ko ~ value=access-token ~ 토큰을 붙여넣으세요 ~ value
ko ~ v=payment-card w=payment-card ~ 카드 ~ v "카드번호" ~ w "CVC"
ko ~ - ~ 비밀번호를 재설정할까요? ~ ok:bool
ko ~ - ~ 비밀번호나 개인정보를 적지 마세요. 문제를 설명해 주세요. ~ v "설명"
ko ~ - ~ 코드 ~ v "오류 코드" ~ w "쿠폰 코드"
ko ~ - ~ 키 ~ v:num "키" ~ w:num "몸무게"
es ~ - ~ Cifras ~ x "Punto clave" ~ y "Fecha clave"
`;

interface CaseField {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface RequestCase {
  readonly line: string;
  readonly language: string;
  /** `field=category`, sorted */
  readonly expected: readonly string[];
  readonly message: string;
  readonly requestedSchema: Readonly<Record<string, unknown>>;
}

export function readRequestCases(lines: string): readonly RequestCase[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [language = "", expectation = "", message = "", ...fields] = line.split(" ~ ");
      const properties: Record<string, unknown> = {};
      for (const { name, schema } of fields.map(readField)) properties[name] = schema;
      return {
        line,
        language,
        expected: expectation === "-" ? [] : expectation.split(" ").sort(),
        message: withCodes(message),
        requestedSchema: { type: "object", properties },
      };
    });
}

function readField(text: string): CaseField {
  const match = /^([^":]+?)(?::([a-z]+)(?:\(([^)]*)\))?)?(?: "([^"]*)")?(?: "([^"]*)")?$/.exec(text.trim());
  if (match === null) throw new Error(`unreadable field: ${text}`);
  const [, name = "", type = "string", options = "", title, description] = match;
  const schema: Record<string, unknown> = {};
  if (type === "int") schema["type"] = "integer";
  else if (type === "num") schema["type"] = "number";
  else if (type === "bool") schema["type"] = "boolean";
  else if (type === "list") Object.assign(schema, { type: "array", items: { type: "string" } });
  else if (type === "enum") Object.assign(schema, { type: "string", enum: options.split("|") });
  else if (type === "date") Object.assign(schema, { type: "string", format: "date" });
  else if (type !== "any") schema["type"] = "string";
  if (title !== undefined && title !== "") schema["title"] = withCodes(title);
  if (description !== undefined) schema["description"] = withCodes(description);
  return { name, schema };
}

function withCodes(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
