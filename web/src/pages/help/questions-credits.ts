import { REFUND } from '@clairisque/contract/common/consents.ts';

export const CREDITS = {
  id: 'credits',
  title: 'Crédits, factures et compte',
  questions: [
    {
      id: 'credit',
      question: 'À quoi donne droit un crédit ?',
      answer: [
        'Un état des risques complet, pour 1 à 50 parcelles, bruit des aérodromes compris, et son renouvellement. Le crédit n’est débité qu’une fois le document prêt.',
        'Les crédits des offres de 1, 5 et 10 n’expirent pas. Ceux de l’offre de 100 sont valables un mois. Ceux qui expirent le plus tôt sont utilisés en premier.',
      ],
      link: { to: '/Tarifs', label: 'Tarifs' },
    },
    {
      id: 'facture',
      question: 'Où est ma facture ?',
      answer: [
        'Dans « Mes factures », dès le paiement accepté, en PDF avec la TVA. Pour qu’elle porte le nom de votre société et son SIREN, renseignez-les dans « Mes infos » avant d’acheter : une facture émise ne change plus. L’export de « Mes infos » les réunit toutes.',
      ],
      link: { to: '/myspace/?tab=factures-tabs-simple', label: 'Mes factures' },
    },
    {
      id: 'retractation',
      question: 'Puis-je me faire rembourser ?',
      answer: [
        REFUND,
        'Pour renoncer : « Renoncer au contrat ici », en bas de chaque page et dans « Mes factures ». Le prix vous revient sous quatorze jours, par le même moyen de paiement.',
      ],
      link: { to: '/CGV#article-6', label: 'Conditions de rétractation' },
    },
    {
      id: 'paiement',
      question: 'J’ai payé et mes crédits n’apparaissent pas',
      answer: [
        'Ils arrivent dès que notre prestataire confirme le paiement, en quelques minutes au plus. Rouvrez « Mon solde ». Si rien n’a changé, écrivez-nous par « Contact », sans jamais donner votre numéro de carte.',
      ],
      link: { to: '/myspace/?tab=credits-tabs-simple', label: 'Mon solde' },
    },
    {
      id: 'e-mail',
      question: 'Je n’ai pas reçu l’e-mail',
      answer: [
        'Regardez dans les courriers indésirables et vérifiez l’adresse saisie. Le lien d’activation est valable 72 heures et celui du mot de passe une heure ; la page « Connexion » permet d’en demander un autre.',
      ],
      link: { to: '/login', label: 'Connexion' },
    },
    {
      id: 'appareils',
      question: 'Quelqu’un d’autre utilise-t-il mon compte ?',
      answer: [
        'Dans « Mes infos », « Appareils connectés » montre où votre compte est ouvert : le navigateur, le jour de la connexion, l’heure de la dernière activité. Vous pouvez y déconnecter un téléphone perdu, ou un ordinateur qui n’est pas le vôtre : l’effet est immédiat.',
        'En cas de doute, changez aussi votre mot de passe : tous vos autres appareils devront se reconnecter.',
      ],
      link: { to: '/myspace', label: 'Mes infos' },
    },
    {
      id: 'suppression',
      question: 'Comment récupérer mes documents ou supprimer mon compte ?',
      answer: [
        'Dans « Mes infos ». L’export réunit vos documents dans une archive. La suppression efface le profil, les états, les remises et les crédits ; seules les factures et la preuve de leur commande sont gardées dix ans, comme la loi l’exige.',
      ],
      link: { to: '/confidentialite', label: 'Confidentialité et cookies' },
    },
    {
      id: 'equipe',
      question: 'Nous sommes plusieurs à l’agence',
      answer: [
        'Aujourd’hui, un compte a une adresse e-mail et un solde, sans comptes d’équipe. Chacun peut ouvrir le sien, avec le logo de l’agence ; un lien de remise, lui, s’ouvre sans compte et se transmet à la personne qui fait la visite.',
      ],
    },
    {
      id: 'contact',
      question: 'Comment vous écrire ?',
      answer: [
        'Par « Contact », en bas de chaque page : votre messagerie s’ouvre avec le message prêt à partir. Si votre appareil n’a pas de messagerie, « Copier le message » permet de l’envoyer autrement, à l’adresse qui s’affiche.',
      ],
    },
    {
      id: 'api',
      question: 'Puis-je relier Clairisque à mon logiciel ?',
      answer: [
        'Oui, par une API. Dans « Mon espace », « Mes infos », créez une clé d’API et donnez-la à votre logiciel : un appel suffit pour émettre un état des risques, avec vos crédits.',
      ],
      link: { to: '/developpeurs', label: 'Développeurs' },
    },
  ],
};
