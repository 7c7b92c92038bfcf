import { z } from 'zod';
import { BODY_LIMIT, route } from './common/route.ts';
import { charField } from './common/text.ts';

/** The screens that are counted, with their document's title; secret parts of an address are `*`. */
export const SCREENS: Readonly<Record<string, string>> = {
  '/': 'L’état des risques de votre bien',
  '/login': 'Connexion',
  '/sign-up': 'Créer un compte',
  '/password-reset': 'Mot de passe oublié',
  '/password-reset-confirmation/*': 'Nouveau mot de passe',
  '/activate/*': 'Activation du compte',
  '/pas-moi/*': 'Ce n’est pas moi',
  '/desabonnement/*': 'Choisir vos e-mails',
  '/myspace': 'Mon espace',
  '/myspace?tab=infos-tabs-simple': 'Mon espace',
  '/myspace?tab=logo-tabs-simple': 'Mon espace',
  '/myspace?tab=mesERP-tabs-simple': 'Mon espace',
  '/myspace?tab=credits-tabs-simple': 'Mon espace',
  '/myspace?tab=factures-tabs-simple': 'Mon espace',
  '/RecapitulatifERP': 'Récapitulatif de votre Etat des Risques',
  '/ReceptionERP': 'Réception de votre Etat des Risques',
  '/ReceptionSolde': 'Réception de la commande',
  '/RecapitulatifSolde': 'Récapitulatif de la commande',
  '/SimulateurSolde': 'Simulateur de commande',
  '/Tarifs': 'Tarifs',
  '/errorERP': 'Une erreur s’est produite',
  '/realisation_erp': 'Réaliser un Etat des Risques',
  '/AboutUs': 'À propos',
  '/CGV': 'Conditions générales de vente',
  '/Legal': 'Mentions légales',
  '/confidentialite': 'Confidentialité et cookies',
  '/accessibilite': 'Accessibilité',
  '/aide': 'Aide',
  '/statut': 'État du service',
  '/SupprimerCompte': 'Supprimer mon compte',
  '/remise/*': 'Un état des risques vous est remis',
  '/etat/*': 'État des risques',
  '/suivi/*': 'Dates et vérifications',
  '/completer/*': 'Compléter l’état des risques',
  '/verification': 'Vérifier un document',
  '/verification/*': 'Vérifier un document',
  '/imports': 'Importer un fichier',
  '/imports/*': 'Import',
  '/developpeurs': 'Développeurs',
  '/developpeurs/guides': 'Guides de l’API',
  '/developpeurs/reference': 'API reference',
  '/developpeurs/reference/*': 'API reference',
  '/developpeurs/essais': 'Bac à sable',
  '/developpeurs/cles': 'Clés d’API',
  '/developpeurs/webhooks': 'Webhooks',
  '/developpeurs/erreurs': 'Erreurs de l’API',
};
/** Any other screen. */
export const OTHER_SCREENS = { path: '/*', title: 'Page introuvable' };

/** The document's title is the screen's, then this. */
export const TITLE_END = ' — Clairisque';

/** One screen shown: its address without its secrets, and the document's title. Nothing about the visitor. */
export const PageView = z.object({
  /** `/Tarifs`, `/myspace?tab=mesERP-tabs-simple`, `/remise/*`. */
  chemin: charField({ max: 200 }).refine((path) => path.startsWith('/'), 'Un chemin commence par « / ».'),
  /** `Tarifs — Clairisque`. */
  titre: charField({ max: 200 }).optional(),
});
export type PageView = z.infer<typeof PageView>;

export const recordPageView = route({
  method: 'POST',
  url: '/api/v2/audience/',
  config: { access: 'none', throttle: 'audience', priority: 'free' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags: ['Mesure d’audience'],
    summary: 'Compter une page vue',
    description:
      'Sans identifiant, sans cookie, sans adresse IP : seul un nombre par jour et par page du site est conservé ; toute autre adresse compte pour « Page introuvable ».',
    body: PageView,
    response: { 204: z.null() },
  },
});
