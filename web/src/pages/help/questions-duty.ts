import { MENTION } from '#lib/advert-mention.ts';

/** Articles L125-5 and R125-23 to R125-27 of the Code de l'environnement, L112-11 of the Code de l'urbanisme. */
export const DUTY = {
  id: 'obligation',
  title: 'L’obligation',
  questions: [
    {
      id: 'obligatoire',
      question: 'L’état des risques est-il obligatoire ?',
      answer: [
        'Oui, pour vendre ou louer un bien, bâti ou non, situé dans une zone que la loi désigne : plan de prévention des risques, prescrit ou approuvé, sismicité 2 à 5, radon de niveau 3, recul du trait de côte, obligation de débroussaillement. Un terrain situé en secteur d’information sur les sols est à signaler de la même façon. Le bruit des aérodromes fait l’objet d’un état distinct.',
        'Pour le savoir, il faut vérifier chacune de ces zones pour votre parcelle : c’est ce que fait l’état. Quand aucune ne concerne le bien, il le dit, source et date à l’appui.',
      ],
    },
    {
      id: 'depuis-quand',
      question: 'Quelles règles ont changé récemment ?',
      answer: [
        'L’obligation vient de la loi du 30 juillet 2003. Depuis le 1er janvier 2023, l’annonce doit dire où trouver l’information et l’état est remis dès la première visite. Depuis le 1er janvier 2025, les obligations de débroussaillement y figurent.',
      ],
    },
    {
      id: 'erp-errial-ernmt',
      question: 'ERP, ERRIAL, IAL, ERNMT, ESRIS, ENSA : est-ce la même chose ?',
      answer: [
        'ERNT, ERNMT, ESRIS puis ERP sont les noms successifs d’un même document ; la loi l’appelle aujourd’hui « état des risques ». L’IAL est l’obligation qu’il remplit : l’information des acquéreurs et des locataires.',
        'ERRIAL est le service gratuit de l’État qui aide à le remplir. L’ENSA, état des nuisances sonores aériennes, est un autre document : le nôtre contient les deux, l’un à la suite de l’autre.',
      ],
    },
    {
      id: 'gratuit',
      question: 'Le service de l’État est gratuit. Pourquoi payer ?',
      answer: [
        'Rien ne vous y oblige : vous pouvez établir votre état vous-même sur georisques.gouv.fr, à partir des mêmes données publiques.',
        'Clairisque vous évite ce travail et s’occupe de la suite : le document avec ses cartes et ses sources, le bruit des aérodromes, la preuve de remise à la visite, la page de vérification, les rappels d’échéance et un renouvellement.',
      ],
      link: { to: '/Tarifs#comparaison', label: 'Comparer avec le service gratuit' },
    },
    {
      id: 'apercu',
      question: 'Puis-je voir quelque chose avant de payer ?',
      answer: [
        'Oui, et sans compte. Dès que la parcelle est choisie, un aperçu dit, rubrique par rubrique, ce qui la concerne ou non, sur la carte et dans une liste. Il n’a aucune valeur légale : c’est le document qui se remet.',
      ],
      link: { to: '/realisation_erp', label: 'Essayer avec votre adresse' },
    },
    {
      id: 'qui-signe',
      question: 'Qui établit et qui signe le document ?',
      answer: [
        'Le vendeur ou le bailleur. Aucun diagnostiqueur certifié n’est exigé ; un professionnel peut le préparer pour lui.',
        'Relisez-le et complétez vos déclarations. Quand Géorisques les publie, la carte et le règlement des plans de prévention sont joints au fichier PDF : imprimez-les et annexez-les. Le bloc K du document dit ce qu’il reste à vous procurer. Vous le datez et le signez, puis l’acquéreur ou le locataire le signe.',
      ],
    },
    {
      id: 'annonce',
      question: 'Que faut-il écrire dans l’annonce ?',
      answer: ['Cette phrase, dans toute annonce de vente ou de location, quel que soit le support :', MENTION],
    },
    {
      id: 'sanction',
      question: 'Que risque-t-on sans état des risques ?',
      answer: [
        'L’acquéreur ou le locataire peut demander au juge la résolution du contrat ou une diminution du prix (article L125-5, V).',
        'De plus, tant que l’état n’est pas remis à l’acquéreur qui a signé la promesse, son délai de rétractation ne commence pas à courir.',
      ],
    },
  ],
};
