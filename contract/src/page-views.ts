import { z } from 'zod';
import { BODY_LIMIT, route } from './common/route.ts';
import { charField } from './common/text.ts';

/** The screens that are counted, with the title used in the figures; secret parts of an address are `*`. */
export const SCREENS: Readonly<Record<string, string>> = {
  '/': 'Accueil',
  '/login': 'Se connecter',
  '/sign-up': 'Créer un compte',
  '/password-reset': 'Mot de passe oublié',
  '/password-reset-confirmation/*': 'Nouveau mot de passe',
  '/activate/*': 'Activation du compte',
  '/pas-moi/*': 'Ce n’est pas moi',
  '/desabonnement/*': 'Choisir vos e-mails',
  '/myspace': 'Mon espace',
  '/myspace?tab=infos-tabs-simple': 'Mon espace, mes infos',
  '/myspace?tab=logo-tabs-simple': 'Mon espace, mon logo',
  '/myspace?tab=mesERP-tabs-simple': 'Mon espace, mes états des risques',
  '/myspace?tab=credits-tabs-simple': 'Mon espace, mes crédits',
  '/myspace?tab=factures-tabs-simple': 'Mon espace, mes factures',
  '/RecapitulatifERP': 'Récapitulatif de votre état des risques',
  '/ReceptionERP': 'Réception de votre état des risques',
  '/ReceptionSolde': 'Réception de la commande',
  '/RecapitulatifSolde': 'Récapitulatif de la commande',
  '/SimulateurSolde': 'Simulateur de commande',
  '/Tarifs': 'Tarifs',
  '/errorERP': 'Une erreur s’est produite',
  '/realisation_erp': 'Réaliser un état des risques',
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
  '/verification': 'Vérifier un document',
  '/verification/*': 'Vérifier un document',
  '/imports': 'Imports',
  '/imports/*': 'Un import',
  '/developpeurs': 'Développeurs',
  '/developpeurs/guides': 'Guides de l’API',
  '/developpeurs/reference': 'Référence de l’API',
  '/developpeurs/reference/*': 'Référence de l’API, une ressource',
  '/developpeurs/essais': 'Bac à sable de l’API',
  '/developpeurs/cles': 'Clés d’API',
  '/developpeurs/webhooks': 'Webhooks',
  '/developpeurs/erreurs': 'Erreurs de l’API',
};
/** Any other screen. */
export const OTHER_SCREENS = { path: '/*', title: 'Page introuvable' };

/** One screen shown: its address without its secrets. Nothing about the visitor. */
export const PageView = z.object({
  /** `/Tarifs`, `/myspace?tab=mesERP-tabs-simple`, `/remise/*`. */
  chemin: charField({ max: 200 }).refine((path) => path.startsWith('/'), 'Un chemin commence par « / ».'),
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
