import { argon2Sync, randomBytes } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { Pool, type QueryResultRow } from 'pg';
import { startProduct } from '../tests/harness/product.ts';
import { insertAccount } from '../tests/harness/accounts.ts';
import { urlIn, waitForMails } from '../tests/harness/mailbox.ts';
import { violations } from './axe.ts';
import { browserUrl, PRODUCT_OPTIONS } from './global-setup.ts';
import { issueStatement, type Typed } from './issued.ts';

export { expect };

export type Account = { id: number; email: string; password: string };
type Journey = {
  /** Queries the product's own database: ground truth, without the code under test. */
  sql: <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Creates an active account with that many credits. */
  account: (credits: number) => Promise<Account>;
  /** Opens a session by the login page. */
  signIn: (account: Account) => Promise<void>;
  /** Opens a session before the first page: stores the token as the product does. */
  session: (account: Account) => Promise<void>;
  /** Signs a new account in, and issues a statement without the wizard's screens. */
  issued: (typed?: Typed) => Promise<{ id: number; reference: string }>;
  /** Sum of the account's ledger. */
  balance: (account: Account) => Promise<number>;
  /** Path of the link in the newest of the `count` mails to that address; waits for them. */
  mailedPath: (to: string, count?: number) => Promise<string>;
};
type Setting = {
  /** Failing suppliers open circuits, which every journey on the same product would notice. */
  ownProduct: boolean;
  product: { url: string; databaseUrl: string; simulatorsUrl: string };
};

const PASSWORD = 'Motdepasse-2026!';
/** The lowest cost of argon2id, which the product reads there: journeys sign in more often than users do. */
const COST = { memory: 8, passes: 1, parallelism: 1 };
const NONCE = Buffer.from('clairisque e2e');
const DIGEST = argon2Sync('argon2id', { message: PASSWORD, nonce: NONCE, tagLength: 32, ...COST });
const PASSWORD_HASH = `$argon2id$v=19$m=8,t=1,p=1$${NONCE.toString('base64')}$${DIGEST.toString('base64')}`;

/** An unexpected console error fails the test; `allowConsole` matches the expected ones. */
export const test = base.extend<Journey & { allowConsole: RegExp; consoleGuard: void }, Setting>({
  ownProduct: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ ownProduct }, use) => {
      if (!ownProduct) {
        return use({
          url: process.env['E2E_URL'] ?? '',
          databaseUrl: process.env['E2E_DATABASE_URL'] ?? '',
          simulatorsUrl: process.env['E2E_SIMULATORS_URL'] ?? '',
        });
      }
      const { url, databaseUrl, simulatorsUrl, stop } = await startProduct(PRODUCT_OPTIONS);
      await use({ url: browserUrl(url), databaseUrl, simulatorsUrl });
      await stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) context.on('page', waitForCode);
    await use(context);
  },
  allowConsole: [/^$/, { option: true }],
  consoleGuard: [
    async ({ page, allowConsole }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use();
      expect(errors.filter((text) => !allowConsole.test(text))).toEqual([]);
    },
    { auto: true },
  ],
  sql: async ({ product }, use) => {
    const pool = new Pool({ connectionString: product.databaseUrl, max: 2 });
    await use(async (text, values = []) => (await pool.query(text, values)).rows);
    await pool.end();
  },
  account: async ({ sql }, use) => {
    const query = async (text: string, values: unknown[]) => ({ rows: await sql(text, values) });
    await use(async (credits) => {
      const email = `e2e-${randomBytes(5).toString('hex')}@exemple.fr`;
      return { ...(await insertAccount(query, { email, passwordHash: PASSWORD_HASH, credits })), password: PASSWORD };
    });
  },
  balance: async ({ sql }, use) => {
    await use(async ({ id }) => {
      const [row] = await sql<{ sum: string | null }>('select sum(credits) from ledger_entry where account_id = $1', [
        id,
      ]);
      return Number(row?.sum ?? 0);
    });
  },
  mailedPath: async ({ product }, use) => {
    await use(async (address, count = 1) => {
      const mails = await waitForMails(product.simulatorsUrl, { address, count, withinMs: 15_000 });
      expect(mails).toHaveLength(count);
      return new URL(urlIn(mails[0]!)).pathname;
    });
  },
  signIn: async ({ page }, use) => {
    await use((account) => signInOn(page, account));
  },
  session: async ({ context }, use) => {
    await use(async ({ email, password }) => {
      const answer = await context.request.post('/api/v2/token/login/', { data: { username: email, password } });
      expect(answer.ok()).toBe(true);
      const { auth_token: value } = (await answer.json()) as { auth_token: string };
      await context.addCookies([{ name: 'token', value, domain: 'localhost', path: '/', secure: true }]);
    });
  },
  issued: async ({ account, session, context }, use) => {
    await use(async (typed) => {
      await session(await account(1));
      return issueStatement(context, typed);
    });
  },
});

/** Opens a session by the login page, on that page of any browser. */
export async function signInOn(page: Page, account: Account): Promise<void> {
  await page.goto('/login');
  await signInHere(page, account);
  await page.waitForURL('**/myspace**');
}

/** On the login page, wherever it leads next. */
export async function signInHere(page: Page, { email, password }: Omit<Account, 'id'>): Promise<void> {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).click();
}

/** Holds the responses to `url` back, each then replaced by `json` if given; returns the function that releases them. */
export async function hold(page: Page, url: string | RegExp, json?: object): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    await (json === undefined ? route.continue() : route.fulfill({ json }));
  });
  return released.resolve;
}

/**
 * Until its code is loaded, a prerendered page disables its controls, reloads for a link and ignores keys. Users are
 * slower than that, journeys are not: waits at every page load until the page is interactive.
 */
function waitForCode(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const isInteractive = () => document.querySelector('[data-waits]') === null;
  // At each frame, Playwright's default, the browser would draw until then.
  const answers = () => page.waitForFunction(isInteractive, undefined, { polling: 50 });
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== 'commit') await answers();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    await answers();
    return answer;
  };
}

/** For `test.use`: the choice is made, no banner covers the foot of the page. */
export const COOKIES_DECLINED = {
  storageState: {
    cookies: [
      {
        name: 'cookieConsent',
        value: 'declined',
        domain: 'localhost',
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Lax' as const,
      },
    ],
    origins: [],
  },
};

/**
 * At a phone's and a desktop's width, light, then dark: axe finds nothing. Dark changes only colours, the same at both
 * widths.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violations(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The page scrolls in one direction only. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

/** One after every navigation. */
export const PAGE_VIEWS = '/api/v2/audience/';

/**
 * Paths of the calls made from now on, `POST /api/v2/erp/me/create/`, in order; without tiles, assets and page views.
 */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|geocodage)\//.test(pathname) && pathname !== PAGE_VIEWS) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}
