/**
 * Every name that the site writes in a browser: the page « Confidentialité et cookies » prints this list, and what writes
 * there takes its names from here, as types only (`cookies.ts`, `storage.ts`, `offline/caches.ts`). A journey compares it
 * with what a browser holds (`e2e/kept-in-browser.e2e.ts`).
 */
export type Kept = { names: readonly string[]; use: string; life: string };

export const COOKIES = [
  {
    names: ['token', 'isAuthenticated', 'sessionTimestamp'],
    use: 'Vous garder connecté',
    life: '7 jours, ou jusqu’à « Déconnexion »',
  },
  {
    names: ['isSessionExpired'],
    use: 'Vous dire que votre session a expiré',
    life: '7 jours, ou jusqu’à votre réponse',
  },
  {
    names: [
      'statut_realisation_erp',
      'adresse',
      'cadastre',
      'code_parcelle',
      'parcelles',
      'latitude',
      'longitude',
      'type_de_transaction',
      'vendeur_nom',
      'acheteur_nom',
      'erp_realisable',
      'erp_id',
      'erp_pdf',
    ],
    use: 'Reprendre l’état des risques en cours là où vous l’avez laissé',
    life: '7 jours, ou jusqu’à ce qu’il soit terminé ou à « Déconnexion »',
  },
  {
    names: ['produit', 'detail_produit', 'quantite', 'duree'],
    use: 'Reprendre la commande en cours',
    life: '7 jours, ou jusqu’à son paiement ou à « Déconnexion »',
  },
  {
    // Written by the server.
    names: ['appareil'],
    use: 'Vous laisser vous connecter même si quelqu’un essaie des mots de passe sur votre compte',
    life: '365 jours, ou jusqu’à un nouveau mot de passe',
  },
  { names: ['cookieConsent'], use: 'Retenir votre choix sur les cookies', life: '365 jours' },
] as const satisfies readonly Kept[];

export const LOCAL_STORAGE = [
  {
    names: ['token', 'sessionTimestamp', 'sessionActivity', 'isSessionExpired'],
    use: 'La session, que vos onglets partagent ainsi',
    life: 'Jusqu’à « Déconnexion » ou à l’expiration de la session',
  },
  {
    names: ['compte_active'],
    use: 'Prévenir l’onglet qui attend l’activation de votre compte',
    life: 'Un instant',
  },
  {
    names: ['compte_cree'],
    use: 'L’adresse du compte que vous venez de créer, pour votre première connexion',
    life: 'Jusqu’à cette connexion',
  },
  {
    names: ['paiement_ouvert'],
    use: 'Retrouver, au retour, le paiement que vous avez ouvert',
    life: 'Jusqu’à la commande suivante ou à « Déconnexion »',
  },
  {
    names: ['dernier_compte'],
    use: 'Une empreinte de l’identifiant qui s’est connecté en dernier, pour ne pas montrer sa saisie à quelqu’un d’autre',
    life: 'Jusqu’à « Déconnexion »',
  },
] as const satisfies readonly Kept[];

export const TAB_STORAGE = [
  {
    names: ['declarations', 'generation_demandee', 'remise_reconnue'],
    use: 'Ne rien perdre si la page est rechargée',
    life: 'Jusqu’à la fermeture de l’onglet',
  },
  {
    names: ['demande_interrompue'],
    use: 'Reprendre la demande qui a échoué : adresse, parcelles, noms et déclarations',
    life: 'Jusqu’à sa reprise, à une autre demande, à « Déconnexion » ou à la fermeture de l’onglet',
  },
  {
    names: ['import_sans_credits'],
    use: 'Vous ramener à votre import après l’achat de crédits',
    life: 'Jusqu’au retour à cet import ou à la fermeture de l’onglet',
  },
  {
    names: ['zones_masquees'],
    use: 'Laisser masquées les zones de la carte',
    life: 'Jusqu’à la fermeture de l’onglet',
  },
  {
    names: ['reponse_en_cours', 'reponses_preparees'],
    use: 'Retrouver vos réponses aux questions du document si la page est rechargée',
    life: 'Jusqu’à ce qu’elles soient enregistrées, ou jusqu’à la fermeture de l’onglet',
  },
  {
    // Written by React Router.
    names: ['react-router-scroll-positions'],
    use: 'Revenir à la même hauteur quand vous revenez sur une page',
    life: 'Jusqu’à la fermeture de l’onglet',
  },
] as const satisfies readonly Kept[];

export const CACHES = [
  {
    names: ['clairisque-fichiers', 'clairisque-documents'],
    use: 'Ouvrir le site et relire vos derniers documents sans réseau',
    life: 'Les documents : jusqu’à « Déconnexion » ; les fichiers du site : jusqu’à sa version suivante',
  },
] as const satisfies readonly Kept[];

type NameOf<List extends readonly Kept[]> = List[number]['names'][number];
export type CookieName = NameOf<typeof COOKIES>;
export type LocalKey = NameOf<typeof LOCAL_STORAGE>;
export type TabKey = NameOf<typeof TAB_STORAGE>;
export type CacheName = NameOf<typeof CACHES>;
