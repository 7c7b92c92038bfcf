import { REFUND } from '@clairisque/contract/common/consents.ts';

export const DOCUMENT = {
  id: 'document',
  title: 'Le document',
  questions: [
    {
      id: 'duree',
      question: 'Combien de temps est-il valable ?',
      answer: [
        'Six mois : il doit avoir moins de six mois quand il est remis. Nous comptons 180 jours à partir de son émission, ce qui ne dépasse jamais six mois. La date limite est écrite en première page.',
        'Si une information change avant la signature, par exemple parce qu’un plan de prévention est approuvé, la loi demande de le mettre à jour.',
      ],
    },
    {
      id: 'renouvellement',
      question: 'Comment le renouveler ?',
      answer: [
        'Une fois, sans payer, dans les 365 jours qui suivent son expiration : bouton « Renouveler », dans « Mes Etats des Risques ». Les sources sont interrogées de nouveau, le document porte une nouvelle date, indique ce qui a changé et est valable 180 jours à son tour.',
      ],
      link: { to: '/myspace/?tab=mesERP-tabs-simple', label: 'Mes Etats des Risques' },
    },
    {
      id: 'parcelles',
      question: 'Mon bien couvre plusieurs parcelles',
      answer: [
        'Un état porte sur 1 à 50 parcelles, pour un seul crédit, si elles sont à 5 km au plus de la première. Les références figurent sur l’acte de propriété et sur l’avis de taxe foncière.',
      ],
    },
    {
      id: 'quelle-parcelle',
      question: 'Je ne connais pas ma parcelle',
      answer: [
        'L’adresse suffit : la carte et la liste proposent les parcelles les plus proches, avec leur surface. Vérifiez le contour sur la carte avant de continuer : une adresse peut tomber sur la parcelle voisine.',
        'Vous n’avez que la référence cadastrale ? Tapez-la à la place de l’adresse, avec la commune ou son code Insee : « 95127 AB 123 » ou « section AB 123 Cergy ». Au clavier, ou si la carte ne s’affiche pas, la liste fait tout ce que fait la carte.',
      ],
      link: { to: '/realisation_erp', label: 'Réaliser un Etat des Risques' },
    },
    {
      id: 'relocation',
      question: 'Je reloue souvent le même bien : faut-il payer chaque fois ?',
      answer: [
        'Non, tant que l’état a moins de six mois et que rien n’a changé : remettez-le à autant de visiteurs que vous voulez, avec un lien pour chacun. Laissez vide le nom du locataire, il s’écrit à la main. Après six mois, le renouvellement est compris, une fois.',
      ],
    },
    {
      id: 'reseau',
      question: 'Et si le réseau coupe pendant que je travaille ?',
      answer: [
        'Ce que vous avez saisi est conservé : revenez, l’état en cours reprend là où vous l’avez laissé, même sur un autre appareil où vous êtes connecté. Si la connexion tombe pendant la génération, vous n’êtes débité que si le document est prêt, et il vous attend dans « Mes Etats des Risques ».',
        'Les vingt derniers documents que vous avez ouverts restent lisibles sans réseau sur cet appareil, jusqu’à « Déconnexion ».',
      ],
    },
    {
      id: 'source-muette',
      question: 'Que se passe-t-il si une source officielle ne répond pas ?',
      answer: [
        'Pour une rubrique obligatoire, nous utilisons sa dernière réponse si elle a moins de 30 jours, avec sa date. À défaut, l’état n’est pas établi et aucun crédit n’est débité.',
        'Pour les autres rubriques, le document écrit « donnée non obtenue ». Une absence de réponse n’y devient jamais une absence de risque.',
      ],
    },
    {
      id: 'declarations',
      question: 'Que dois-je déclarer moi-même ?',
      answer: [
        'Les informations sur votre bien qui ne figurent dans aucune base publique : les travaux prescrits par un plan de prévention et leur réalisation, les sinistres indemnisés comme catastrophe naturelle ou technologique et, pour une vente, les travaux indemnisés mais non réalisés après une sécheresse.',
        'Vous pouvez répondre avant de générer l’état ou choisir « À préciser plus tard » : le document contient alors les cases à remplir à la main.',
      ],
    },
    {
      id: 'erreur',
      question: 'Je me suis trompé de parcelle, ou une information me paraît fausse',
      answer: [
        'Écrivez-nous par « Contact », en bas de page, avec la référence du document. Si l’erreur vient de nous, nous la corrigeons. Si elle vient d’une donnée publique, nous vous indiquons quel service peut la rectifier.',
        `${REFUND} Choisir une autre parcelle que la sienne n’est pas une erreur de notre part : l’adresse et la référence cadastrale vous sont montrées avant de générer.`,
      ],
    },
  ],
};
