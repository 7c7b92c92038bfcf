/** Every URL of the site. Case is only for readability: the router ignores it. */
export const paths = {
  home: '/',
  login: '/login',
  signUp: '/sign-up',
  passwordReset: '/password-reset',
  passwordResetConfirmation: '/password-reset-confirmation/:param1/:param2',
  activate: '/activate/:param1/:param2',
  disown: '/pas-moi/:param1/:param2',
  unsubscribe: '/desabonnement/:jeton',
  mySpace: '/myspace',
  statementSummary: '/RecapitulatifERP',
  statementReception: '/ReceptionERP',
  paymentReception: '/ReceptionSolde',
  orderSummary: '/RecapitulatifSolde',
  simulator: '/SimulateurSolde',
  prices: '/Tarifs',
  statementError: '/errorERP',
  wizard: '/realisation_erp',
  about: '/AboutUs',
  terms: '/CGV',
  legal: '/Legal',
  privacy: '/confidentialite',
  accessibility: '/accessibilite',
  help: '/aide',
  status: '/statut',
  deleteAccount: '/SupprimerCompte',
  handover: '/remise/:jeton',
  handedOverDocument: '/remise/:jeton/etat',
  document: '/etat/:id',
  completion: '/completer/:id',
  followUp: '/suivi/:id',
  askedQuestions: '/questions/:jeton',
  verification: '/verification',
  developers: '/developpeurs',
  apiGuides: '/developpeurs/guides',
  apiReference: '/developpeurs/reference',
  apiResource: '/developpeurs/reference/:resource',
  apiSandbox: '/developpeurs/essais',
  apiKeys: '/developpeurs/cles',
  webhooks: '/developpeurs/webhooks',
  apiProblems: '/developpeurs/erreurs',
  batches: '/imports',
  batch: '/imports/:id',
  verificationOf: '/verification/:reference',
} as const;

/** `/verification/ERP-2026-000123`, as printed on every page of that document. */
export function verificationPath(reference: string): string {
  return `${paths.verification}/${encodeURIComponent(reference)}`;
}

export type SpaceTab =
  | 'infos-tabs-simple'
  | 'logo-tabs-simple'
  | 'mesERP-tabs-simple'
  | 'credits-tabs-simple'
  | 'factures-tabs-simple';

/** `/myspace/?tab=…`, with the prescribed slash. */
export function spaceTab(tab: SpaceTab): string {
  return `/myspace/?tab=${tab}`;
}

/** « Droit de rétractation », in « Mes factures ». */
export const WITHDRAWAL = `${spaceTab('factures-tabs-simple')}#retractation`;

/** The wizard, with this address searched. */
export function wizardWithAddress(adresse: string): string {
  return `${paths.wizard}?${new URLSearchParams({ adresse })}`;
}
