/**
 * Journeys that only `npm run nightly` runs, by file, each by the beginning of its title (decision 0103): a screen's rare
 * state for axe, a failure like one that the gate has, the map's gestures, and statements generated again by the wizard.
 */
export const NIGHT: Record<string, string[]> = {
  accessibility: ['axe on step 1', 'axe on the generation'],
  'accounts-activation': ['axe on the answer', '« Réessayer » after a failure', 'AC-01 400'],
  'accounts-login': ['LG-01 no response →', 'LG-01 no response within', 'axe on the login'],
  'accounts-reset': ['axe on every state', 'RS-01 each other failure'],
  'accounts-sign-up': ['axe on the form', 'the link opened in another browser', 'SU-07'],
  balance: ['axe is clean', 'the notice setting reverts', 'BA-03 no message'],
  batches: ['a file of twenty lines', 'a source known'],
  deletion: ['DEL-02 axe', 'DEL-02 429'],
  delivery: ['is requested again with its page', 'not even the first script', 'every public page'],
  developers: [
    'each page of the reference',
    'the reference is in English',
    'an address of the former',
    'no key, an address',
  ],
  'follow-up': ['the world changes'],
  handover: ['a link that hands over both'],
  injection: ['in the rest of an address'],
  invoices: ['axe is clean', 'FA-03 the browser opens', 'the list does not come', 'the name is the profile'],
  'kept-whole': ['a whole journey'],
  logo: ['axe is clean', 'LO-03 LO-04 the server'],
  'orders-payment': ['axe on each state', 'RE-02 opened without', 'a delayed payment', 'a refused card'],
  'orders-recap': ['axe on the recap', 'RC-03 cancelled in another'],
  'orders-simulator': ['axe on the simulator', 'SI-03 250 can'],
  portal: ['a page in place of each change', 'a page in place of the wizard’s PDF'],
  preview: ['too many requests', 'on a phone the question'],
  'preview-map': ['the zones of the preview', 'no plan is published'],
  profile: ['axe with a refusal', 'PF-04 the answer', 'PW-01 the change answers'],
  'session-life': [
    'SE-02 a movement',
    'SE-02 so is one',
    'SE-02 a computer that slept',
    'the XSRF defaults',
    'LG-04 500',
  ],
  'shared-browser': ['after « Déconnexion »'],
  state: ['the downloaded file’s name'],
  'statements-list': ['axe is clean', 'a long list loads', 'an impossible URL', 'twelve statements'],
  verification: ['the short version', 'a renewed document'],
  waiting: ['step 3 without', 'the QR code', 'a page’s script', 'a skeleton says'],
  webhooks: ['a webhook that sleeps'],
  'wizard-address': ['pasted hidden', 'no warning, nothing', 'an address with a letter'],
  'wizard-declarations': ['drought works beside', 'a co-ownership lot', 'a visitor without'],
  'wizard-drafts': ['a draft is resumed', 'no message, the wizard'],
  'wizard-faults': [
    'addresses: none',
    'a parcel whose outline',
    'WZ-05 cadastre: cut',
    'WZ-05 cadastre: the call',
    'the session was revoked',
    'WZ-17 generation with',
    'WZ-17 ER-01 creation',
  ],
  'wizard-generation': ['WZ-15 the response arrives', 'WZ-16 the notice'],
  'wizard-keyboard': ['320 px wide'],
  'wizard-map': ['WZ-01 WZ-08', 'the map’s script', 'the map’s tiles'],
  'wizard-parcels': ['parcels of two communes', '300 references'],
  'wizard-parcels-map': ['a line around', 'a tap adds', 'they fail → said', 'several parcels on'],
  'wizard-plan-pages': ['the pages of a long', 'works that a published'],
  'wizard-refusals': ['the only credit is reserved', 'too many failures', 'a letter that no font', 'eight generations'],
  'wizard-releases-map': ['zones of plans'],
  'wizard-search': [
    'one address of two',
    'WZ-05 a signed-in',
    'WZ-03 Enter on an address',
    'WZ-02 the response',
    'a suggestion that is not',
  ],
  'wizard-still': ['late responses'],
  'wizard-twice': ['WZ-20 SE-04 reload', 'WZ-21 WZ-22', 'two tabs on two', 'WZ-20 reload', 'two tabs on one draft'],
};

/** Matches « project file title », as Playwright names a journey. */
export const NIGHT_TITLES = new RegExp(
  Object.entries(NIGHT)
    .flatMap(([file, titles]) =>
      titles.map((title) => `${RegExp.escape(`${file}.e2e.ts`)} (?:.+ )?${RegExp.escape(title)}`),
    )
    .join('|'),
);
