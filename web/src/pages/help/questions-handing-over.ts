import type { QuestionGroup } from './question.ts';

export const HANDING_OVER: QuestionGroup = {
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
