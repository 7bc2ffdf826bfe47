/**
 * German.
 *
 * Traps: compounds, so a secret's name may stand at the end (Datenbankpasswort) and what is said about it may follow in the
 * same word (Passwortlänge). TAN and PIN sit inside Standard and Pinnwand: whole words only. Schlüssel alone is any key, Kennung
 * a user name, Code any code, Karte a map. Umlauts also arrive as ae, oe, ue: both spellings are listed.
 */
import type { SecretWords } from "../../engine/core/secrets.ts";

export const german: SecretWords = {
  language: "de",
  script: "latin",
  names: {
    password:
      "*passwort*, *passwoert*, *passwört*, *kennwort*, *kennwört*, *kennwoert*, *passphrase*, losung, losungswort*, zugangsdaten?, anmeldedaten?, zugangskennwort, logindaten?, login daten?, " +
      "einloggdaten, wlan schlüssel, wlan schluessel, netzwerkschlüssel, netzwerkschluessel, netzwerksicherheitsschlüssel, entsperrcode, *zugangsdaten?, *anmeldedaten?, benutzerdaten?",
    "api-key":
      "api schlüssel, api schluessel, apischlüssel, apischluessel, zugriffsschlüssel, zugriffsschluessel, zugangsschlüssel, zugangsschluessel, kontoschlüssel, kontoschluessel, dienstschlüssel, dienstschluessel, entwicklerschlüssel, api zugangsschlüssel",
    "access-token":
      "zugriffstoken, zugangstoken, access token, authentifizierungstoken, anmeldetoken, bearer token, aktualisierungstoken, sitzungstoken, sicherheitstoken, zugriffs token, zugangs token, persönliches token, persoenliches token, persönlicher token",
    "private-key":
      "privater schlüssel, privaten schlüssel, private schlüssel, privatem schlüssel, privater schluessel, privaten schluessel, privatschlüssel, privatschluessel, geheimer schlüssel, geheimen schlüssel, geheimer schluessel, geheimen schluessel, geheimschlüssel, geheimschluessel, " +
      "ssh schlüssel!, ssh schluessel!, signaturschlüssel, signierschlüssel, verschlüsselungsschlüssel, entschlüsselungsschlüssel, wallet schlüssel",
    secret:
      "geheimnis!, client geheimnis, clientgeheimnis, client secret, geheimer clientschlüssel, verbindungszeichenfolge, verbindungszeichenkette, geheimwort, gemeinsames geheimnis",
    otp:
      "sechsstelligen code?, sechsstelliger code?, sechsstellige code?, vierstelligen code?, achtstelligen code?, stellige zahl?, sechsstellige zahl?, sechsstellige nummer?, tan., tans, mtan, m tan, sms tan, smstan, push tan, pushtan, itan, chiptan, chip tan, photo tan, phototan, tan nummer, einmalpasswort*, einmalkennwort*, einmalcode, einmal code, einmal pin, *bestätigungscode, *bestaetigungscode, *verifizierungscode, *authentifizierungscode, " +
      "*sicherheitscode, *freischaltcode?, *anmeldecode, zugangscode, *zugangscode, sms code, smscode, zwei faktor code, 2fa code, wiederherstellungscode, wiederherstellungscodes, notfallcode, notfallcodes, backup code, backup codes, einmalkode, transaktionsnummer?, code=?, stelligen code?, stelliger code?, " +
      "code aus der app?, code aus ihrer authenticator app, code per sms, prüfcode?, pruefcode?",
    pin: "pin=, geheimzahl, geheimnummer, pin nummer, pinnummer, pin code=, pincode=, karten pin, kartenpin, sim pin, bank pin, online banking pin, onlinebanking pin, *geheimzahl, deine pin, ihre pin, puk, puk nummer, zugangs pin",
    "recovery-phrase":
      "wiederherstellungsphrase, wiederherstellungswörter, wiederherstellungswoerter, wiederherstellungssatz, seed phrase, seed wörter, seed woerter, mnemonische phrase, mnemonik, wiederherstellungsschlüssel, wiederherstellungsschluessel, merksatz?, sicherungsphrase, backup phrase, 12 wörter?, 24 wörter?, zwölf wörter?",
    "session-cookie":
      "sitzungscookie, session cookie, sitzungs cookie, anmeldecookie, login cookie, sitzungskennung?, sitzungs id?, cookie wert, cookie!",
    "payment-card":
      "kreditkartennummer, kreditkarten nummer, kartennummer!, *kreditkarte!, kreditkartendaten, kartendaten, *kreditkartendaten, bankkartennummer, debitkartennummer, girokartennummer, ec kartennummer, zahlungsdaten?, kartenprüfnummer, kartenpruefnummer, prüfnummer?, pruefnummer?, prüfziffer?, pruefziffer?, kartenprüfziffer, kartensicherheitscode, " +
      "sicherheitscode?, kreditkarteninformationen, cvc, cvv, kartenprüfcode, prüfzahl?",
    "bank-account":
      "kontonummer?, bankkonto!, bankkontonummer, bankverbindung, iban, bankdaten, kontodaten?, kontoverbindung, iban nummer, girokontonummer, lastschriftdaten",
    "national-id":
      "sozialversicherungsnummer, personalausweisnummer, ausweisnummer, reisepassnummer, passnummer, steueridentifikationsnummer, steuer id, steuernummer, steuer identifikationsnummer, ahv nummer, ahvnummer, sozialversicherungs nummer, führerscheinnummer, fuehrerscheinnummer, krankenversichertennummer, versichertennummer?, rentenversicherungsnummer, idnr?",
    "security-answer":
      "sicherheitsfrage!, geheimfrage!, antwort auf ihre sicherheitsfrage, sicherheitsantwort, geburtsname ihrer mutter, mädchenname ihrer mutter, maedchenname ihrer mutter, mädchenname der mutter, mädchenname, maedchenname, geburtsname der mutter, name ihres ersten haustiers, erstes haustier, name des ersten haustiers",
  },
  cues: {
    otp: "per sms, gesendet, geschickt, zugesandt, handy, authenticator, bestätigen, bestaetigen, anmelden, anmeldung, verifizierung, verifizieren, zwei faktor, banking, überweisung, sms, e mail erhalten",
    "payment-card":
      "kreditkarte, karte, zahlung, bezahlung, bezahlen, kartennummer, kreditkartennummer, gültig bis, gueltig bis, ablaufdatum, karteninhaber",
    "bank-account": "bank, bankleitzahl, blz, bic, iban, überweisung, ueberweisung, auszahlung, lastschrift, gehalt",
    password: "benutzer, benutzername, anmelden, anmeldung, login, einloggen, konto",
    "session-cookie": "cookie, cookies, browser",
    "recovery-phrase": "wallet, wiederherstellen, wiederherstellung, krypto",
    "private-key": "privat, ssh, pem",
  },
  harmless:
    "pinnwand, pinsel, pinguin, standard, standards, tanne, tante, tanz, tank, tankstelle, tandem, tanga, distanz, titan, mandant, geheimnisvoll, geheimtipp, geheimratsecken, " +
    "öffentlicher schlüssel, öffentlichen schlüssel, öffentliche schlüssel, oeffentlicher schluessel, primärschlüssel, primaerschluessel, fremdschlüssel, fremdschluessel, schlüsselwort, schluesselwort, schlüsselwörter, notenschlüssel, notenschluessel, violinschlüssel, violinschluessel, " +
    "autoschlüssel, hausschlüssel, schraubenschlüssel, postleitzahl, plz, vorwahl, ländercode, laendercode, landeskennzahl, quellcode, qr code, gutscheincode, rabattcode, aktionscode, fehlercode, produktcode, stichwort, suchwort, suchbegriff, " +
    "kundenkarte, visitenkarte, landkarte, speisekarte, fahrkarte, eintrittskarte, bibliothekskarte, bibliothekskartennummer, kundennummer, kundenkontonummer, kundenkartennummer, kundenkonto, bestellnummer, auftragsnummer, rechnungsnummer, telefonnummer, hausnummer, " +
    "reisepass, bergpass, passfoto, passagier, passend, kompass, ausstellungsort, passwortmanager, kennwortmanager, passwortlos, postkarte, passwort manager, farbcode, keksrezept, cookie rezept, cookie richtlinie, cookie einstellungen, cookie hinweis, lizenzschlüssel, produktschlüssel, " +
    "token limit, tokenlimit, tokenanzahl, tokenzahl, max token, maximale tokenanzahl, maximale token, isbn prüfziffer, prüfziffer der isbn, betriebsgeheimnis, geschäftsgeheimnis, artikelnummer prüfziffer",
  about:
    "name, namen, richtlinie, richtlinien, länge, laenge, lange, stärke, staerke, starke, anzahl, limit, ablauf, ablaufdatum, gültigkeit, gueltigkeit, verwaltung, verwalter, hinweis, typ, format, version, url, adresse, id, kennung, bezeichnung, pfad, datei, dateiname, ort, regel, regeln, manager, " +
    "erneuerung, rotation, änderung, aenderung, anderung, rücksetzung, zurücksetzung, ruecksetzung, zurücksetzen, zuruecksetzen, inhaber, name*, feld, schutz, geschützt, geschuetzt, vergessen, generator, tresor, safe, anforderungen, anforderung, vorgaben, verlauf, speicherort, nutzung, verbrauch, dauer",
  aboutOf:
    "mindestlänge des, mindestlänge der, mindestlaenge des, mindestlaenge der, höchstlänge des, höchstlänge der, maximallänge des, maximallänge der, farbe des, farbe der, name des, name der, name für den, name fuer den, name vom, namen des, namen der, bezeichnung des, bezeichnung der, anzahl der, anzahl, anzahl an, länge des, laenge des, art des, pfad zum, pfad zur, wie viele, wieviele, maximale, maximale anzahl, maximale anzahl an, url der, url zur, ablaufdatum der, ablaufdatum des, gültig bis, " +
    "speicherort des, speicherort der, wo ist, wo liegt, ausstellungsort des, grund für, grund fuer, letzte vier ziffern der, letzten vier ziffern der, letzte 4 ziffern der, haben sie ihr, haben sie ihren, haben sie ihre, zu ihrem, zum thema, über, ueber, inhaber der, inhaber des, probleme mit, problem mit, fragen zu, frage zu",
  asks:
    "geben sie, geben sie bitte, gib, gib bitte, bitte, eingeben, ein, einzugeben, eingabe, angeben, angabe, nennen sie, nenne, nennen, teilen sie, mitteilen, einfügen, einfuegen, fügen sie, fuegen sie, tippen, tippen sie, tragen sie, eintragen, schicken sie, schicke, senden sie, sende, übermitteln sie, " +
    "benötigt, benoetigt, benötigen, benoetigen, wir brauchen, ich brauche, erforderlich, was ist, wie lautet, wie ist, bestätigen sie, bestaetigen sie, hinterlegen, hinterlegen sie, wählen sie, waehlen sie, z b, zum beispiel, verlangt",
  pointers:
    "geben sie es, geben sie ihn, geben sie sie, gib es, gib ihn, gib sie, tragen sie es, tragen sie ihn, hier ein, hier eingeben, unten ein, unten eingeben, unten eintragen, bitte eingeben, teilen sie es, fügen sie es, fügen sie ihn",
  never:
    "niemals, nie, geben sie niemals, geben sie nie, geben sie kein, geben sie keine, geben sie keinen, geben sie hier kein, geben sie hier keine, geben sie hier nicht, bitte kein, bitte keine, bitte keinen, teilen sie niemals, teilen sie kein, bitte nicht, keinesfalls, auf keinen fall, nicht ihr, keine geheimen, bitte geben sie kein, bitte geben sie keine",
  neverAfter:
    "nicht eingeben, nicht ein, niemals ein, nicht angeben, nicht nötig, nicht noetig, nicht erforderlich, nicht benötigt, nicht benoetigt, wird nicht benötigt, wird nicht benoetigt, wird nicht gebraucht, ist nicht nötig, gehört nicht hierher, nicht hier ein, niemals eingeben, nicht teilen, nicht weitergeben, nicht mitteilen, niemals weiter, nicht weiter",
  without:
    "ohne, ohne ein, ohne das, kein, keine, keinen, nicht das, nicht den, nicht die, nicht ihr, statt, statt des, statt eines, anstatt, anstelle des, anstelle eines, außer, ausser",
  whether:
    "möchten sie, moechten sie, wollen sie, soll ich, sollen wir, soll, haben sie, hast du, ist das, ist ein, ist der, ist die, darf ich, dürfen wir, wurde, wird, möchtest du, willst du, kann ich, können wir",
  fillers:
    "der, die, das, den, dem, des, ein, eine, einen, einem, einer, ihr, ihre, ihren, ihrem, ihrer, dein, deine, deinen, mein, meine, für, fuer, von, vom, zu, zum, zur, in, im, an, am, auf, aus, bei, mit, und, oder, als, ist, sind, sie, hier, unten, bitte, neu, neues, neue, aktuelles, altes, wert, text, " +
    "wiederholen, bestätigen, bestaetigen, benutzer, konto, datenbank, vergessen sie nicht, vergiss nicht, wird nicht gespeichert, nicht vergessen, keine sorge, wir werden niemals, wir speichern, nie gespeichert, niemals gespeichert, der app, persönliches, persoenliches",
  known:
    "benutzer, benutzername, name, vorname, nachname, familienname, anrede, e mail, email, mail adresse, e mail adresse, telefon, telefonnummer, handynummer, adresse, anschrift, straße, strasse, hausnummer, ort, stadt, land, datum, geburtsdatum, geburtsort, alter, titel, beschreibung, betreff, grund, " +
    "begründung, kommentar, bemerkung, anmerkung, notiz, hinweis, anzahl, menge, betrag, preis, größe, gewicht, dauer, farbe, sprache, währung, firma, abteilung, projekt, datei, pfad, ablaufdatum, gültig bis, karteninhaber, bankleitzahl, blz, bic, kundennummer, frage, thema, nutzername, nutzer, rückmeldung",
  generic:
    "wert, antwort, eingabe, text, angabe, angaben, inhalt, code, nummer, ihre antwort, ihre eingabe, hier eingeben, sonstiges",
};
