/** The terms of sale in force (`terms.ts`), by their date: a change of their wording needs a new one. */
export const TERMS_VERSION = '2026-11-30';
export const TERMS_NAME = 'conditions générales de vente';

/**
 * What a user agrees to, by creating an account or by ticking a box: shown to the letter, and quoted by the terms, whose
 * version therefore covers them.
 */
export const CONSENTS = {
  account: `En créant un compte, vous acceptez les ${TERMS_NAME}.`,
  terms: `J’ai lu et j’accepte la synthèse et l’intégralité des ${TERMS_NAME} (CGV).`,
  execution:
    'Je demande l’exécution immédiate de ma commande et je renonce à mon droit de rétractation pour chaque état des risques pleinement établi, selon l’article L221-28 du code de la consommation. Je garde ce droit quatorze jours pour les crédits que je n’utilise pas.',
} as const;

/** The one promise about refunds, on every page that speaks of them: `web/src/pages/refund-wording.test.ts`. */
export const REFUND =
  'Un particulier est remboursé des crédits qu’il n’a pas utilisés s’il y renonce dans les quatorze jours ; un état établi n’ouvre pas droit à rétractation et n’est pas remboursé, sauf erreur de notre part : il est alors refait sans frais ou remboursé.';
