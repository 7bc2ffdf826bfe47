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
en ~ adminPassword=password ~ Provision the PostgreSQL instance ~ instanceName "Instance name" ~ tier:enum(db-f1-micro|db-n1-standard-1) ~ adminPassword "Admin password"
en ~ root_password=password ~ New droplet ~ hostname ~ region:enum(nyc1|ams3|sgp1) ~ root_password
en ~ master_password=password ~ Unlock the vault to continue ~ master_password
en ~ value=password ~ Unlock 1Password by typing your master password ~ value
en ~ value=password ~ The sudo command needs your password ~ value
en ~ reply=password ~ Your session has expired. Re-enter your password to keep working. ~ reply
en ~ current=password next=password ~ Change your account password ~ current "Current password" ~ next "New password"
en ~ smtp_pass=password ~ Mail settings ~ smtp_host ~ smtp_port:int ~ smtp_user ~ smtp_pass
en ~ wifiPassword=password ~ Guest network ~ ssid "Network name" ~ wifiPassword "Wi-Fi password"
en ~ wpa_psk=password ~ Set up the router ~ ssid ~ wpa_psk "WPA2 passphrase"
en ~ DB_PASSWORD=password ~ Fill in the .env file ~ DB_HOST ~ DB_USER ~ DB_PASSWORD ~ DB_PORT:int
en ~ keystorePassword=password ~ Android signing ~ keyAlias "Key alias" ~ keystorePassword "Keystore password"
en ~ login_pw=password ~ Sign in to the registry ~ login ~ login_pw
en ~ p=password ~ Sign in ~ u "Email" ~ p "Password" "Forgot it? Ask IT."
en ~ passcode=password ~ Parental controls ~ passcode "Screen time passcode"
en ~ value=api-key ~ Please provide your SendGrid API key so I can send the newsletter ~ value
en ~ datadog_api_key=api-key datadog_app_key=api-key ~ Datadog ~ datadog_api_key ~ datadog_app_key
en ~ STRIPE_SECRET_KEY=api-key ~ Configure payments ~ STRIPE_PUBLISHABLE_KEY ~ STRIPE_SECRET_KEY
en ~ mapsKey=api-key ~ Show a map ~ mapsKey "Google Maps API key"
en ~ key=api-key ~ Weather lookup ~ city "City" ~ key "API key" "Get one at openweathermap.org"
en ~ aws_secret_access_key=api-key ~ Configure the AWS CLI ~ region "Default region name" ~ aws_secret_access_key
en ~ AccountKey=api-key ~ Azure storage ~ AccountName ~ AccountKey "Storage account key"
en ~ subscription_key=api-key ~ Azure Cognitive Services ~ endpoint:uri ~ subscription_key "Subscription key"
en ~ input=access-token ~ I need a GitHub PAT with repo scope to push the branch. ~ input
en ~ NPM_TOKEN=access-token ~ Publish the package ~ version ~ NPM_TOKEN
en ~ bot_token=access-token ~ Discord bot ~ guild_id ~ channel_id ~ bot_token "Bot token"
en ~ slackToken=access-token ~ Post to Slack ~ channel "Channel" ~ slackToken "xoxb-…"
en ~ id_token=access-token ~ OIDC debug ~ id_token "ID token"
en ~ access_token=access-token ~ Call the API ~ endpoint ~ access_token
en ~ registration_token=access-token ~ Register a GitLab runner ~ url:uri ~ registration_token ~ tags:list
en ~ auth=access-token ~ Request builder ~ url ~ auth "Authorization header" "e.g. Bearer eyJ…"
en ~ service_account_json=private-key ~ Google Cloud ~ project_id ~ service_account_json "Service account key (JSON)"
en ~ private_key=private-key ~ TLS ~ certificate "Certificate (PEM)" ~ private_key "Private key (PEM)"
en ~ id_rsa=private-key ~ Connect over SSH ~ host ~ user ~ id_rsa "Contents of ~/.ssh/id_rsa"
en ~ gpgKey=private-key ~ Sign releases ~ gpgKey "GPG secret key, ASCII-armoured"
en ~ wallet_key=private-key ~ Import an Ethereum account ~ wallet_key "Private key, 64 hex characters"
en ~ clientSecret=secret ~ OAuth application ~ clientId "Client ID" ~ clientSecret "Client secret"
en ~ app_secret=secret ~ Facebook app ~ app_id ~ app_secret
en ~ jwt_secret=secret ~ API server ~ port:int ~ jwt_secret "JWT signing secret"
en ~ DATABASE_URL=password DATABASE_URL=secret ~ Environment ~ NODE_ENV:enum(dev|prod) ~ DATABASE_URL "postgres://user:password@host/db"
en ~ connection_string=password connection_string=secret ~ Connect to MongoDB Atlas ~ connection_string "Connection string" "mongodb+srv://user:pass@…"
en ~ value=secret ~ Enter the webhook signing secret from your Stripe dashboard ~ value
en ~ code=otp ~ Check your email: we sent a login code. Type it here. ~ code
en ~ value=otp ~ Enter the code from your authenticator app ~ value
en ~ otpCode=otp ~ Withdraw funds ~ amount:num ~ otpCode
en ~ sms_code=otp ~ Verify your phone number ~ phone "Phone" ~ sms_code:int "Code from the text message"
en ~ verificationCode=otp ~ Finish creating your account ~ email ~ verificationCode
en ~ token=access-token token=otp ~ Two-step verification ~ token "6-digit token from Google Authenticator"
en ~ backup_code=otp ~ Lost your phone? ~ backup_code "One of your backup codes"
en ~ steam_guard=otp ~ Sign in to Steam ~ account "Account name" ~ steam_guard "Steam Guard code"
en ~ pin=pin ~ Telephone banking ~ customer_number "Customer number" ~ pin "4-digit PIN"
en ~ card_pin=pin ~ ATM simulation ~ card_pin
en ~ value=pin ~ Please tell me the PIN of your SIM card ~ value
en ~ seed=recovery-phrase ~ Import your MetaMask wallet ~ seed "Secret recovery phrase" "12 or 24 words separated by spaces"
en ~ value=recovery-phrase ~ Paste the 24 words of your Ledger recovery sheet ~ value
en ~ mnemonic_phrase=recovery-phrase ~ Restore ~ mnemonic_phrase ~ passphrase_hint_shown:bool
en ~ sessionid=session-cookie ~ Instagram scraper ~ username ~ sessionid "sessionid cookie"
en ~ li_at=session-cookie ~ LinkedIn export ~ li_at "Value of your li_at cookie"
en ~ cookies=session-cookie ~ Download the video ~ url:uri ~ cookies "Paste your cookies (Netscape format)"
en ~ card=payment-card ~ Book the hotel room ~ guest "Guest name" ~ card "Credit card to guarantee the booking"
en ~ ccNum=payment-card ccv=payment-card ~ Renew the subscription ~ ccNum ~ ccv
en ~ value=payment-card ~ What are the 16 digits on the front of your debit card? ~ value
en ~ cvc=payment-card ~ Confirm the payment ~ cvc:int "3 digits on the back of the card"
en ~ iban=bank-account ~ Refund ~ holder "Account holder" ~ iban
en ~ social=national-id ~ W-9 ~ name "Legal name" ~ social "Social Security number or TIN"
en ~ passportNo=national-id ~ Visa application ~ nationality "Nationality" ~ passportNo "Passport no."
en ~ nino=national-id ~ HMRC ~ nino "National Insurance number"
en ~ dl=national-id ~ Rent a car ~ dl "Driver's license number"
en ~ sin=national-id ~ Canada payroll ~ sin "Social Insurance Number"
en ~ answer=security-answer ~ Reset your login ~ answer "Security question: what was the name of your first pet?"
en ~ maiden=security-answer ~ Verify your identity ~ maiden "Mother's maiden name"
en ~ creds=password ~ Jenkins ~ creds "Credentials (user:password)"
en ~ v=password ~ Router setup ~ v "Type the admin pa$$word"
en ~ v=password ~ Fill this in ~ v "P.A.S.S.W.O.R.D"
en ~ v=password ~ Fill this in ~ v "ｐａｓｓｗｏｒｄ"
en ~ v=password ~ Fill this in ~ v "passw0rd"
en ~ v=api-key ~ Fill this in ~ v "A P I  k e y"
en ~ v=api-key ~ Fill this in ~ v "аpi kеy"
en ~ v=otp ~ Fill this in ~ v "0ne-time c0de"
en ~ v=payment-card ~ Fill this in ~ v "сredit саrd number"
en ~ v=access-token ~ Fill this in ~ v "acc3ss t0ken"
en ~ v=recovery-phrase ~ Fill this in ~ v "s-e-e-d p-h-r-a-s-e"
en ~ v=password ~ Fill this in ~ v "pass​word"
en ~ v=password ~ Fill this in ~ v "pɑssword"
en ~ v=password ~ Fill this in ~ v "🅿🅰🆂🆂🆆🅾🆁🅳"
en ~ v=password ~ Fill this in ~ v "ⓟⓐⓢⓢⓦⓞⓡⓓ"
en ~ - ~ Set the password policy ~ min_length:int "Minimum password length" ~ require_symbols:bool "Password must contain symbols" ~ expiry_days:int "Password expires after (days)"
en ~ - ~ Rotate credentials ~ rotate_password:bool "Rotate the database password?" ~ schedule:enum(daily|weekly)
en ~ - ~ Model settings ~ max_tokens:int "Max tokens" ~ temperature:num ~ stop_token "Stop sequence"
en ~ - ~ Choose a login method ~ method:enum(password|api_key|oauth)
en ~ - ~ Reset link ~ email "Email" "We'll send a link to reset your password"
en ~ - ~ Do not type your password or card number here. Which project is this about? ~ value
en ~ - ~ We will never ask for your PIN. What is your order number? ~ value
en ~ - ~ Your API key is stored safely. Which region should I use? ~ value
en ~ - ~ The access token was refreshed. What should the release be called? ~ value
en ~ - ~ Schema designer ~ table ~ primary_key "Primary key" ~ foreign_keys:list
en ~ - ~ Redis browser ~ key "Key" ~ ttl:int
en ~ - ~ S3 object ~ bucket ~ key "Object key" ~ region
en ~ - ~ Piano practice ~ key "Key" "e.g. C minor" ~ tempo:int
en ~ - ~ Add a translation ~ translation_key ~ text
en ~ - ~ Public key ~ public_key "SSH public key" "starts with ssh-ed25519"
en ~ - ~ Rename the secret ~ old_name "Current name of the secret" ~ new_name "New name"
en ~ - ~ Kubernetes secret ~ secret_name ~ namespace
en ~ - ~ Book a meeting ~ secretary "Secretary to invite" ~ room
en ~ - ~ Session planning ~ session_name ~ session_date:date ~ session_room
en ~ - ~ Cookie banner ~ cookie_consent:bool "Accept cookies" ~ cookie_policy_url:uri
en ~ - ~ Recipe ~ cookie "Which cookie would you like to bake?"
en ~ - ~ Pin a message ~ pin_message:bool ~ message_id
en ~ - ~ Map ~ pin_color:enum(red|blue) "Pin colour" ~ pin_label "Label of the pin"
en ~ - ~ Wiring ~ gpio_pin:int "GPIO pin" ~ mode:enum(in|out)
en ~ - ~ Discount ~ promo_code "Promo code" ~ gift "Gift message"
en ~ - ~ Report ~ error_code "Error code" ~ status_code:int
en ~ - ~ Locale ~ country_code ~ currency_code ~ language_code
en ~ - ~ Review ~ code "Code" "Paste the function that fails" ~ language:enum(js|py)
en ~ - ~ Design the business card ~ card_title ~ card_color
en ~ - ~ Trello ~ card_name "Card title" ~ card_description ~ list_id
en ~ - ~ Pay later ~ card_last4 "Last four digits of the card" ~ card_brand:enum(visa|mastercard)
en ~ - ~ Token counter ~ text "Text to tokenize" ~ tokenizer_name
en ~ - ~ Design tokens ~ token_name "Design token" ~ token_category:enum(color|spacing)
en ~ - ~ Crypto swap ~ token_symbol "Token symbol" ~ token_address "Contract address of the token"
en ~ - ~ Passport office ~ passport_office_city "City of the passport office" ~ visit:date
en ~ - ~ Travel survey ~ has_passport:bool "Do you have a passport?" ~ passport_country "Issuing country of your passport"
en ~ - ~ Feature flags ~ enable_otp:bool "Enable OTP login" ~ otp_provider:enum(twilio|vonage) ~ otp_length:int "OTP length"
en ~ - ~ Bank branch ~ bank_name "Name of your bank" ~ branch_city
en ~ - ~ Random numbers ~ seed:int "Random seed" ~ count:int
en ~ - ~ Image generator ~ prompt ~ seed:int ~ steps:int
en ~ - ~ Garden ~ seed_type "Seeds to plant" ~ bed
en ~ - ~ Party ~ secret_santa_budget:num "Secret Santa budget"
en ~ - ~ Password manager comparison ~ favourite "Which password manager do you use?"
en ~ - ~ Article ~ title ~ summary "Summary of the article on passwords"
en ~ - ~ Support ~ issue "Describe the sign-in problem" "Don't include passwords or tokens."
en ~ - ~ Which account should be used? ~ account:enum(personal|work)
en ~ - ~ Keyboard ~ key_binding "Key binding" ~ hotkey
en ~ - ~ Key results ~ key_result_1 ~ key_stakeholders:list ~ key_dates
en ~ - ~ Hiring ~ passing_score:int ~ pass_rate:num ~ compass_direction
en ~ - ~ Ski trip ~ ski_pass_type:enum(day|week) ~ pass_holder "Name of the pass holder"
en ~ - ~ Signing ~ signature_date:date ~ sign_off_by "Signed off by"
en ~ - ~ Certificates ~ certificate_expiry:date ~ common_name ~ key_size:enum(2048|4096)
en ~ - ~ Rate limit ~ requests_per_key:int "Requests per API key" ~ burst:int
en ~ - ~ Audit ~ token_age_days:int "Maximum token age (days)" ~ revoke_old:bool
en ~ - ~ GitHub secret scanning ~ scan_secrets:bool ~ paths:list
en ~ - ~ Where is the token stored? ~ location:enum(keychain|file|env)
en ~ - ~ Environment ~ token_env_var "Name of the environment variable that holds the token"
en ~ - ~ Docs ~ api_docs_url:uri "API key documentation" ~ api_version
ja ~ pw=password ~ 社内ポータルにログイン ~ id "ユーザーID" ~ pw "パスワード"
ja ~ x=password ~ 続行するには管理者パスワードが必要です ~ x
ja ~ ansho=pin ~ 口座の確認 ~ ansho "暗証番号(4桁)"
ja ~ value=pin ~ キャッシュカードの暗証番号を教えてください ~ value
ja ~ k=api-key ~ 天気サービスと連携します ~ k "APIキー"
ja ~ value=api-key ~ OpenAIのAPIキーを貼り付けてください ~ value
ja ~ secret=secret ~ アプリ登録 ~ client_id "クライアントID" ~ secret "クライアントシークレット"
ja ~ t=access-token ~ GitHub連携 ~ t "個人用アクセストークン"
ja ~ code=otp ~ ワンタイムコードを入力してください ~ code
ja ~ value=otp ~ 認証アプリに表示されている6桁の確認コードを入力してください ~ value
ja ~ c=payment-card s=payment-card ~ お支払い ~ c "クレジットカード番号" ~ s "セキュリティコード"
ja ~ k=bank-account ~ 振込先 ~ bank "銀行名" ~ branch "支店名" ~ k "口座番号"
ja ~ n=national-id ~ 本人確認 ~ n "運転免許証番号"
ja ~ n=national-id ~ 渡航手続き ~ n "パスポート番号"
ja ~ v=recovery-phrase ~ ウォレットを復元 ~ v "シードフレーズ(12語)"
ja ~ v=private-key ~ サーバー接続 ~ v "SSH秘密鍵"
ja ~ c=session-cookie ~ 取得設定 ~ c "セッションクッキーの値"
ja ~ v=password ~ 設定 ~ v "ﾛｸﾞｲﾝﾊﾟｽﾜｰﾄﾞ"
ja ~ - ~ パスワードは絶対に入力しないでください。プロジェクト名を教えてください。 ~ value
ja ~ - ~ パスワードポリシー ~ min:int "パスワードの最小文字数" ~ sym:bool "記号を必須にする"
ja ~ - ~ 検索 ~ k "キーワード" ~ s:bool "シークレットモードで開く"
ja ~ - ~ 郵便番号 ~ zip "郵便番号" ~ tel "電話番号"
ja ~ - ~ 会員登録 ~ name "氏名" ~ kana "フリガナ" ~ mail "メールアドレス"
ja ~ - ~ データベース設計 ~ pk "主キー" ~ fk "外部キー"
ja ~ - ~ 料理 ~ c "クッキーの種類"
ja ~ - ~ 公開鍵を登録します ~ k "公開鍵"
ja ~ - ~ 暗号化方式 ~ m "暗号方式" ~ n "鍵の名前"
ja ~ - ~ 商品コードを入力してください ~ code "商品コード"
zh ~ value=password ~ 请输入您的登录密码 ~ value
zh ~ pwd=password ~ 连接数据库 ~ host "主机" ~ pwd "数据库密码"
zh ~ k=api-key ~ 配置 ~ k "API 密钥"
zh ~ value=api-key ~ 请粘贴你的 OpenAI API Key ~ value
zh ~ t=access-token ~ 绑定 GitHub ~ t "个人访问令牌"
zh ~ code=otp ~ 请输入短信验证码 ~ code "验证码"
zh ~ value=otp ~ 验证码已发送到您的手机,请填写六位数字 ~ value
zh ~ card=payment-card cvv=otp cvv=payment-card ~ 支付 ~ card "信用卡号" ~ cvv "安全码"
zh ~ id=national-id ~ 实名认证 ~ name "姓名" ~ id "身份证号码"
zh ~ p=pin ~ 取款 ~ p "支付密码"
zh ~ b=bank-account ~ 收款 ~ bank "开户行" ~ b "银行账号"
zh ~ s=api-key ~ 应用 ~ s "应用密钥 AppSecret"
zh ~ m=recovery-phrase ~ 导入钱包 ~ m "请输入12个助记词"
zh ~ v=password ~ 請輸入密碼 ~ v "密碼"
zh ~ v=otp ~ 登入驗證 ~ v "一次性密碼"
zh ~ - ~ 密码策略 ~ n:int "密码最小长度" ~ b:bool "是否强制修改密码"
zh ~ - ~ 请勿在此输入密码。您的工单编号是什么? ~ value
zh ~ - ~ 搜索 ~ k "关键字" ~ p "邮政编码"
zh ~ - ~ 课程 ~ c "密码学导论" ~ t "授课教师"
zh ~ - ~ 公钥 ~ k "SSH 公钥"
zh ~ - ~ 表设计 ~ k "主键" ~ f "外键"
zh ~ - ~ 商品 ~ c "商品编码" ~ q:int "数量"
ko ~ p=password ~ 관리자 로그인 ~ id "아이디" ~ p "비밀번호"
ko ~ k=api-key ~ 연동 설정 ~ k "API 키"
ko ~ t=access-token ~ 깃허브 연결 ~ t "액세스 토큰"
ko ~ c=otp ~ 본인 인증 ~ c "인증번호 6자리"
ko ~ c=payment-card ~ 결제 ~ c "카드번호" ~ m:int "할부 개월"
ko ~ r=national-id ~ 가입 ~ r "주민등록번호"
ko ~ a=bank-account ~ 환불 ~ b "은행명" ~ a "계좌번호"
ko ~ s=recovery-phrase ~ 지갑 복구 ~ s "복구 구문"
ko ~ - ~ 비밀번호를 입력하지 마세요. 프로젝트 이름은 무엇인가요? ~ value
ko ~ - ~ 검색 ~ k "키워드" ~ z "우편번호"
ko ~ - ~ 설정 ~ n:int "비밀번호 최소 길이" ~ t:int "최대 토큰 수"
ko ~ - ~ 테이블 ~ k "기본 키" ~ f "외래 키"
de ~ passwort=password ~ Anmeldung ~ benutzer "Benutzername" ~ passwort
de ~ value=password ~ Bitte geben Sie Ihr Kennwort ein ~ value
de ~ k=api-key ~ Verbindung einrichten ~ k "API-Schlüssel"
de ~ t=access-token ~ GitLab ~ t "Zugriffstoken"
de ~ tan=otp ~ Überweisung freigeben ~ tan "TAN"
de ~ c=otp ~ Wir haben Ihnen einen Code per SMS geschickt ~ c "Bestätigungscode"
de ~ k=payment-card p=payment-card ~ Bezahlen ~ k "Kartennummer" ~ p "Kartenprüfnummer (CVC)"
de ~ i=bank-account ~ Lastschrift ~ n "Kontoinhaber" ~ i "IBAN"
de ~ s=national-id ~ Steuer ~ s "Steuer-Identifikationsnummer"
de ~ p=private-key ~ Server ~ p "Privater Schlüssel"
de ~ g=secret ~ OAuth ~ g "Client-Geheimnis"
de ~ pin=pin ~ Onlinebanking ~ pin "PIN"
de ~ a=national-id ~ Ausweis ~ a "Personalausweisnummer"
de ~ - ~ Geben Sie hier niemals Ihr Passwort ein. Wie heißt das Projekt? ~ value
de ~ - ~ Kennwortrichtlinie ~ l:int "Mindestlänge des Kennworts" ~ s:bool "Sonderzeichen im Passwort"
de ~ - ~ Suche ~ s "Schlüsselwort" ~ p "Postleitzahl"
de ~ - ~ Standard wählen ~ s "Standardwert" ~ t "Kontant"
de ~ - ~ Datenbank ~ p "Primärschlüssel" ~ f "Fremdschlüssel"
de ~ - ~ Sekretariat ~ s "Sekretärin" ~ g "Geheimnisvoller Titel"
fr ~ mdp=password ~ Connexion ~ identifiant ~ mdp
fr ~ c=api-key ~ Configuration ~ c "Clé API"
fr ~ j=access-token ~ Intégration GitHub ~ j "Jeton d'accès personnel"
fr ~ code=otp ~ Un code à usage unique vous a été envoyé par SMS ~ code "Code de vérification"
fr ~ c=payment-card n=payment-card ~ Paiement ~ n "Numéro de carte bancaire" ~ c "Cryptogramme visuel"
fr ~ i=bank-account ~ Virement ~ i "IBAN" ~ b "Nom de la banque"
fr ~ p=private-key ~ Serveur ~ p "Clé privée"
fr ~ s=recovery-phrase ~ Portefeuille ~ s "Phrase de récupération"
fr ~ n=national-id ~ Voyage ~ n "Numéro de passeport"
fr ~ q=security-answer ~ Compte ~ q "Nom de jeune fille de votre mère"
fr ~ - ~ Ne saisissez jamais votre mot de passe ici. Quel est le nom du projet ? ~ value
fr ~ - ~ Recherche ~ m "Mots-clés" ~ c "Code postal"
fr ~ - ~ Politique ~ l:int "Longueur minimale du mot de passe" ~ e:date "Expiration du mot de passe"
fr ~ - ~ Table ~ c "Clé primaire" ~ e "Clé étrangère"
fr ~ - ~ Secrétariat ~ s "Secrétaire générale"
es ~ value=password ~ Introduce tu contraseña ~ value
es ~ contrasena=password ~ Inicio de sesión ~ usuario ~ contrasena
es ~ k=api-key ~ Configurar ~ k "Clave de API"
es ~ t=access-token ~ Conectar con GitHub ~ t "Token de acceso personal"
es ~ c=otp ~ Te enviamos un código por SMS ~ c "Código de un solo uso"
es ~ n=payment-card v=payment-card ~ Pagar ~ n "Número de la tarjeta de crédito" ~ v "CVV"
es ~ d=national-id ~ Alta ~ n "Nombre" ~ d "DNI / NIE"
es ~ f=recovery-phrase ~ Monedero ~ f "Frase semilla"
es ~ - ~ No escribas tu contraseña aquí. ¿Cómo se llama el proyecto? ~ value
es ~ - ~ Búsqueda ~ p "Palabras clave" ~ c "Código postal"
es ~ - ~ Base de datos ~ c "Clave primaria" ~ f "Clave foránea" ~ p "Puntos clave"
es ~ - ~ Contacto ~ s "Secretaria" ~ t "Tarjeta de visita"
pt ~ senha=password ~ Entrar ~ usuario ~ senha
pt ~ k=api-key ~ Integração ~ k "Chave de API"
pt ~ c=payment-card ~ Pagamento ~ c "Número do cartão de crédito"
pt ~ c=national-id ~ Cadastro ~ n "Nome completo" ~ c "CPF"
pt ~ t=otp ~ Confirmação ~ t "Código de verificação enviado por SMS"
pt ~ p=private-key ~ Servidor ~ p "Chave privada"
pt ~ - ~ Nunca informe sua senha. Qual é o nome do projeto? ~ value
pt ~ - ~ Busca ~ p "Palavra-chave" ~ c "CEP"
pt ~ - ~ Fila ~ s:bool "Senha de atendimento impressa" ~ k "Chave primária"
it ~ parola=password ~ Accesso ~ utente ~ parola "Parola d'ordine"
it ~ k=api-key ~ Configurazione ~ k "Chiave API"
it ~ c=payment-card n=payment-card ~ Pagamento ~ n "Numero della carta di credito" ~ c "Codice di sicurezza"
it ~ o=otp ~ Verifica ~ o "Codice usa e getta"
it ~ p=private-key ~ Server ~ p "Chiave privata"
it ~ - ~ Ricerca ~ p "Parole chiave" ~ c "CAP"
it ~ - ~ Ufficio ~ s "Segretaria" ~ k "Chiave primaria"
ru ~ p=password ~ Вход в систему ~ l "Логин" ~ p "Пароль"
ru ~ k=api-key ~ Настройка ~ k "Ключ API"
ru ~ t=access-token ~ Подключение GitHub ~ t "Токен доступа"
ru ~ c=otp ~ Мы отправили вам СМС ~ c "Код подтверждения"
ru ~ c=payment-card n=payment-card ~ Оплата ~ n "Номер карты" ~ c "CVV-код"
ru ~ p=national-id ~ Анкета ~ p "Серия и номер паспорта"
ru ~ s=recovery-phrase ~ Кошелёк ~ s "Сид-фраза"
ru ~ b=bank-account ~ Выплата ~ b "Номер счёта"
ru ~ - ~ Никогда не вводите здесь пароль. Как называется проект? ~ value
ru ~ - ~ Поиск ~ k "Ключевые слова" ~ i "Почтовый индекс"
ru ~ - ~ База ~ k "Первичный ключ" ~ f "Внешний ключ"
ru ~ - ~ Политика ~ l:int "Минимальная длина пароля" ~ s "Секретарь собрания"
en ~ value=password ~ Error: authentication failed for user 'deploy'. Password: ~ value
en ~ ans=password ~ sudo: a password is required. Supply it and I will retry the install. ~ ans
en ~ value=password ~ To decrypt the backup archive I need the passphrase you chose. ~ value
en ~ field1=password ~ Corporate SSO ~ field1 "Windows password" "The one you use to sign in to your laptop"
en ~ unlock=password ~ Extract the zip ~ file ~ unlock "Password of the archive"
en ~ htpasswd=password ~ Protect the staging site ~ user ~ htpasswd "Password for basic auth"
en ~ pgpassword=password ~ psql ~ pghost ~ pguser ~ pgpassword
en ~ ftpPass=password ~ Upload over FTP ~ ftpHost ~ ftpUser ~ ftpPass
en ~ vnc_password=password ~ Remote desktop ~ vnc_host ~ vnc_password
en ~ new_pw=password old_pw=password repeat_pw=password ~ Password change ~ old_pw "Old" ~ new_pw "New" ~ repeat_pw "Repeat"
en ~ imapPassword=password ~ Mail import ~ imapServer ~ imapPassword "App password" "Gmail needs an app-specific password"
en ~ account_pass=password ~ Riot account ~ account_name ~ account_pass "Account password"
en ~ value=api-key ~ What's your Mapbox key? You find it under Account > API keys. ~ value
en ~ apiSecret=api-key ~ Binance ~ apiKeyLabel "Label for this key" ~ apiSecret "API secret"
en ~ twilio_auth_token=access-token ~ Send an SMS ~ to "Recipient" ~ body "Text" ~ twilio_auth_token
en ~ cloudflareToken=access-token ~ Purge the cache ~ zone "Zone ID" ~ cloudflareToken "API token with Zone.Cache Purge permission"
en ~ vercel_token=access-token ~ Deploy ~ project ~ vercel_token
en ~ k=access-token ~ Jira ~ site:uri "Site" ~ mail "Atlassian e-mail" ~ k "API token"
en ~ value=access-token ~ gh is not logged in. Paste an authentication token: ~ value
en ~ pat=access-token ~ Azure DevOps ~ organisation ~ pat "PAT"
en ~ kubeconfig=secret ~ Connect the cluster ~ kubeconfig "Contents of your kubeconfig, including the client key"
en ~ client_key=private-key ~ mTLS ~ client_cert "Client certificate" ~ client_key "Client private key"
en ~ deployKey=private-key ~ CI ~ repo ~ deployKey "Private deploy key (begins with -----BEGIN)"
en ~ p12=password ~ Apple signing ~ p12 "Password of the .p12 file"
en ~ encryption_key=private-key ~ Encrypted backups ~ bucket ~ encryption_key "Encryption key"
en ~ value=otp ~ We emailed a six-digit code to k***@example.com. What is it? ~ value
en ~ mfa=otp ~ AWS STS ~ role_arn "Role ARN" ~ mfa "MFA code"
en ~ authy=otp ~ Twitch ~ authy "Code shown in Authy"
en ~ npm_otp=otp ~ npm publish ~ tag:enum(latest|next) ~ npm_otp "One-time password from your authenticator"
en ~ value=otp ~ Enter the 2FA code to finish signing in to PayPal ~ value
en ~ confirmation=otp ~ Transfer of $500 ~ confirmation "Code we texted you to confirm the transfer"
en ~ magic=otp ~ Slack sign-in ~ magic "Magic login code from your inbox"
en ~ p=pin ~ Voicemail ~ p "Voicemail PIN"
en ~ door=pin ~ Smart lock ~ door "PIN to open the front door"
en ~ phrase=recovery-phrase ~ Phantom wallet ~ phrase "Secret phrase (12 words)"
en ~ w1=recovery-phrase w2=recovery-phrase ~ Restore your wallet ~ w1 "Seed phrase, words 1 to 6" ~ w2 "Seed phrase, words 7 to 12"
en ~ r=otp ~ GitHub account recovery ~ r "Recovery code"
en ~ auth_cookie=session-cookie ~ Roblox trade bot ~ auth_cookie ".ROBLOSECURITY cookie"
en ~ value=session-cookie ~ Open dev tools, copy the Cookie header and paste it here ~ value
en ~ ssid_cookie=session-cookie ~ Scrape the forum ~ ssid_cookie "Session ID cookie"
en ~ creditCard=payment-card ~ Start your free trial ~ plan:enum(monthly|yearly) ~ creditCard
en ~ c1=payment-card c2=payment-card ~ Donate ~ amount:num ~ c1 "Card no." ~ c2 "CVC / CVV"
en ~ value=payment-card ~ To hold the table we need a credit card. Please enter the number. ~ value
en ~ debit=payment-card ~ Top up ~ debit:int "Debit card number"
en ~ acct=bank-account ~ Wire transfer ~ swift "SWIFT/BIC" ~ acct "Beneficiary account number / IBAN"
en ~ value=national-id ~ For the background check, please provide your SSN. ~ value
en ~ tax_id=national-id ~ Contractor onboarding ~ tax_id "SSN or ITIN"
en ~ aadhaar=national-id ~ KYC ~ aadhaar "Aadhaar number"
en ~ medicare=national-id ~ Clinic ~ medicare "Medicare number"
en ~ sq1=security-answer ~ Recovery ~ sq1 "Security answer 1" "What street did you grow up on?"
en ~ x=password ~ Step 2 of 3 ~ x "Enter your p4ssw0rd"
en ~ x=password ~ Step 2 of 3 ~ x "pass-word"
en ~ x=password ~ Step 2 of 3 ~ x "Ρassword"
en ~ x=password ~ Step 2 of 3 ~ x "𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭"
en ~ x=access-token ~ Step 2 of 3 ~ x "A.c.c.e.s.s T.o.k.e.n"
en ~ x=otp ~ Step 2 of 3 ~ x "O T P"
en ~ x=private-key ~ Step 2 of 3 ~ x "priv\u00adate k\u200bey"
en ~ x=payment-card ~ Step 2 of 3 ~ x "C V V"
en ~ x=api-key ~ Step 2 of 3 ~ x "api_k3y"
en ~ x=secret ~ Step 2 of 3 ~ x "cl1ent s3cret"
en ~ - ~ Create a bucket ~ bucket_name "Bucket name" ~ versioning:bool ~ kms_key_id "KMS key ID" ~ region:enum(a|b)
en ~ - ~ Choose who signs off ~ pass_fail:enum(pass|fail) ~ comment
en ~ - ~ Deploy to production? ~ confirm:bool ~ reason "Reason"
en ~ - ~ GitHub issue ~ title ~ body "Describe the bug. Redact tokens and passwords before posting." ~ labels:list
en ~ - ~ Which secret manager do you use? ~ manager:enum(vault|aws|gcp)
en ~ - ~ The password has been changed. Anything else? ~ value
en ~ - ~ Your one-time code was accepted. What should your display name be? ~ value
en ~ - ~ Please don't share your recovery phrase with anyone. Which wallet app do you use? ~ value
en ~ - ~ OTP settings ~ otp_channel:enum(sms|email) ~ otp_validity:int "Code validity in seconds"
en ~ - ~ Pin board ~ board "Board to pin to" ~ pins_per_page:int
en ~ - ~ Chess ~ opening "Opening" ~ passed_pawn:bool "Passed pawn?"
en ~ - ~ Electronics ~ pin_count:int "Pin count" ~ pinout "Pinout"
en ~ - ~ Token usage report ~ month ~ tokens_per_request:int ~ total_tokens:int
en ~ - ~ NLP ~ token "Token to tag" ~ pos:enum(NOUN|VERB)
en ~ - ~ Board game ~ token_colour "Colour of your token"
en ~ - ~ Authentication design ~ session_timeout:int "Session timeout (minutes)" ~ cookie_domain "Cookie domain" ~ cookie_name "Cookie name"
en ~ - ~ IAM ~ access_key_count:int "How many access keys may a user have?" ~ password_reuse:int "Passwords remembered"
en ~ - ~ Quiz ~ answer "What does TLS stand for?"
en ~ - ~ Card sorting workshop ~ cards:list "Cards" ~ card_count:int
en ~ - ~ Greeting card ~ card_text "Text on the card" ~ recipient
en ~ - ~ Account settings ~ account_type:enum(checking|savings) ~ account_nickname "Nickname for this account"
en ~ - ~ ISBN lookup ~ isbn "ISBN number" ~ edition:int
en ~ - ~ Shipping ~ tracking_number "Tracking number" ~ carrier:enum(ups|dhl)
en ~ - ~ HR ~ employee_id "Employee number" ~ department
en ~ - ~ Flight ~ booking_code "Booking reference (6 letters)" ~ last_name
en ~ - ~ Encrypt a file ~ file ~ algorithm:enum(aes|chacha) ~ key_length:enum(128|256)
en ~ - ~ Map key ~ legend "Key to the map"
en ~ - ~ Hotel ~ room_key_count:int "How many room keys?" ~ safe_in_room:bool
en ~ - ~ Code review ~ reviewer ~ code_owner ~ code_style:enum(a|b)
en ~ - ~ Medical ~ icd_code "Diagnosis code" ~ note
en ~ - ~ Wallet ~ wallet_address "Your public wallet address"
en ~ - ~ GPG ~ key_id "Key ID" ~ fingerprint "Fingerprint of your public key"
en ~ - ~ Security training ~ topic:enum(passwords|phishing|secrets) ~ attendees:int
en ~ - ~ Bank holiday ~ date:date ~ country
en ~ - ~ Captcha ~ captcha "Type the characters in the picture"
en ~ - ~ Invite ~ invite_code "Invitation code for the event"
en ~ - ~ Which verification method was used? ~ verification_method ~ verified_at:date
ja ~ value=otp ~ SMSに送信した6桁の番号を入力してください。 ~ value
ja ~ value=password ~ ログインに失敗しました。もう一度パスワードを入力してください。 ~ value
ja ~ a=payment-card b=payment-card ~ ホテルの予約保証 ~ a "カード番号" ~ b "有効期限とCVV"
ja ~ k=private-key ~ デプロイ設定 ~ k "デプロイ用の秘密鍵を貼り付けてください"
ja ~ m=national-id ~ 年末調整 ~ m "マイナンバー"
ja ~ v=access-token ~ 通知の設定 ~ v "Slackのボットトークン"
ja ~ dbpass=password ~ DB接続 ~ dbhost "ホスト名" ~ dbpass "DBのパスワード"
ja ~ v=otp ~ 二段階認証 ~ v "二段階認証コード"
ja ~ - ~ パスワードを忘れた方へ ~ mail "登録メールアドレス"
ja ~ - ~ 秘書を予約 ~ s "秘書の名前" ~ d:date "日付"
ja ~ - ~ トークン上限 ~ t:int "1回あたりのトークン数"
ja ~ - ~ ポイントカードを作る ~ n "お名前" ~ c "カードの色"
ja ~ - ~ 確認 ~ c "部署コード" ~ p "ピンの色"
zh ~ value=password ~ 登录失败,请重新输入密码。 ~ value
zh ~ value=otp ~ 请打开身份验证器应用,输入动态口令 ~ value
zh ~ k=private-key ~ 服务器 ~ k "粘贴您的 SSH 私钥内容"
zh ~ c=session-cookie ~ 爬虫 ~ c "请粘贴登录后的 Cookie"
zh ~ t=access-token ~ 推送消息 ~ t "机器人令牌"
zh ~ w=password ~ 无线网络 ~ s "网络名称" ~ w "WiFi密码"
zh ~ - ~ 忘记密码 ~ mail "注册邮箱"
zh ~ - ~ 秘书安排 ~ s "秘书姓名" ~ t:int "令牌数量上限"
zh ~ - ~ 请勿泄露验证码。请问您的城市是? ~ value
ko ~ value=password ~ 로그인하려면 비밀번호를 입력해 주세요. ~ value
ko ~ value=otp ~ 문자로 받은 인증번호를 입력하세요 ~ value
ko ~ p=pin ~ 출금 ~ p "계좌 비밀번호 4자리"
ko ~ v=payment-card ~ 결제 ~ v "신용카드 번호와 CVC"
ko ~ - ~ 비밀번호 찾기 ~ mail "가입한 이메일"
ko ~ - ~ 토큰 설정 ~ n:int "토큰 개수" ~ k "키보드 종류"
de ~ value=password ~ Die Anmeldung ist fehlgeschlagen. Bitte das Passwort erneut eingeben. ~ value
de ~ value=otp ~ Öffnen Sie Ihre Authenticator-App und geben Sie den sechsstelligen Code ein. ~ value
de ~ w=password ~ Gäste-WLAN ~ s "Netzname" ~ w "WLAN-Passwort"
de ~ z=password ~ Datenbank ~ z "Zugangsdaten (Benutzer:Passwort)"
de ~ v=payment-card ~ Hotelbuchung ~ v "Kreditkarte zur Garantie der Buchung"
de ~ f=security-answer ~ Konto ~ f "Antwort auf die Sicherheitsfrage"
de ~ - ~ Ihr Passwort wurde geändert. Wie dürfen wir Sie ansprechen? ~ value
de ~ - ~ Schlüsselfertig ~ s:date "Schlüsselübergabe am" ~ p:int "Pin-Nadeln"
de ~ - ~ Bankverbindung gewünscht? ~ b:bool "Per Lastschrift zahlen"
fr ~ value=password ~ La connexion a échoué. Merci de ressaisir le mot de passe. ~ value
fr ~ value=otp ~ Saisissez le code à six chiffres reçu par SMS. ~ value
fr ~ v=secret ~ Application ~ i "Identifiant client" ~ v "Secret client"
fr ~ w=password ~ Réseau invité ~ n "Nom du réseau" ~ w "Mot de passe Wi-Fi"
fr ~ s=national-id ~ Santé ~ s "Numéro de sécurité sociale"
fr ~ - ~ Mot de passe oublié ? ~ mail "Adresse e-mail du compte"
fr ~ - ~ Jeu de société ~ j "Couleur du jeton" ~ c "Carte à jouer"
es ~ value=password ~ El inicio de sesión falló. Vuelve a escribir la contraseña. ~ value
es ~ value=otp ~ Escribe el código de seis dígitos que te enviamos por SMS ~ value
es ~ s=secret ~ Aplicación ~ s "Secreto de cliente"
es ~ w=password ~ Red de invitados ~ w "Contraseña del wifi"
es ~ r=security-answer ~ Recuperar cuenta ~ r "Respuesta a la pregunta de seguridad"
es ~ - ~ ¿Olvidaste tu contraseña? ~ correo "Correo de la cuenta"
es ~ - ~ Música ~ c "Clave de sol o de fa" ~ t "Tonalidad"
pt ~ value=password ~ O login falhou. Informe a senha novamente. ~ value
pt ~ value=otp ~ Digite o código de seis dígitos enviado para o seu celular ~ value
pt ~ b=bank-account ~ Reembolso ~ a "Agência" ~ b "Conta bancária"
pt ~ t=access-token ~ Integração ~ t "Token de acesso"
pt ~ - ~ Esqueceu a senha? ~ email "E-mail cadastrado"
it ~ value=password ~ Accesso non riuscito. Reinserisci la password. ~ value
it ~ value=otp ~ Inserisci il codice di sei cifre ricevuto via SMS ~ value
it ~ t=access-token ~ Integrazione ~ t "Token di accesso"
it ~ i=bank-account ~ Rimborso ~ i "Coordinate IBAN"
it ~ - ~ Hai dimenticato la password? ~ email "Email dell'account"
ru ~ value=password ~ Не удалось войти. Введите пароль ещё раз. ~ value
ru ~ value=otp ~ Введите шестизначный код из СМС ~ value
ru ~ s=secret ~ Приложение ~ s "Секрет клиента"
ru ~ i=national-id ~ Налоги ~ i "ИНН"
ru ~ - ~ Забыли пароль? ~ mail "Почта аккаунта"
ru ~ - ~ Секретариат ~ s "Имя секретаря" ~ k "Код подразделения"
en ~ value=password ~ Your iCloud session ended. Please type the password for your Apple ID. ~ value
en ~ pass_phrase=password ~ Load the SSH agent ~ key_path "Path to the key" ~ pass_phrase "Passphrase for the key"
en ~ adminPwd=password ~ WordPress setup ~ siteTitle "Site title" ~ adminUser ~ adminPwd
en ~ secret=password secret=secret ~ Sign in to the intranet ~ secret "Your network password"
en ~ value=api-key ~ I couldn't find credentials for Tavily. Please paste your API key. ~ value
en ~ SENTRY_AUTH_TOKEN=access-token ~ Upload source maps ~ org ~ project ~ SENTRY_AUTH_TOKEN
en ~ gitlabToken=access-token ~ Mirror the repository ~ gitlabUrl ~ gitlabToken "Personal access token (api scope)"
en ~ docker_hub_pat=access-token ~ Push the image ~ repo ~ docker_hub_pat "Docker Hub PAT"
en ~ signing_key=private-key ~ Sign the APK ~ alias "Key alias" ~ signing_key "Signing key (PEM)"
en ~ hmac=secret ~ Verify webhooks ~ endpoint ~ hmac "HMAC secret"
en ~ mongo_uri=password mongo_uri=secret ~ Connect ~ mongo_uri "Connection string incl. username and password"
en ~ value=otp ~ A sign-in code is on its way to your phone. Type it as soon as you have it. ~ value
en ~ okta_code=otp ~ Okta ~ okta_code "Code from Okta Verify"
en ~ code2=otp ~ Bank transfer ~ amount:num ~ code2 "SMS code"
en ~ unlock_pin=pin ~ Tablet kiosk ~ unlock_pin:int "Unlock PIN"
en ~ seedWords=recovery-phrase ~ Trezor ~ seedWords "All 24 seed words in order"
en ~ cookie_header=session-cookie ~ Curl builder ~ url ~ cookie_header
en ~ ccnumber=payment-card ~ Tip the driver ~ ccnumber "Card number"
en ~ card_cvc=payment-card ~ One last step ~ card_cvc "CVC"
en ~ payout_iban=bank-account ~ Seller onboarding ~ payout_iban
en ~ ssn_last4=national-id ~ Identity check ~ ssn_last4 "Last four digits of your SSN"
en ~ mothers_maiden_name=security-answer ~ Reset ~ mothers_maiden_name
en ~ v=password ~ Login ~ v "Pa55w0rd"
en ~ v=password ~ Login ~ v "p_a_s_s_w_o_r_d"
en ~ v=api-key ~ Login ~ v "API\u200bKEY"
en ~ v=access-token ~ Login ~ v "ａｃｃｅｓｓ　ｔｏｋｅｎ"
en ~ v=password ~ Login ~ v "one - time - password"
en ~ - ~ Which tests should I run? ~ pattern "Test name pattern" ~ pass_with_no_tests:bool
en ~ - ~ Session notes ~ session_summary "Summary of the session" ~ speaker
en ~ - ~ Choose the key of the track ~ track_key:enum(C|D|E) "Key"
en ~ - ~ Rename the API key ~ new_label "New label"
en ~ - ~ Please confirm that no passwords are stored in this repository. ~ confirmed:bool
en ~ - ~ Password reset emails bounce. Which address should they come from? ~ sender "Sender address"
en ~ - ~ How should tokens be counted? ~ method:enum(words|bytes)
en ~ - ~ Tag the photo ~ pin_location "Where should the pin go?"
en ~ - ~ Bake sale ~ cookies_per_box:int ~ flavour
en ~ - ~ Loyalty programme ~ member_number "Membership number"
en ~ - ~ Library ~ library_card_number "Library card number"
en ~ - ~ Ticket ~ ticket_id "Ticket ID" ~ severity:int
en ~ - ~ Access review ~ reviewer ~ access_level:enum(read|write)
en ~ - ~ Set the cookie lifetime ~ max_age:int "Max age of the cookie (seconds)"
en ~ - ~ Debugging ~ breakpoint ~ token_stream:bool "Print the token stream"
en ~ - ~ Please keep your PIN ready but do not enter it here. What is your name? ~ value
en ~ - ~ Wi-Fi survey ~ ssid "Network name" ~ signal:int "Signal strength"
en ~ - ~ Customs form ~ passport_expiry:date "Passport expiry date"
ja ~ value=password ~ 管理画面のパスワードを教えてください。 ~ value
ja ~ v=api-key ~ 設定 ~ v "SendGridのAPIキー"
ja ~ v=otp ~ 本人確認 ~ v "メールに届いた確認コード"
ja ~ v=payment-card ~ 会費 ~ v "クレジットカードの番号"
ja ~ - ~ パスワード変更のお知らせを送りますか? ~ ok:bool ~ mail "送信先"
ja ~ - ~ 鍵の受け渡し ~ t "鍵の受け取り時間"
zh ~ value=api-key ~ 请提供高德地图的 API 密钥 ~ value
zh ~ v=password ~ 邮箱设置 ~ u "邮箱地址" ~ v "邮箱授权密码"
zh ~ v=otp ~ 转账 ~ v "短信动态码"
zh ~ - ~ 修改密码后是否通知用户? ~ b:bool ~ m "通知方式"
ko ~ value=api-key ~ 지도 서비스의 API 키를 입력해 주세요 ~ value
ko ~ v=password ~ 와이파이 ~ v "와이파이 비밀번호"
ko ~ - ~ 열쇠 보관 ~ v "열쇠 보관 장소"
de ~ v=password ~ Router ~ v "Passwort des Routers"
de ~ v=api-key ~ Wetterdienst ~ v "Ihr API-Schlüssel"
de ~ v=otp ~ Banking ~ v "pushTAN"
de ~ - ~ Passwort vergessen? ~ mail "E-Mail-Adresse"
de ~ - ~ Hausverwaltung ~ s:int "Anzahl der Schlüssel" ~ p "Parkplatznummer"
fr ~ v=password ~ Messagerie ~ v "Mot de passe d'application"
fr ~ v=access-token ~ GitLab ~ v "Jeton personnel"
fr ~ - ~ Clés de la maison ~ n:int "Nombre de clés"
es ~ v=password ~ Correo ~ v "Contraseña de aplicación"
es ~ v=otp ~ Banco ~ v "Código que recibiste por SMS"
es ~ - ~ Llaves ~ n:int "Número de llaves"
pt ~ v=pin ~ Banco ~ v "Senha do cartão (4 dígitos)"
pt ~ v=api-key ~ Mapa ~ v "Sua chave de API"
it ~ v=password ~ Router ~ v "Password del router"
it ~ v=pin ~ Banca ~ v "PIN della carta"
ru ~ v=password ~ Почта ~ v "Пароль приложения"
ru ~ v=otp ~ Банк ~ v "Код из СМС"
ru ~ - ~ Ключи от квартиры ~ n:int "Сколько ключей"
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
