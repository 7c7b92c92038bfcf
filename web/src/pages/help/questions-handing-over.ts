export const HANDING_OVER = {
  id: 'remise',
  title: 'Remettre et vérifier',
  questions: [
    {
      id: 'preuve',
      question: 'Comment prouver que je l’ai remis ?',
      answer: [
        'Dans « Mes Etats des Risques », « Remettre » crée un lien et un QR code. Le visiteur l’ouvre, donne son nom et son adresse e-mail, coche « J’ai reçu cet état des risques » et télécharge le PDF. Vous recevez un récépissé daté, lié à l’empreinte du fichier remis.',
        'Un lien ne sert que pour un document encore valable, et vous pouvez le fermer à tout moment.',
      ],
    },
    {
      id: 'verification',
      question: 'On m’a remis un état : est-il authentique ?',
      answer: [
        'Scannez le QR code imprimé sur chaque page ou tapez la référence. La page dit si nous avons émis ce document, s’il est valable, remplacé ou expiré. Déposez-y le PDF : son empreinte est comparée dans votre navigateur, le fichier n’est envoyé nulle part.',
      ],
      link: { to: '/verification', label: 'Vérifier un document' },
    },
    {
      id: 'signature',
      question: 'Le document sera-t-il encore exact le jour de la signature ?',
      answer: [
        'Dans « Mes Etats des Risques », « Dates et vérifications », indiquez la date prévue de la promesse, de l’acte ou du bail. Pendant un an, tant que le document est valable, les sources sont interrogées de nouveau 15 jours et 2 jours avant, et le matin même, sans rien payer de plus. Elles le sont aussi quand de nouvelles données changent ce que dit le document, et quand vous le demandez.',
        'Rien n’a changé : une attestation d’une page le dit. Une information a changé : un document mis à jour, de même date d’expiration, remplace le vôtre, et les personnes qui l’avaient reçu par un lien sont prévenues. Une source ne répond pas : la vérification est incomplète, elle nomme ce qui manque et la date du prochain essai.',
      ],
    },
    {
      id: 'verifier-aujourdhui',
      question: 'Notaire ou acquéreur : puis-je le faire vérifier moi-même ?',
      answer: [
        'Oui, sans compte : « Vérifier aujourd’hui », sur la page de vérification du document ou sur celle du lien qui vous l’a remis, jusqu’à trois fois par jour. La personne qui l’a établi voit aussi le résultat, sans savoir qui l’a demandé.',
      ],
      link: { to: '/verification', label: 'Vérifier un document' },
    },
    {
      id: 'rien-n-a-change',
      question: 'Que veut dire « rien n’a changé » ?',
      answer: [
        'Que ce jour-là, chaque source publique interrogée répondait ce que le document écrit. Ni plus : une information décidée mais pas encore publiée n’y est pas, le contenu des règlements et des cartes n’est pas comparé, et ce que le propriétaire a déclaré n’est pas vérifié.',
        'L’attestation est datée, et vaut pour ce jour-là. Une vérification incomplète ne veut jamais dire que rien n’a changé.',
      ],
    },
    {
      id: 'acquereur',
      question: 'J’achète ou je loue : que dois-je en faire ?',
      answer: [
        'Lisez la première page : elle dit ce qui concerne le terrain et ce que cela oblige à faire. Accuser réception ou signer prouve seulement que vous avez été informé.',
        'Le document est ensuite joint à la promesse, à l’acte de vente ou au bail, à jour à la date de signature.',
      ],
    },
    {
      id: 'telechargement',
      question: 'Le PDF ne s’est pas téléchargé',
      answer: [
        'Il est conservé dans « Mes Etats des Risques » : vous pouvez le télécharger autant de fois que vous voulez, sans nouveau crédit. Sur iPhone, il est dans l’application Fichiers, dossier Téléchargements. Vous pouvez aussi le lire à l’écran.',
      ],
      link: { to: '/myspace/?tab=mesERP-tabs-simple', label: 'Mes Etats des Risques' },
    },
    {
      id: 'rappels',
      question: 'Serai-je prévenu avant la fin de validité ?',
      answer: [
        'Oui, par e-mail, 30 jours, 7 jours et la veille, et dans votre agenda si vous l’abonnez à vos échéances. Les rappels d’un état cessent quand vous indiquez que la vente ou le bail est conclu. Ils se règlent dans « Mes infos ».',
      ],
      link: { to: '/myspace/?tab=infos-tabs-simple', label: 'Mes infos' },
    },
  ],
};
