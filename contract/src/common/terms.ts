/**
 * Terms of sale: shown on `/CGV`, printed for the buyer's confirmation, and named by their version in each consent. A
 * change of wording needs a new version.
 */
export type TermsSection = { title: string; paragraphs: readonly string[] };

export const TERMS_VERSION = '2026-11-23';
/** Address of the PDF of the version in force: see `termsPdf`. */
export const TERMS_PDF_URL = '/api/v2/cgv/pdf/';

/** Last article, of a publisher that the law does not exempt (art. L412-13, D412-50 and annex C). */
export const ACCESSIBILITY_TERMS: TermsSection = {
  title: 'Accessibilité du service',
  paragraphs: [
    'Le service est un commerce électronique : il vend des crédits, établit l’état des risques d’un bien désigné sur le plan cadastral et le délivre en PDF (articles L412-13 et D412-50 du code de la consommation).',
    'Le Site est conçu pour être utilisé au clavier, avec un lecteur d’écran, agrandi jusqu’à 400 % et en contraste élevé. Chaque champ a son étiquette et chaque erreur sa phrase ; la parcelle peut être choisie dans une liste ou tapée, sans la carte. Les PDF sont balisés (PDF/UA), et l’état peut aussi se lire en page web.',
    'La page « Accessibilité » dit comment ces exigences sont remplies, ce qui ne l’est pas encore, et comment signaler une difficulté.',
  ],
};

export const TERMS: readonly TermsSection[] = [
  {
    title: 'Objet et champ d’application',
    paragraphs: [
      'Les présentes conditions générales de vente régissent toute commande de crédits passée sur le site Clairisque (le « Site ») auprès de son éditeur (l’« Éditeur »), identifié dans les mentions légales, par un particulier ou un professionnel (le « Client »).',
      'Elles sont présentées avant chaque commande et acceptées par une case à cocher. La version acceptée, sa date et son heure sont conservées et adressées au Client avec la confirmation de sa commande. Elles prévalent sur tout autre document.',
    ],
  },
  {
    title: 'Le service et ses limites',
    paragraphs: [
      'Le Site établit, pour un bien désigné par le Client sur le plan cadastral, l’état des risques prévu aux articles L125-5 et R125-23 à R125-27 du code de l’environnement, et l’information sur le bruit des aérodromes prévue à l’article L112-11 du code de l’urbanisme. Un crédit permet d’établir un état, pour 1 à 50 parcelles d’un même bien, renouvelable une fois sans frais après son expiration.',
      'L’état reproduit les données publiées par les services de l’État et les collectivités à la date qu’il porte, avec leur source. Il ne remplace ni une étude technique ni une visite. L’Éditeur ne garantit pas l’exactitude des données publiques, mais la fidélité avec laquelle il les restitue ; une donnée obligatoire qui n’a pu être obtenue empêche l’établissement de l’état, et aucun crédit n’est alors débité.',
      'Les déclarations du propriétaire (travaux prescrits, sinistres indemnisés) sont faites par le Client sous sa seule responsabilité.',
    ],
  },
  {
    title: 'Commande en ligne',
    paragraphs: [
      'Le Client choisit une formule, vérifie le récapitulatif de sa commande (nombre de crédits, durée, prix toutes taxes comprises), accepte les présentes conditions, puis valide sa commande, ce qui l’oblige à la payer. Il peut revenir en arrière ou annuler jusqu’au paiement.',
      'La commande est confirmée à l’écran et par courriel dès que le paiement est accepté. Les contrats électroniques d’un montant de 120 € ou plus sont archivés dix ans et communiqués au Client sur demande.',
    ],
  },
  {
    title: 'Prix et paiement',
    paragraphs: [
      'Les prix sont indiqués en euros, toutes taxes comprises, TVA au taux en vigueur incluse. Le prix dû est celui affiché au moment de la validation de la commande.',
      'Le paiement est comptant, par carte bancaire, sur la page sécurisée d’un prestataire de paiement ; l’Éditeur ne reçoit ni ne conserve les numéros de carte. Une facture est émise pour chaque paiement et reste téléchargeable dans l’espace du Client.',
      'Pour un professionnel, tout retard de paiement entraîne de plein droit une pénalité égale à trois fois le taux d’intérêt légal et une indemnité forfaitaire de recouvrement de 40 € (articles L441-10 et D441-5 du code de commerce).',
    ],
  },
  {
    title: 'Livraison',
    paragraphs: [
      'Les crédits sont disponibles dès l’acceptation du paiement, et au plus tard quelques minutes après. L’état des risques est fourni sous la forme d’un fichier PDF, téléchargeable aussitôt établi, puis à tout moment dans l’espace du Client.',
      'Les formules sans durée n’expirent pas. Les formules à durée limitée indiquent leur date d’expiration ; les crédits non utilisés à cette date sont perdus. Les crédits dont l’expiration est la plus proche sont utilisés en premier.',
    ],
  },
  {
    title: 'Rétractation et annulation',
    paragraphs: [
      'Le consommateur dispose de quatorze jours à compter de sa commande pour se rétracter, sans motif ni frais (articles L221-18 et suivants du code de la consommation). En demandant l’exécution immédiate du service, il reconnaît perdre ce droit pour chaque état des risques pleinement établi (article L221-28, 1°).',
      'Les crédits non utilisés restent rétractables pendant ces quatorze jours : le bouton « Renoncer au contrat ici », dans la page « Mes factures », puis « Confirmer la rétractation », suffisent (articles L221-21 et D221-5). Le Client peut aussi adresser toute déclaration dénuée d’ambiguïté à l’assistance. Un accusé de réception lui est envoyé sans délai et le prix des crédits non utilisés lui est remboursé sous quatorze jours par le moyen de paiement employé.',
      // The model form of the annex to art. R221-1, without which the fourteen days last a year longer (art. L221-20).
      'Formulaire type de rétractation, que le Client peut recopier et envoyer à l’assistance : « À l’attention de [nom et adresse de l’Éditeur, indiqués dans les mentions légales] : je vous notifie par la présente ma rétractation du contrat portant sur la prestation de services ci-dessous : [commande]. Commandée le : […]. Nom du consommateur : […]. Adresse du consommateur : […]. Signature du consommateur (uniquement en cas de notification sur papier) : […]. Date : […]. »',
      'En dehors de ce cas, un état établi n’est ni repris ni remboursé, sauf erreur manifeste imputable à l’Éditeur.',
    ],
  },
  {
    title: 'Obligations de l’Éditeur',
    paragraphs: [
      'L’Éditeur met en œuvre les moyens nécessaires à la disponibilité du Site, à la fidélité des états aux données publiées, à leur conservation et à la sécurité des données du Client. Il répond aux demandes d’assistance dans les meilleurs délais.',
      'Le consommateur bénéficie de la garantie légale de conformité des services numériques (articles L224-25-12 et suivants du code de la consommation).',
    ],
  },
  {
    title: 'Obligations du Client',
    paragraphs: [
      'Le Client fournit des informations exactes, désigne la bonne parcelle, relit l’état avant de le remettre, y joint les pièces qu’il indique et le tient à jour jusqu’à la signature de l’acte ou du bail. Il garde ses identifiants secrets.',
      'Il s’interdit de revendre les crédits, de perturber le Site ou de présenter un état modifié comme authentique.',
    ],
  },
  {
    title: 'Responsabilité',
    paragraphs: [
      'L’Éditeur répond des dommages directs et prévisibles causés par l’inexécution de ses obligations. Il ne répond ni des erreurs des données publiques qu’il restitue fidèlement, ni des informations inexactes données par le Client, ni de l’indisponibilité des services de tiers.',
      'À l’égard des professionnels, sa responsabilité est limitée, par état des risques, au prix de la formule qui l’a payé, hors faute lourde ou dolosive et dommage corporel. Cette limite ne s’applique pas aux consommateurs.',
    ],
  },
  {
    title: 'Propriété intellectuelle',
    paragraphs: [
      'Le Site, sa marque, ses textes et ses modèles de document appartiennent à l’Éditeur. Le Client peut reproduire et remettre librement les états qu’il a établis. Les données publiques restent soumises à la licence de leur producteur, indiquée dans chaque état.',
    ],
  },
  {
    title: 'Données personnelles',
    paragraphs: [
      'Les données du Client servent à tenir son compte, établir ses états, exécuter ses commandes et répondre à la loi. Elles ne sont ni vendues ni cédées. Le Client dispose des droits d’accès, de rectification, d’effacement, de limitation, d’opposition et de portabilité, qu’il exerce dans son espace ou auprès de l’assistance, et peut saisir la CNIL.',
      'La suppression du compte efface le profil, les états et les crédits. Les factures et la preuve de leur commande (adresse e-mail, accords donnés avec leur date et l’adresse IP) sont conservées dix ans dans une archive (article L123-22 du code de commerce).',
    ],
  },
  {
    title: 'Force majeure',
    paragraphs: [
      'Aucune partie ne répond d’un manquement causé par un événement de force majeure au sens de l’article 1218 du code civil. Si l’événement dure plus de trois mois, chaque partie peut résilier le contrat par écrit ; les crédits non utilisés sont alors remboursés.',
    ],
  },
  {
    title: 'Réclamations et médiation',
    paragraphs: [
      'Les réclamations sont adressées à l’assistance, dans un délai d’un an à compter de la livraison pour les professionnels et dans les délais légaux pour les consommateurs.',
      'À défaut de réponse satisfaisante, le consommateur peut saisir gratuitement le médiateur de la consommation désigné dans les mentions légales (articles L611-1 et suivants du code de la consommation).',
    ],
  },
  {
    title: 'Nullité partielle',
    paragraphs: [
      'Si une clause est nulle ou réputée non écrite, les autres demeurent applicables dans la mesure où l’équilibre du contrat est conservé.',
    ],
  },
  {
    title: 'Non-renonciation',
    paragraphs: [
      'Le fait de ne pas se prévaloir, à un moment donné, d’une disposition des présentes conditions ne vaut pas renonciation à s’en prévaloir plus tard.',
    ],
  },
  {
    title: 'Droit applicable et juridiction compétente',
    paragraphs: [
      'Le contrat est soumis au droit français. Tout litige avec un professionnel relève des tribunaux du siège de l’Éditeur ; le consommateur saisit, à son choix, la juridiction du lieu où il demeurait lors du contrat ou l’une de celles que désigne le code de procédure civile.',
    ],
  },
];
