/**
 * Personal data that the product keeps, consistent with its tables and its daily cleaning. Plain spaces: `typeset` adds
 * French typography.
 */
/** Version of the whole page, its date: `text-versions.test.ts` refuses another wording under the same version. */
export const PRIVACY_VERSION = '2026-11-29';

type PersonalData = { subject: string; what: string; why: string; basis: string; kept: string; seenBy: string };

export const PERSONAL_DATA: readonly PersonalData[] = [
  {
    subject: 'Compte',
    what: 'Adresse e-mail, mot de passe (sous une forme illisible), nom, téléphone, adresse, société, SIREN, logo',
    why: 'Ouvrir et tenir votre compte, établir vos factures',
    basis: 'Contrat',
    kept: 'Tant que le compte existe ; sept jours après son dernier lien, s’il n’est jamais activé',
    seenBy: 'Vous, l’éditeur',
  },
  {
    subject: 'États des risques',
    what: 'Adresse et parcelle du bien, noms du vendeur ou bailleur et de l’acquéreur ou locataire, déclarations, documents, brouillons',
    why: 'Établir le document, le garder, le renouveler, vous rappeler son échéance',
    basis: 'Contrat',
    kept: 'Tant que le compte existe ; ils sont effacés avec lui. Un brouillon : 90 jours après sa dernière modification. Ceux d’une clé d’essai : 30 jours ; ceux d’un visiteur de la page Développeurs : 20 minutes',
    seenBy: 'Vous, l’éditeur, et ceux à qui vous remettez le document',
  },
  {
    subject: 'Conditions acceptées',
    what: 'Le texte des conditions générales accepté en créant le compte ou en passant une commande, sa date',
    why: 'Prouver le contrat, vous permettre de le relire',
    basis: 'Contrat',
    kept: 'Tant que le compte existe ; pour une commande, aussi longtemps qu’elle',
    seenBy: 'Vous, l’éditeur',
  },
  {
    subject: 'Fichiers importés',
    what: 'Nom du fichier ; adresse, parcelles ou point de chaque bien, noms du vendeur ou bailleur et de l’acquéreur ou locataire',
    why: 'Établir les états des risques de vos biens, vous en donner le tableau',
    basis: 'Contrat',
    kept: '90 jours ; une semaine si l’import n’est pas lancé',
    seenBy: 'Vous, l’éditeur',
  },
  {
    subject: 'Réponses des sources',
    what: 'Avec chaque état émis : la parcelle et le point du bien, chaque question posée aux sources publiques, sa date et la réponse telle que reçue ; ni nom, ni adresse e-mail, ni déclaration',
    why: 'Prouver ce que les sources répondaient ce jour-là, refaire le document à l’identique',
    basis: 'Intérêt légitime',
    kept: 'Aussi longtemps que l’état : tant que le compte existe',
    seenBy: 'L’éditeur, et vous sur demande',
  },
  {
    subject: 'Remise',
    what: 'Nom et adresse e-mail du visiteur, adresse e-mail à laquelle l’état lui est envoyé, date et heure, ouverture du lien, téléchargement',
    why: 'Prouver que l’état a été remis (article L125-5 du code de l’environnement)',
    basis: 'Intérêt légitime du vendeur ou du bailleur',
    kept: 'Tant que le compte du vendeur ou du bailleur existe',
    seenBy: 'La personne qui remet le document et ceux à qui elle montre le récépissé, l’éditeur',
  },
  {
    subject: 'Commandes et factures',
    what: 'Nom, adresse, e-mail, montants, accords donnés avec leur date et l’adresse IP',
    why: 'Exécuter la commande, tenir la comptabilité, prouver le contrat',
    basis: 'Contrat, puis obligation légale (article L123-22 du code de commerce)',
    kept: 'Dix ans à compter de la clôture de l’exercice, même après la suppression du compte ; 60 jours pour une commande qui n’a pas été payée',
    seenBy: 'Vous, l’éditeur, l’administration fiscale',
  },
  {
    subject: 'Paiement',
    what: 'Numéro de carte',
    why: 'Payer votre commande',
    basis: 'Contrat',
    kept: 'Jamais chez nous : il est saisi sur la page de notre prestataire, Stripe',
    seenBy: 'Stripe',
  },
  {
    subject: 'E-mails que nous envoyons',
    what: 'Adresse, nature du message',
    why: 'Vous les faire parvenir, y compris après une panne',
    basis: 'Contrat',
    kept: '7 jours après l’envoi',
    seenBy: 'L’éditeur, son service de messagerie',
  },
  {
    subject: 'Sécurité',
    what: 'Connexions, échecs, changements de mot de passe, avec l’adresse IP',
    why: 'Détecter et freiner les intrusions',
    basis: 'Intérêt légitime',
    kept: 'Un an ; le compte supprimé, sans son nom ni son adresse e-mail',
    seenBy: 'L’éditeur',
  },
  {
    subject: 'Appareils connectés',
    what: 'Pour chaque session ouverte : le navigateur et le système (« Chrome sur Windows »), la date d’ouverture, l’heure de la dernière activité ; ni adresse IP, ni position',
    why: 'Vous montrer où votre compte est ouvert, et vous permettre de le fermer',
    basis: 'Intérêt légitime',
    kept: 'Sept jours, ou jusqu’à la déconnexion',
    seenBy: 'Vous, l’éditeur',
  },
  {
    subject: 'Clés d’API',
    what: 'Nom, droits et début de chaque clé, dernière utilisation ; de la clé elle-même, une empreinte',
    why: 'Reconnaître votre logiciel, vous montrer quelles clés servent',
    basis: 'Contrat',
    kept: '180 jours après leur fin, au plus tant que le compte existe',
    seenBy: 'Vous, l’éditeur',
  },
  {
    subject: 'Webhooks',
    what: 'L’adresse de votre serveur, et le début de ses réponses ; les envois ne contiennent que des identifiants et des dates',
    why: 'Prévenir votre logiciel, vous montrer ce qui a été envoyé',
    basis: 'Contrat',
    kept: 'L’adresse jusqu’à ce que vous la supprimiez ; les envois, 30 jours',
    seenBy: 'Vous, l’éditeur',
  },
  {
    subject: 'Assistance',
    what: 'Ce que l’assistance a consulté ou changé dans votre compte, quand et pourquoi ; les messages que vous lui écrivez',
    why: 'Vous répondre, prouver ce qui a été fait',
    basis: 'Intérêt légitime',
    kept: 'Le journal des interventions, sans limite ; vos messages, le temps de traiter votre demande',
    seenBy: 'L’éditeur, et vous dans l’export de vos données',
  },
  {
    subject: 'Journaux et sauvegardes',
    what: 'Journaux : numéro de compte, adresse demandée, incident, sans nom ni contenu ; à l’entrée du site, l’adresse IP. Sauvegardes : une copie de tout ce qui précède',
    why: 'Trouver les pannes et les attaques, réparer une perte',
    basis: 'Intérêt légitime',
    kept: 'Journaux : un an ; sauvegardes : 35 jours, données effacées comprises',
    seenBy: 'L’éditeur, l’hébergeur',
  },
  {
    subject: 'Audience',
    what: 'Nombre d’affichages de chaque page par jour, sans identifiant, sans cookie, sans adresse IP',
    why: 'Savoir quelles pages servent',
    basis: 'Intérêt légitime ; « Refuser » arrête ce comptage',
    kept: '25 mois',
    seenBy: 'L’éditeur',
  },
];
