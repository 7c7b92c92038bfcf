import type { BrowserContext, Page } from '@playwright/test';
import { issueStatement, signed, type Issued, type Typed } from './issued.ts';
import { COOKIES_DECLINED, expect, signInHere, test, type Account } from './journey.ts';
import { addressField, generateButton, reachSummary, suggestions, validateAddress } from './wizard-steps.ts';
import { handOver } from './statements-tab.ts';

/**
 * Markup and scripts in every third-party text that reaches a page: shown as text, without running, and without a
 * violation of our own policy.
 */
test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource/ });

const MARKUP = '<img src=x onerror=window.pirate=1><script>window.pirate=1</script>';
const IN_PATH = encodeURIComponent(MARKUP);

type Visit = {
  page: Page;
  context: BrowserContext;
  user: Account;
  statement: (typed?: Typed) => Promise<Issued>;
  sql: (text: string, values?: unknown[]) => Promise<unknown>;
};
/**
 * Source of the text and the page that shows it; `shown` is where it must be visible, null where the page does not show
 * it.
 */
type Sink = { name: string; open: (visit: Visit) => Promise<unknown>; shown: ((page: Page) => Promise<void>) | null };

const asText = (where: (page: Page) => ReturnType<Page['locator']>) => async (page: Page) =>
  expect(where(page).filter({ hasText: MARKUP }).first()).toBeVisible();
const inMain = asText((page) => page.getByRole('main'));
const asValue = (label: string) => async (page: Page) => expect(page.getByLabel(label).first()).toHaveValue(MARKUP);

/** The real response of a call, with markup in each sentence and a script in each link. */
async function poison(page: Page, url: string | RegExp): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: poisoned(await response.json()) });
  });
}

function poisoned(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => poisoned(one, key));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, name)]));
  if (typeof value !== 'string') return value;
  if (key === 'href') return 'javascript:window.pirate=1';
  // Codes, dates and file names have no spaces.
  return value.includes(' ') ? `${value} ${MARKUP}` : value;
}

const SINKS: Sink[] = [
  {
    name: 'an address suggested by the geocoder',
    async open({ page }) {
      await poison(page, '**/geocodage/search?**');
      await page.goto('/realisation_erp');
      await addressField(page).fill('10 rue de la paix mende');
    },
    shown: asText(suggestions),
  },
  {
    name: 'the address of a link to the wizard',
    open: ({ page }) => page.goto(`/realisation_erp?adresse=${IN_PATH}`),
    shown: asValue('Adresse du bien'),
  },
  {
    name: 'the risks of a preview',
    async open({ page }) {
      await poison(page, '**/api/v2/apercu/**');
      await validateAddress(page);
    },
    shown: asText((page) => page.getByRole('region', { name: /^Aperçu gratuit/ })),
  },
  {
    name: 'what suppliers say in a document, and its links',
    async open({ page, statement }) {
      const { id } = await statement();
      await poison(page, '**/api/v2/erp/*/document/**');
      await page.goto(`/etat/${id}`);
    },
    shown: async (page) => {
      await inMain(page);
      expect(await page.getByText(MARKUP).count()).toBeGreaterThan(20);
      await expect(page.locator('a[href*="pirate"]')).toHaveCount(0);
    },
  },
  {
    name: 'the address and the parties of a statement, in the list',
    async open({ page, statement }) {
      await statement({ adresse: MARKUP, vendeur_nom: MARKUP });
      await page.goto('/myspace/?tab=mesERP-tabs-simple');
    },
    shown: inMain,
  },
  {
    name: 'the same, in the document',
    async open({ page, statement }) {
      const { id } = await statement({ adresse: MARKUP, vendeur_nom: MARKUP });
      await page.goto(`/etat/${id}`);
    },
    shown: inMain,
  },
  {
    name: 'who a document was handed over to, and who received it',
    async open({ page, context }) {
      const { id } = await issueStatement(context, { vendeur_nom: MARKUP });
      const made = await context.request.post(`/api/v2/erp/${id}/remises/`, {
        ...(await signed(context)),
        data: { libelle: MARKUP },
      });
      const { url } = (await made.json()) as { url: string };
      const received = await context.request.post(`/api/v2/remise/${url.split('/').at(-1)}/recu/`, {
        data: { nom: MARKUP, email: 'visiteur@exemple.fr', recu: true },
      });
      expect(received.ok()).toBe(true);
      await page.goto('/myspace/?tab=mesERP-tabs-simple');
      await handOver(page);
    },
    shown: async (page) => {
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('listitem', { name: MARKUP })).toBeVisible();
      await expect(dialog.getByText(`Reçu par ${MARKUP}`)).toBeVisible();
    },
  },
  {
    name: 'the name and the company of a user',
    async open({ page, user, sql }) {
      await sql(
        `update account set nom = $2, prenom = $2, nom_societe = $2, adresse = $2, statut = 'PRO' where id = $1`,
        [user.id, MARKUP],
      );
      await page.goto('/myspace');
    },
    shown: async (page) => {
      for (const label of [/^Prénom/, /^Nom/, /société|entreprise/i])
        await expect(page.getByRole('form', { name: 'Mes informations' }).getByLabel(label).first()).toHaveValue(
          MARKUP,
        );
    },
  },
  {
    name: 'the device of a session',
    async open({ page, user, context }) {
      await context.request.post('/api/v2/token/login/', {
        headers: { 'user-agent': MARKUP },
        data: { username: user.email, password: user.password },
      });
      await page.goto('/myspace');
      await page.getByRole('heading', { name: 'Appareils connectés' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('region', { name: 'Appareils connectés' }).getByRole('listitem')).toHaveCount(2);
    },
    shown: null,
  },
  {
    name: 'the name of a file chosen as a logo',
    async open({ page }) {
      await page.goto('/myspace?tab=logo-tabs-simple');
      const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } });
      const name = '<img src=x onerror=window.pirate=1>.png';
      await page.getByLabel('Choisir un fichier').setInputFiles({ name, mimeType: 'image/png', buffer });
    },
    shown: async (page) =>
      expect(page.getByText('Nouveau logo : <img src=x onerror=window.pirate=1>.png')).toBeVisible(),
  },
  {
    name: 'the name of a file to verify, and a reference in the address',
    async open({ page, statement }) {
      const { reference } = await statement();
      await page.goto(`/verification/${reference}?reference=${IN_PATH}#${IN_PATH}`);
      const name = '<img src=x onerror=window.pirate=1>.pdf';
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    },
    shown: async (page) => expect(page.getByText('<img src=x onerror=window.pirate=1>.pdf')).toBeVisible(),
  },
  {
    name: 'an unknown reference in the path',
    open: ({ page }) => page.goto(`/verification/${IN_PATH}`),
    shown: async (page) => expect(page.getByLabel('Référence du document')).toHaveValue(MARKUP.slice(0, 40)),
  },
  {
    name: 'the refusal of a generation',
    async open({ page }) {
      await page.route('**/api/v2/erp/me/create/', (route) => route.fulfill({ status: 400, json: { detail: MARKUP } }));
      await reachSummary(page);
      await page.getByLabel('Type de transaction').selectOption('Vente');
      await generateButton(page).click();
      await page.waitForURL('**/errorERP');
    },
    shown: inMain,
  },
  {
    name: 'the refusal of a field',
    async open({ page }) {
      await page.route('**/api/v2/user_data/me/update/', (route) =>
        route.fulfill({ status: 400, json: { nom: [MARKUP], telephone: [MARKUP] } }),
      );
      await page.goto('/myspace');
      const card = page.getByRole('form', { name: 'Mes informations' });
      await card.getByLabel(/^Prénom/).fill('Élodie');
      await card.getByLabel(/^Nom/).fill('Nuñez');
      await card.getByRole('button', { name: 'Enregistrer' }).click();
    },
    shown: inMain,
  },
  {
    name: 'a draft written into the cookies by another site of the domain',
    async open({ page, context }) {
      await reachSummary(page);
      const { hostname: domain } = new URL(page.url());
      const value = IN_PATH;
      await context.addCookies(['adresse', 'vendeur_nom'].map((name) => ({ name, value, domain, path: '/' })));
      await page.goto('/RecapitulatifERP');
    },
    shown: inMain,
  },
];

for (const { name, open, shown } of SINKS) {
  test(`${name} → shows as text`, async ({ page, context, account, session, statement, sql }) => {
    const user = await account(1);
    await session(user);
    await open({ page, context, user, statement, sql });
    if (shown !== null) await shown(page);
    await expectInert(page);
  });
}

test('in the rest of an address: titles are ours, « next » leads nowhere, nothing runs', async ({
  page,
  account,
  baseURL,
}) => {
  for (const path of [
    `/${IN_PATH}`,
    `/activate/${IN_PATH}/${IN_PATH}`,
    `/pas-moi/${IN_PATH}/${IN_PATH}`,
    `/desabonnement/${IN_PATH}`,
    `/password-reset-confirmation/${IN_PATH}/${IN_PATH}`,
    `/remise/${IN_PATH}`,
    `/remise/${IN_PATH}/etat`,
    `/etat/${IN_PATH}`,
    `/ReceptionSolde?session_id=${IN_PATH}`,
    `/statut?${IN_PATH}=${IN_PATH}#${IN_PATH}`,
    `/developpeurs?q=${IN_PATH}#${IN_PATH}`,
  ]) {
    await page.goto(path);
    await expect(page).toHaveTitle(/^[\w\sÀ-ÿ’'—–«»-]+$/);
    await expectInert(page);
  }
  const away = recordForeign(page, baseURL);
  await page.goto('/login?next=//pirate.example/&redirect=javascript:window.pirate=1&returnTo=https://pirate.example/');
  await signInHere(page, await account(0));
  await page.waitForURL(`${baseURL}/myspace**`);
  for (const path of [`/myspace?tab=${IN_PATH}`, `/myspace?tab=mesERP-tabs-simple&q=${IN_PATH}&tri=${IN_PATH}`]) {
    await page.goto(path);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await expectInert(page);
  }
  expect(away).toEqual([]);
});

/** Pages of ours into which an attacker managed to write markup: only the policy is left. */
const WRITTEN: Record<string, [markup: string, refusedBy: string]> = {
  'inline script': ['<script>window.pirate=1</script>', 'script-src-elem'],
  'inline handler': ['<img src="/favicon.ico" onload="window.pirate=1" onerror="window.pirate=1">', 'script-src-attr'],
  'script of another site': ['<script src="https://pirate.example/a.js"></script>', 'script-src-elem'],
  'script in a data address': ['<script src="data:text/javascript,window.pirate=1"></script>', 'script-src-elem'],
  'javascript: address of a frame': ['<iframe src="javascript:parent.pirate=1"></iframe>', 'script-src-elem'],
  'data: frame': ['<iframe src="data:text/html,<script>parent.pirate=1</script>"></iframe>', 'frame-src'],
  'frame of markup': ['<iframe srcdoc="<script>parent.pirate=1</script>"></iframe>', 'script-src-elem'],
  'frame of another site': ['<iframe src="https://pirate.example/"></iframe>', 'frame-src'],
  object: ['<object data="data:text/html,<script>parent.pirate=1</script>"></object>', 'object-src'],
  'another base': ['<base href="https://pirate.example/">', 'base-uri'],
  'style inline': ['<p style="background:red">x</p>', 'style-src-attr'],
  'style of another site': ['<link rel="stylesheet" href="https://pirate.example/a.css">', 'style-src-elem'],
  'picture of another site': ['<img src="https://pirate.example/a.png">', 'img-src'],
  'javascript: link': ['<a id="piege" href="javascript:window.pirate=1">x</a>', 'script-src-elem'],
  'form to another site': [
    '<form action="https://pirate.example/" method="post"><button id="piege">x</button></form>',
    'form-action',
  ],
  'module preloaded from another site': [
    '<link rel="modulepreload" href="https://pirate.example/a.js">',
    'script-src-elem',
  ],
};

test.describe('markup that got into a page by hand', () => {
  test.use({ allowConsole: /Content Security Policy|Failed to load resource|ERR_BLOCKED/ });

  // In one page: a browser context for each takes as long as the rest.
  test(`${Object.keys(WRITTEN).join(', ')} → each refused by its directive`, async ({ page, baseURL }) => {
    const answered = recordForeign(page, baseURL);
    let markup = '';
    await page.addInitScript(() => {
      // A frame of markup has the origin of its page, and reports it.
      const home = window.origin === 'null' ? window : window.parent;
      const refused: string[] = Reflect.get(home, 'refused') ?? [];
      Reflect.set(window, 'refused', refused);
      document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
    });
    await page.route('**/CGV', async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace('</body>', () => `${markup}</body>`);
      await route.fulfill({ response, body: html });
    });
    for (const [name, [written, refusedBy]] of Object.entries(WRITTEN)) {
      markup = written;
      // The markup comes before the page's own code, which is not waited for.
      await page.goto('/CGV', { waitUntil: 'commit' });
      await page.waitForLoadState();
      const trap = page.locator('#piege');
      expect(await trap.count(), name).toBe(written.includes('piege') ? 1 : 0);
      if (written.includes('piege')) await trap.dispatchEvent('click');
      const refused = () => page.evaluate<unknown>(() => Reflect.get(window, 'refused'));
      await expect.poll(refused, name).toContain(refusedBy);
      expect(await page.evaluate<unknown>(() => Reflect.get(window, 'pirate')), name).toBeUndefined();
      expect(await page.evaluate(() => window.location.pathname), name).toBe('/CGV');
      expect(answered, name).toEqual([]);
    }
  });
});

/** No text became an element or ran; a policy violation would be a console error, which fails the journey. */
async function expectInert(page: Page): Promise<void> {
  await expect(page.locator('img[src=x], script:text("pirate"), svg[onload], [onerror]')).toHaveCount(0);
  expect(await page.evaluate<unknown>(() => Reflect.get(window, 'pirate'))).toBeUndefined();
}

/** Calls to other sites that the policy did not block. */
function recordForeign(page: Page, baseURL: string | undefined): string[] {
  const left: string[] = [];
  const isForeign = (url: string) => /^https?:/.test(url) && !url.startsWith(baseURL ?? 'none');
  page.on('response', (response) => {
    if (isForeign(response.url())) left.push(response.url());
  });
  page.on('requestfailed', (request) => {
    if (isForeign(request.url()) && !/csp/i.test(request.failure()?.errorText ?? '')) left.push(request.url());
  });
  return left;
}
