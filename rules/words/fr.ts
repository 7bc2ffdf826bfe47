/**
 * French.
 *
 * Traps: `clé` is any key and part of mot-clé (keyword); `mot` and `passe` alone are ordinary words; `code` is a post code as often
 * as a one-time code; `jeton` is also a coin; `carte` is a map or a menu; `compte` an account of any kind. The name comes first and what
 * is said about it follows with `de` (nom du mot de passe), so the words before count more than those behind.
 */
import type { SecretWords } from "../../engine/core/secrets.ts";

export const french: SecretWords = {
  language: "fr",
  script: "latin",
  names: {
    password:
      "mot de passe, mots de passe, motdepasse, motsdepasse, mot passe, mdp, phrase de passe, phrase secrète, mot secret, identifiants?, identifiants de connexion, informations de connexion?, clé wifi, cle wifi, clé wpa, code de déverrouillage, informations d'identification",
    "api-key":
      "clé api, clés api, clé d'api, clef api, clef d'api, clé d'accès, clés d'accès, clef d'accès, clé de l'api, clé secrète api, clé de service, clé d'application, clé développeur, clé maître",
    "access-token":
      "jeton!, jeton d'accès, jetons d'accès, jeton d'authentification, jeton de connexion, jeton d'actualisation, jeton de rafraîchissement, jeton api, jeton d'api, jeton porteur, jeton personnel, jeton de session, jeton d'identification, jeton secret, token d'accès, token d'authentification, token!",
    "private-key":
      "clé privée, clef privée, clés privées, clé ssh!, clé ssh privée, clé secrète, clef secrète, clé de chiffrement, clé de déchiffrement, clé de signature, clé pem, clé pgp privée",
    secret:
      "secret!, secret client, secret du client, secret partagé, secret de signature, secret d'application, chaîne de connexion, valeur du secret",
    otp:
      "code de vérification, code de confirmation?, code d'authentification, code à usage unique, mot de passe à usage unique, mots de passe à usage unique, code de sécurité, code sms, code reçu par sms, code de validation, code d'accès, code 2fa, code otp, code de connexion, code de secours, codes de secours, " +
      "code de récupération, codes de récupération, code d'activation?, code à 6 chiffres?, code à six chiffres?, code envoyé?, code reçu?, code que nous?, code=?, code temporaire, double authentification, code de double authentification, code unique",
    pin: "code pin, code secret, code confidentiel, pin=, code de la carte bancaire, code de carte, code carte bleue, code puk, numéro pin, code personnel, code à 4 chiffres de votre carte, code de carte bancaire",
    "recovery-phrase":
      "phrase de récupération, phrase secrète de récupération, phrase mnémonique, phrase de restauration, mots de récupération, phrase de sauvegarde, phrase de départ?, seed phrase, clé de récupération, 12 mots?, 24 mots?, douze mots?, mnémonique!",
    "session-cookie":
      "cookie de session, cookies de session, cookie de connexion, cookie d'authentification, identifiant de session?, cookie!, valeur du cookie",
    "payment-card":
      "numéro de carte!, numéro de carte bancaire, numéro de carte bleue, numéro de carte de crédit, numéro de la carte bancaire, numéro de la carte!, n de carte, carte bancaire!, carte bleue!, carte de crédit!, carte de paiement!, coordonnées de carte, cryptogramme, cryptogramme visuel, code de sécurité?, code de vérification de la carte, cvv, cvc, " +
      "données de carte, informations de carte, informations de paiement?, données de paiement, numéro de carte de paiement",
    "bank-account":
      "compte bancaire!, numéro de compte?, numéro de compte bancaire, rib, coordonnées bancaires, iban, relevé d'identité bancaire",
    "national-id":
      "numéro de sécurité sociale, numéro de sécu, sécurité sociale, numéro d'identité nationale, numéro de carte d'identité, numéro de la carte d'identité, numéro de passeport, numéro fiscal, numéro d'identification fiscale, numéro de permis de conduire, nir, numéro insee, numéro national d'identité, numéro avs, numéro de registre national",
    "security-answer":
      "question secrète!, question de sécurité!, réponse secrète, réponse de sécurité, nom de jeune fille, nom de jeune fille de votre mère, nom de jeune fille de la mère, nom de votre premier animal, premier animal de compagnie, réponse à votre question secrète, réponse à la question secrète",
  },
  cues: {
    otp: "sms, envoyé, reçu, téléphone, mobile, vérification, vérifier, connexion, authentification, confirmer votre identité, courriel, par email, application d'authentification, venons d'envoyer",
    "payment-card":
      "carte, carte bancaire, carte bleue, carte de crédit, paiement, payer, expiration, date d'expiration, titulaire, numéro de carte",
    "bank-account": "banque, bancaire, bic, iban, virement, prélèvement",
    password: "utilisateur, nom d'utilisateur, connexion, connecter, se connecter, compte, authentification",
    "session-cookie": "cookie, navigateur, connexion",
    "recovery-phrase": "portefeuille, restaurer, restauration, crypto, récupération",
  },
  harmless:
    "mot clé, mots clés, mot clef, motclé, mot clés, clé primaire, clé étrangère, clé publique, clé ssh publique, clé usb, clé de tri, clé de voûte, clé de sol, clé de fa, clé du produit, clé de produit, clé de licence, code postal, code pays, code produit, code promo, code promotionnel, code barre, code barres, code source, code de la route, " +
    "code couleur, code d'erreur, code erreur, code qr, code de réduction, code civil, code du pays, code langue, indicatif, carte de visite, carte postale, carte de fidélité, carte mère, carte graphique, carte routière, carte sim, carte d'embarquement, carte de bibliothèque, numéro de carte de fidélité, numéro de carte de bibliothèque, " +
    "passeport, passage, passager, secrétaire, secrétariat, lieu de délivrance, gestionnaire de mots de passe, gestionnaire de mot de passe, mot de passe oublié, jeton de présence, jeton de casino, jetons maximum, jetons maximal, nombre de jetons, pinceau, pin maritime, pin parasol, bois de pin, " +
    "secret professionnel, secret d'affaires, secret de fabrication, agent secret, santa secret, numéro de compte client, compte client, numéro client, numéro de commande, recette de cookies, politique de cookies, token limite, titulaire de la carte, répertoire de travail, agent secret, ingrédient secret",
  about:
    "nom, longueur, politique, expiration, type, format, identifiant, perdu, perdue, maximum, maximal, max, limite, url, publique, primaire, étrangère, activé, désactivé, gestionnaire",
  aboutOf:
    "couleur du, couleur de la, couleur de, couleur des, nom de la, nom du, nom de, nom d'une, nom d'un, nom des, intitulé de la, intitulé du, nombre de, nombre maximum de, nombre maximal de, nombre max de, longueur du, longueur minimale du, longueur de, politique de, type de, format du, format de la, url de, url du, lien vers, chemin de la, chemin vers la, chemin du, chemin vers, date d'expiration de la, date d'expiration du, " +
    "expiration de la, combien de, emplacement de la, emplacement du, lieu de délivrance du, où est, où se trouve, raison de, motif de, les 4 derniers chiffres de, quatre derniers chiffres de, derniers chiffres de, titulaire de la, propriétaire de la, identifiant de la, identifiant du, gestionnaire de, problème avec, question sur, indice du, indice pour, règles de, oublié votre, oublié le",
  asks: "entrez, entrer, saisissez, saisir, saisie, indiquez, indiquer, fournissez, fournir, donnez, donner, tapez, taper, collez, coller, communiquez, renseignez, renseigner, envoyez, transmettez, précisez, veuillez, merci de, merci d'entrer, insérez, quel est, quelle est, quels sont, nous avons besoin de, j'ai besoin de, requis, requise, nécessaire, confirmez, répétez, choisissez, partagez, par exemple, p ex, ex",
  pointers:
    "saisissez le, saisissez la, entrez le ici, entrez la ici, entrez le, indiquez le, indiquez la, collez le, collez la, fournissez le, tapez le, ici, ci dessous, saisissez les, donnez le moi",
  never:
    "ne saisissez jamais, ne saisissez pas, n'entrez jamais, n'entrez pas, ne donnez jamais, ne donnez pas, ne communiquez jamais, ne communiquez pas, ne partagez jamais, ne partagez pas, n'indiquez pas, n'indiquez jamais, ne fournissez pas, ne fournissez jamais, ne tapez pas, ne mettez pas, n'envoyez pas, n'envoyez jamais, ne pas saisir, ne pas entrer, ne pas indiquer, ne jamais saisir, jamais, ne collez pas, ne révélez jamais, ne divulguez jamais, n'incluez pas",
  neverAfter:
    "n'est pas nécessaire, n'est pas requis, n'est pas requise, n'est pas demandé, non requis, non requise, pas nécessaire, ne sont pas nécessaires, inutile, ne doit pas être saisi",
  without:
    "sans, sans le, sans la, aucun, aucune, pas de, pas le, pas la, pas votre, plutôt que, au lieu de, au lieu du, autre que, hors, sauf",
  whether:
    "voulez vous, souhaitez vous, dois je, devons nous, avez vous, est ce que, puis je, faut il, peut on, désirez vous, as tu, veux tu",
  fillers:
    "le, la, les, l, un, une, des, du, de, d, votre, vos, ton, ta, tes, mon, ma, mes, son, sa, à, au, aux, en, pour, par, avec, et, ou, est, sont, sur, dans, ici, ci dessous, s'il vous plaît, actuel, nouveau, nouvelle, ancien, valeur, texte, confirmation, utilisateur, compte, base de données, " +
    "n'oubliez pas, n'hésitez pas, ne vous inquiétez pas, nous ne stockons, jamais stocké, ne sera jamais, ne sera pas stocké, ne sera pas conservé, chiffres, caractères",
  known:
    "nom, prénom, nom d'utilisateur, utilisateur, nom de famille, courriel, email, adresse, adresse email, adresse e mail, téléphone, numéro de téléphone, ville, pays, rue, date, date de naissance, âge, titre, description, sujet, objet, raison, motif, commentaire, remarque, note, quantité, nombre, montant, prix, taille, couleur, langue, devise, entreprise, société, service, projet, fichier, " +
    "chemin, expiration, date d'expiration, titulaire, question, message, recherche, avis",
  generic:
    "valeur, réponse, saisie, texte, entrée, contenu, information, informations, code, numéro, votre réponse, autre",
};
