/** The one promise about refunds, on every page that speaks of them. */
export const REFUND =
  'Un état établi n’ouvre droit ni à rétractation ni à remboursement, sauf erreur de notre part : il est alors refait sans frais ou remboursé.';
