/** The one promise about refunds, on every page that speaks of them: `web/src/pages/refund-wording.test.ts`. */
export const REFUND =
  'Un particulier est remboursé des crédits qu’il n’a pas utilisés s’il y renonce dans les quatorze jours ; un état établi n’ouvre pas droit à rétractation et n’est pas remboursé, sauf erreur de notre part : il est alors refait sans frais ou remboursé.';
