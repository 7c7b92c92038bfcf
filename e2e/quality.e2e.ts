import { paths } from '../web/src/paths.ts';
import { COOKIES_DECLINED, expect, test } from './journey.ts';
import { faultsOf } from './quality.ts';

type Place = keyof typeof paths;

// A link that opens nothing returns 400, 404 or 410.
test.use({
  ...COOKIES_DECLINED,
  allowConsole:
    /Failed to load resource.*(activation|verification|remise|questions|reponses|desabonnement|introuvable)/,
});

/**
 * Every URL of the site, as a visitor opens it; null: it requires a session. A new one does not compile until it is
 * here.
 */
const VISITED: Record<Place, string | null> = {
  home: paths.home,
  login: paths.login,
  signUp: paths.signUp,
  passwordReset: paths.passwordReset,
  passwordResetConfirmation: '/password-reset-confirmation/U1/T1',
  activate: '/activate/MQ/inconnu',
  disown: '/pas-moi/MQ/inconnu',
  unsubscribe: '/desabonnement/inconnu',
  prices: paths.prices,
  simulator: null,
  statementError: paths.statementError,
  wizard: paths.wizard,
  about: paths.about,
  terms: paths.terms,
  legal: paths.legal,
  accessibility: paths.accessibility,
  privacy: paths.privacy,
  help: `${paths.help}#annonce`,
  status: paths.status,
  handover: '/remise/inconnu',
  handedOverDocument: '/remise/inconnu/etat',
  verification: paths.verification,
  verificationOf: '/verification/ERP-2026-999999',
  developers: paths.developers,
  apiGuides: paths.apiGuides,
  apiReference: paths.apiReference,
  apiResource: '/developpeurs/reference/batches',
  apiSandbox: paths.apiSandbox,
  apiProblems: paths.apiProblems,
  apiKeys: null,
  batches: null,
  batch: null,
  webhooks: null,
  mySpace: null,
  statementSummary: null,
  statementReception: null,
  paymentReception: null,
  orderSummary: null,
  deleteAccount: null,
  document: null,
  completion: null,
  followUp: null,
  askedQuestions: '/questions/inconnu',
};

const PUBLIC = [...Object.values(VISITED).filter((one) => one !== null), '/introuvable'];
/** A new browser context for each screen takes as long as the screen. */
const AT_ONCE = 6;

for (let first = 0; first < PUBLIC.length; first += AT_ONCE) {
  const places = PUBLIC.slice(first, first + AT_ONCE);
  test(`${places.join(', ')}: axe, 320 px, spaced text, focus → no fault`, async ({ page }) => {
    for (const path of places) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
      expect.soft(await faultsOf(page), path).toEqual([]);
    }
  });
}

const TABS = ['infos', 'logo', 'mesERP', 'credits', 'factures'].map((tab) => `/myspace/?tab=${tab}-tabs-simple`);
const SIGNED_IN = [
  TABS,
  [
    paths.simulator,
    paths.statementSummary,
    paths.statementReception,
    paths.paymentReception,
    paths.orderSummary,
    paths.deleteAccount,
    paths.apiKeys,
    paths.batches,
    paths.webhooks,
    'the document',
    'its questions',
    'its follow-up',
  ],
];

const OF_STATEMENT: Record<string, string> = {
  'the document': '/etat/ID',
  'its questions': '/completer/ID',
  'its follow-up': '/suivi/ID',
};

for (const places of SIGNED_IN) {
  test(`${places.join(', ')}, with a session → no fault`, async ({ page, statement }) => {
    const { id } = await statement();
    for (const place of places) {
      const path = OF_STATEMENT[place]?.replace('ID', String(id)) ?? place;
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
      expect.soft(await faultsOf(page), path).toEqual([]);
    }
  });
}
