/**
 * Italian.
 *
 * Traps: `chiave` is any key (parola chiave, chiave primaria); `password` is the everyday word; `codice` is a post code or a tax code as often as
 * a one-time code; `carta` is paper, a map, an identity card; `conto` an account or a bill; `parola d'ordine` is a password and a slogan.
 */
import type { SecretWords } from "../../engine/core/secrets.ts";

export const italian: SecretWords = {
  language: "it",
  script: "latin",
  names: {
    password:
      "password, parola d'ordine, parola di accesso, parola d'accesso, parola segreta, frase d'accesso, frase di accesso, frase segreta, chiave di accesso al conto, credenziali?, credenziali di accesso, dati di accesso, dati di login, parola chiave di accesso, codice di sblocco, chiave wifi, chiave di rete",
    "api-key":
      "chiave api, chiavi api, chiave dell'api, chiave di accesso, chiavi di accesso, chiave d'accesso, chiave di accesso segreta, chiave segreta api, chiave di servizio, chiave dell'applicazione, chiave sviluppatore",
    "access-token":
      "token!, token di accesso, token d'accesso, token di autenticazione, token di autorizzazione, token personale, token di aggiornamento, token di sessione, token segreto, gettone di accesso, token di sicurezza, token api",
    "private-key":
      "chiave privata, chiavi private, chiave ssh!, chiave ssh privata, chiave segreta, chiave di cifratura, chiave di crittografia, chiave di firma, chiave pem",
    secret:
      "segreto!, segreto del client, segreto client, segreto condiviso, segreto dell'applicazione, stringa di connessione, valore del segreto",
    otp:
      "codice di verifica, codici di verifica, codice di conferma?, codice di autenticazione, codice monouso, password monouso, codice usa e getta, codice di sicurezza, codice sms, codice otp, codice di accesso, codice di convalida, codice 2fa, codice a due fattori, codice temporaneo, codice di backup, codici di backup, codice di recupero, codici di recupero, " +
      "codice di attivazione?, codice inviato?, codice che ti abbiamo inviato?, codice che le abbiamo inviato?, codice ricevuto?, codice a 6 cifre?, codice a sei cifre?, codice=?, codice univoco?, codice dispositivo?, codice che hai ricevuto?, codice che ha ricevuto?",
    pin: "pin=, codice pin, codice segreto, pin della carta, pin del bancomat, numero pin, codice puk, pin di sicurezza, codice personale, codice bancomat, il tuo pin, il suo pin",
    "recovery-phrase":
      "frase di recupero, frase seed, frase mnemonica, parole di recupero, parole seed, frase segreta di recupero, frase di backup, chiave di recupero, 12 parole?, 24 parole?, dodici parole?, seed phrase",
    "session-cookie":
      "cookie di sessione, cookie di autenticazione, id di sessione?, id sessione?, identificativo di sessione?, cookie!, valore del cookie",
    "payment-card":
      "numero di carta!, numero carta!, numero della carta!, numero della carta di credito, numero di carta di credito, numero carta di credito, numero della carta di debito, numero della tua carta, carta di credito!, carta di debito!, carta di pagamento!, dati della carta, dati carta, dati di pagamento, codice di sicurezza?, codice di sicurezza della carta, codice di verifica della carta, cvv, cvc, codice di controllo?",
    "bank-account":
      "conto bancario!, conto corrente!, numero di conto?, numero conto?, numero di conto corrente, numero di conto bancario, iban, coordinate bancarie, dati bancari",
    "national-id":
      "codice fiscale, numero di previdenza sociale, numero di passaporto, numero del passaporto, numero carta d'identità, numero della carta d'identità, numero di carta d'identità, numero di identità, numero patente, numero della patente, tessera sanitaria, numero tessera sanitaria, numero di tessera sanitaria",
    "security-answer":
      "domanda di sicurezza!, domanda segreta!, risposta di sicurezza, risposta segreta, cognome da nubile, cognome da nubile di tua madre, cognome da nubile di sua madre, cognome da nubile della madre, nome del tuo primo animale, nome del primo animale, primo animale domestico, risposta alla domanda di sicurezza",
  },
  cues: {
    otp: "sms, inviato, ricevuto, cellulare, telefono, verifica, verificare, autenticazione, accedi, accesso, accedere, conferma la tua identità, conferma la sua identità, messaggio, email, abbiamo inviato, abbiamo appena inviato",
    "payment-card":
      "carta, carta di credito, pagamento, pagare, scadenza, data di scadenza, titolare, intestatario, numero di carta",
    "bank-account": "banca, bancario, bancarie, iban, bic, bonifico, addebito",
    password: "utente, nome utente, accesso, accedi, accedere, login, account",
    "session-cookie": "cookie, browser, sessione",
    "recovery-phrase": "portafoglio, wallet, ripristina, ripristino, recuperare, cripto, recupero",
  },
  harmless:
    "parola chiave, parole chiave, chiave primaria, chiave esterna, chiave pubblica, chiave ssh pubblica, chiave di ricerca, chiave di ordinamento, chiave di partizione, chiave del prodotto, chiave di licenza, chiave inglese, chiave di violino, chiave usb, punto chiave, punti chiave, codice postale, codice di avviamento postale, cap, codice paese, codice prodotto, codice a barre, codice sorgente, codice qr, codice promozionale, codice sconto, " +
    "codice errore, codice di errore, codice civile, codice colore, codice lingua, codice valuta, codice cliente, carta geografica, carta d'imbarco, carta fedeltà, numero carta fedeltà, numero della carta fedeltà, carta igienica, carta stampata, biglietto da visita, tessera della biblioteca, numero della tessera della biblioteca, passaporto, passeggero, passaggio, luogo di rilascio, segretario, segretaria, segreteria, gestore di password, password dimenticata, " +
    "numero conto cliente, numero cliente, numero ordine, numero massimo di token, limite di token, ricetta dei biscotti, politica sui cookie, pinacoteca, pineta, pino, ingrediente segreto, agente segreto, segreto commerciale, segreto industriale, directory di lavoro, titolare della carta, voto segreto, standard",
  about:
    "nome, lunghezza, politica, scadenza, tipo, formato, url, dimenticata, smarrita, massimo, massimi, limite, pubblica, primaria, esterna, simbolo, scaduta",
  aboutOf:
    "colore della, colore del, colore di, colore dei, colore delle, nome della, nome del, nome di, nome per la, numero di token, numero massimo di, quantità di, massimo di, lunghezza della, lunghezza minima della, lunghezza di, politica di, politica delle, tipo di, formato della, formato del, url di, url della, collegamento a, link alla, percorso della, percorso del, data di scadenza della, scadenza della, scadenza del, quanti, quante, posizione della, posizione del, luogo di rilascio del, dove si trova, " +
    "motivo della, motivo del, motivo per, ultime 4 cifre della, ultime quattro cifre della, titolare della, intestatario della, identificativo della, identificativo del, gestore di, problema con, problemi con, domanda su, suggerimento per la, regole per, requisiti della, dimenticato la, hai dimenticato la, ha dimenticato la, limite di",
  asks: "inserisci, inserisca, inserire, inserite, immetti, immettere, digita, digiti, digitare, scrivi, scriva, scrivere, indica, indichi, indicare, fornisci, fornisca, fornire, incolla, incollare, invia, inviaci, invii, condividi, comunica, dicci, per favore, prego, qual è, quali sono, abbiamo bisogno, ho bisogno, serve, servono, è richiesta, è richiesto, richiesto, obbligatorio, obbligatoria, richiede, conferma, ripeti, ripeta, scegli, specifica, ad esempio, per esempio, es",
  pointers:
    "inseriscila, inseriscilo, inseriscila qui, digitala, digitalo, incollala, incollalo, scrivila, scrivilo, qui sotto, qui, di seguito, inviala, inserirla, inserirlo",
  never:
    "mai, non inserire, non inserire mai, non inserisca, non digitare, non scrivere, non condividere, non condividere mai, non fornire, non fornire mai, non includere, non indicare, non inviare, non incollare, non comunicare, non comunicare mai, non rivelare, non usare, non utilizzare",
  neverAfter:
    "non è richiesta, non è richiesto, non è necessaria, non è necessario, non richiesta, non necessaria, non serve, non occorre, non sono necessarie",
  without:
    "senza, senza la, senza il, nessuna, nessun, non la, non il, invece di, invece della, al posto della, eccetto, tranne, diverso da",
  whether: "vuoi, vuole, desideri, desidera, devo, dobbiamo, hai, ha, posso, possiamo, è necessario, vorresti",
  fillers:
    "il, lo, la, i, gli, le, l, un, uno, una, il tuo, la tua, tuo, tua, suo, sua, mio, mia, di, del, della, dell, dei, delle, al, alla, a, in, per, con, e, o, è, sono, che, da, qui, sotto, attuale, nuova, nuovo, vecchia, valore, testo, utente, account, database, email, non dimenticare, non dimenticarti, non esitare, non preoccuparti, non memorizziamo, non conserviamo, non verrà memorizzata, mai memorizzata, cifre, caratteri, personale",
  known:
    "utente, nome utente, nome, cognome, email, e mail, posta elettronica, indirizzo email, telefono, numero di telefono, cellulare, indirizzo, via, città, paese, provincia, data, data di nascita, età, titolo, descrizione, oggetto, motivo, ragione, commento, commenti, nota, note, quantità, numero, importo, prezzo, dimensione, taglia, colore, lingua, valuta, azienda, reparto, progetto, file, percorso, scadenza, data di scadenza, titolare, intestatario, domanda, messaggio, ricerca",
  generic: "valore, risposta, testo, dato, dati, contenuto, informazione, informazioni, codice, la tua risposta, altro",
};
