import { CONSENTS, REFUND } from './consents.ts';

/**
 * Terms of sale: shown on `/CGV`, printed for the buyer's confirmation, and named by their version in each consent.
 * `text-versions.test.ts` refuses another wording under the same version.
 */
export type TermsSection = {
  title: string;
  paragraphs: readonly string[];
  /** A text that the law wants in a frame. */
  boxed?: { title: string; paragraphs: readonly string[] };
};

/** Address of the PDF of the version in force: see `termsPdf`. */
export const TERMS_PDF_URL = '/api/v2/cgv/pdf/';

/** The terms say this of the seller (art. L221-5 and L616-1 du code de la consommation). */
type Seller = {
  nom: string;
  forme: string;
  adresse: string;
  siren: string;
  rcs: string;
  tva: string;
  email: string;
  telephone: string;
  mediateur: { nom: string; adresse: string; site: string | null };
  accessibilite: boolean;
};

/** The terms of that seller; `null` while a page has not received them: it then refers to the legal notice. */
export function termsOf(seller: Seller | null): readonly TermsSection[] {
  const written = SECTIONS.map((section) => ({
    ...section,
    paragraphs: section.paragraphs.map((text) => (typeof text === 'string' ? text : text(seller))),
  }));
  return seller?.accessibilite ? [...written, ACCESSIBILITY_TERMS] : written;
}

const identityOf = (seller: Seller | null): string =>
  seller === null
    ? 'L’Éditeur et ses coordonnées sont dans les mentions légales.'
    : `L’Éditeur est ${seller.nom}, ${seller.forme}, ${seller.adresse} ; SIREN ${seller.siren}, RCS ${seller.rcs}, TVA ${seller.tva}. Téléphone : ${seller.telephone}. Courriel : ${seller.email}.`;

const addressee = (seller: Seller | null): string =>
  seller === null ? 'l’Éditeur' : `${seller.nom}, ${seller.adresse}, ${seller.email}`;

function mediatorOf(seller: Seller | null): string {
  if (seller === null) return 'le médiateur de la consommation désigné dans les mentions légales';
  const { nom, adresse, site } = seller.mediateur;
  return `le médiateur de la consommation, ${nom}, ${adresse}${site === null ? '' : `, ${site}`}`;
}

/** Annex to art. D211-3 du code de la consommation: its words are the law's. */
const GUARANTEE = {
  title: 'Garantie légale de conformité',
  paragraphs: [
    'Le consommateur dispose d’un délai de deux ans à compter de la fourniture du contenu numérique ou du service numérique pour obtenir la mise en œuvre de la garantie légale de conformité en cas d’apparition d’un défaut de conformité. Durant un délai d’un an à compter de la date de fourniture, le consommateur n’est tenu d’établir que l’existence du défaut de conformité et non la date d’apparition de celui-ci.',
    'La garantie légale de conformité emporte obligation de fournir toutes les mises à jour nécessaires au maintien de la conformité du contenu numérique ou du service numérique.',
    'La garantie légale de conformité donne au consommateur droit à la mise en conformité du contenu numérique ou du service numérique sans retard injustifié suivant sa demande, sans frais et sans inconvénient majeur pour lui.',
    'Le consommateur peut obtenir une réduction du prix en conservant le contenu numérique ou le service numérique ou il peut mettre fin au contrat en se faisant rembourser intégralement contre renoncement au contenu numérique ou au service numérique, si :',
    '1° Le professionnel refuse de mettre le contenu numérique ou le service numérique en conformité ;',
    '2° La mise en conformité du contenu numérique ou du service numérique est retardée de manière injustifiée ;',
    '3° La mise en conformité du contenu numérique ou du service numérique ne peut intervenir sans frais imposés au consommateur ;',
    '4° La mise en conformité du contenu numérique ou du service numérique occasionne un inconvénient majeur pour le consommateur ;',
    '5° La non-conformité du contenu numérique ou du service numérique persiste en dépit de la tentative de mise en conformité du professionnel restée infructueuse.',
    'Le consommateur a également droit à une réduction du prix ou à la résolution du contrat lorsque le défaut de conformité est si grave qu’il justifie que la réduction du prix ou la résolution du contrat soit immédiate. Le consommateur n’est alors pas tenu de demander la mise en conformité du contenu numérique ou du service numérique au préalable.',
    'Dans les cas où le défaut de conformité est mineur, le consommateur n’a droit à l’annulation du contrat que si le contrat ne prévoit pas le paiement d’un prix.',
    'Toute période d’indisponibilité du contenu numérique ou du service numérique en vue de sa remise en conformité suspend la garantie qui restait à courir jusqu’à la fourniture du contenu numérique ou du service numérique de nouveau conforme.',
    'Les droits mentionnés ci-dessus résultent de l’application des articles L. 224-25-1 à L. 224-25-31 du code de la consommation.',
    'Le professionnel qui fait obstacle de mauvaise foi à la mise en œuvre de la garantie légale de conformité encourt une amende civile d’un montant maximal de 300 000 euros, qui peut être porté jusqu’à 10 % du chiffre d’affaires moyen annuel (article L. 242-18-1 du code de la consommation).',
    'Le consommateur bénéficie, en outre, de la garantie légale des vices cachés en application des articles 1641 à 1649 du code civil, pendant une durée de deux ans à compter de la découverte du défaut. Cette garantie donne droit à une réduction de prix si le contenu numérique ou le service numérique est conservé ou à un remboursement intégral contre renonciation au contenu numérique ou au service numérique.',
  ],
} as const;

/** Last article, of a publisher that the law does not exempt (art. L412-13, D412-50 and annex C). */
export const ACCESSIBILITY_TERMS: TermsSection = {
  title: 'Accessibilité du service',
  paragraphs: [
    'Le service est un commerce électronique : il vend des crédits, établit l’état des risques d’un bien désigné sur le plan cadastral et le délivre en PDF (articles L412-13 et D412-50 du code de la consommation).',
    'Le Site est conçu pour être utilisé au clavier, avec un lecteur d’écran, agrandi jusqu’à 400 % et en contraste élevé. Chaque champ a son étiquette et chaque erreur sa phrase ; la parcelle peut être choisie dans une liste ou tapée, sans la carte. Les PDF sont balisés (PDF/UA), et l’état peut aussi se lire en page web.',
    'La page « Accessibilité » dit comment ces exigences sont remplies, ce qui ne l’est pas encore, et comment signaler une difficulté.',
  ],
};

type Section = Omit<TermsSection, 'paragraphs'> & {
  paragraphs: readonly (string | ((seller: Seller | null) => string))[];
};

const SECTIONS: readonly Section[] = [
  {
    title: 'Objet et champ d’application',
    paragraphs: [
      'Les présentes conditions générales de vente régissent le compte ouvert sur le site Clairisque (le « Site ») et les commandes de crédits qui y sont passées, auprès de son éditeur (l’« Éditeur »), identifié ci-dessous, par un particulier ou un professionnel (le « Client »).',
      identityOf,
      `Elles sont présentées et acceptées à la création du compte (« ${CONSENTS.account} »), puis avant chaque commande, par une case à cocher (« ${CONSENTS.terms} »). Elles prévalent sur tout autre document.`,
      'Le texte accepté, sa version, la date et l’heure sont conservés. Le Client relit ce texte dans « Mes infos » et le reçoit dans l’export de ses données ; celui d’une commande est joint au courriel qui la confirme.',
      'Une nouvelle version ne vaut que pour les comptes créés et les commandes passées après sa publication : les crédits déjà achetés gardent les conditions acceptées pour eux.',
    ],
  },
  {
    title: 'Le service et ses limites',
    paragraphs: [
      'Le Site établit, pour un bien désigné par le Client sur le plan cadastral, l’état des risques prévu aux articles L125-5 et R125-23 à R125-27 du code de l’environnement, et l’information sur le bruit des aérodromes prévue à l’article L112-11 du code de l’urbanisme. Un crédit permet d’établir un état, pour 1 à 50 parcelles d’un même bien, valable 180 jours ; il se renouvelle une fois sans frais, dès le lendemain de son expiration et pendant 365 jours.',
      'Pendant un an à compter de sa première émission, tant qu’il est valable et que sa signature n’est pas indiquée, l’état est vérifié sans frais : quinze jours et deux jours avant chaque date de signature que le Client indique, le matin de cette date, après chaque édition des données qui changerait ce qu’il dit, et sur demande du Client ou, trois fois par jour, de toute personne qui possède le document. Une vérification interroge de nouveau les sources de l’état et dit ce qu’elles publiaient ce jour-là ; elle ne porte ni sur l’avenir, ni sur les déclarations, ni sur le contenu des règlements et des cartes. Rien n’a changé : une attestation d’une page le dit. Une information a changé : un état mis à jour, de même expiration, le remplace sans frais, et les personnes qui avaient reçu le précédent par un lien de remise encore ouvert en sont prévenues. Une source ne répond pas : la vérification est dite incomplète et n’affirme rien.',
      'L’état reproduit les données publiées par les services de l’État et les collectivités à la date qu’il porte, avec leur source. Il ne remplace ni une étude technique ni une visite. L’Éditeur ne garantit pas l’exactitude des données publiques, mais la fidélité avec laquelle il les restitue ; une donnée obligatoire qui n’a pu être obtenue empêche l’établissement de l’état, et aucun crédit n’est alors débité.',
      'Les déclarations du propriétaire (travaux prescrits, sinistres indemnisés) sont faites par le Client sous sa seule responsabilité.',
      'Un import de plusieurs biens réserve un crédit par état demandé : chaque crédit est débité lorsque son état est établi, et rendu lorsque la ligne est refusée ou abandonnée, ou l’import arrêté. Les clés d’API et les notifications envoyées au logiciel du Client (webhooks) sont fournies sans supplément ; leurs règles et leurs limites sont dans la page « Développeurs ». Le Client répond de l’usage de ses clés et révoque celles qu’il n’emploie plus. Les états établis avec une clé de test sont des spécimens, sans valeur.',
      'Un état peut être remis par un lien que le Client crée, limite dans le temps et révoque. La preuve de la remise est conservée avec l’état.',
    ],
  },
  {
    title: 'Commande en ligne',
    paragraphs: [
      `Le Client choisit une formule, vérifie le récapitulatif de sa commande (nombre de crédits, durée, prix toutes taxes comprises), accepte les présentes conditions et donne l’accord suivant : « ${CONSENTS.execution} » Il valide ensuite sa commande, ce qui l’oblige à la payer. Il peut revenir en arrière ou annuler jusqu’au paiement.`,
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
      'Les crédits non utilisés restent rétractables pendant ces quatorze jours : « Renoncer au contrat ici », en bas de chaque page et dans « Mes factures », puis « Confirmer la rétractation », suffisent (articles L221-21 et D221-5). Le Client peut aussi adresser toute déclaration dénuée d’ambiguïté à l’assistance. Un accusé de réception lui est envoyé sans délai et le prix des crédits non utilisés lui est remboursé sous quatorze jours par le moyen de paiement employé.',
      // The model form of the annex to art. R221-1, without which the fourteen days last a year longer (art. L221-20).
      (seller) =>
        `Formulaire type de rétractation, que le Client peut recopier et envoyer à l’assistance : « À l’attention de ${addressee(seller)} : je vous notifie par la présente ma rétractation du contrat portant sur la prestation de services ci-dessous : [commande]. Commandée le : […]. Nom du consommateur : […]. Adresse du consommateur : […]. Signature du consommateur (uniquement en cas de notification sur papier) : […]. Date : […]. »`,
      'La suppression du compte vaut rétractation des commandes qui peuvent encore l’être : le prix de leurs crédits non utilisés est remboursé.',
      REFUND,
    ],
  },
  {
    title: 'Obligations de l’Éditeur',
    paragraphs: [
      'L’Éditeur met en œuvre les moyens nécessaires à la disponibilité du Site, à la fidélité des états aux données publiées, à leur conservation et à la sécurité des données du Client. Il répond aux demandes d’assistance dans les meilleurs délais.',
      'Le consommateur bénéficie de la garantie légale de conformité des services numériques (articles L224-25-12 et suivants du code de la consommation).',
      'L’Éditeur peut suspendre un compte, une clé ou un lien qui met le Site ou d’autres clients en danger, ou dont le paiement est contesté : il en avertit aussitôt le Client, avec la raison et la voie de réclamation. Les états déjà établis restent téléchargeables et vérifiables.',
    ],
    boxed: GUARANTEE,
  },
  {
    title: 'Obligations du Client',
    paragraphs: [
      'Le Client fournit des informations exactes, désigne la bonne parcelle, relit l’état avant de le remettre, y joint les pièces qu’il indique et le tient à jour jusqu’à la signature de l’acte ou du bail. Il garde ses identifiants secrets.',
      'Il s’interdit de revendre les crédits, de perturber le Site ou de présenter un état modifié comme authentique. Un professionnel peut établir des états pour ses clients et les leur facturer.',
    ],
  },
  {
    title: 'Responsabilité',
    paragraphs: [
      'L’Éditeur répond des dommages directs et prévisibles causés par l’inexécution de ses obligations. Il ne répond ni des erreurs des données publiques qu’il restitue fidèlement, ni des informations inexactes données par le Client, ni de l’indisponibilité des services de tiers.',
      'À l’égard des professionnels, sa responsabilité est limitée, par état des risques, à 10 000 €, hors faute lourde ou dolosive et dommage corporel. Cette limite ne s’applique pas aux consommateurs.',
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
      'Pour les vendeurs, bailleurs, acquéreurs, locataires et visiteurs que nomme un professionnel dans ses états, ses imports ou ses remises (nom, courriel, adresse du bien), celui-ci est responsable du traitement et l’Éditeur son sous-traitant (article 28 du RGPD), pour établir, conserver et remettre ces états, tant que le compte existe. L’Éditeur n’agit que sur instruction documentée : les gestes du Client dans le Site ou par l’API. Il tient ces données confidentielles, y compris par ses employés, et en sécurité.',
      'Il ne recourt qu’aux sous-traitants que la page « Confidentialité et cookies » énumère, tenus aux mêmes obligations ; il y annonce tout changement un mois avant, et le professionnel peut s’y opposer. Il l’aide à répondre aux personnes et à remplir ses obligations de sécurité et d’analyse d’impact, l’avertit sans délai d’une violation, efface les données avec l’état, l’import ou le compte, et tient à sa disposition, y compris pour un audit, de quoi démontrer tout cela.',
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
      (seller) =>
        `À défaut de réponse satisfaisante, le consommateur peut saisir gratuitement ${mediatorOf(seller)} (articles L611-1 et suivants du code de la consommation).`,
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
