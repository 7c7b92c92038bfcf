import { argon2Sync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { Pool, type QueryResultRow } from 'pg';
import { hashOf, insertAccount, queryOf } from '../tests/harness/accounts.ts';
import { urlIn, waitForMails } from '../tests/harness/mailbox.ts';
import { violations } from './axe.ts';
import { shared, startBeside, type Place } from './beside.ts';
import { issueStatement, type Issued, type Typed } from './issued.ts';
import { treeFaults } from './tree.ts';

export { expect };

export type Account = { id: number; email: string; password: string };
type Journey = {
  /** Creates an active account with that many credits. */
  account: (credits: number) => Promise<Account>;
  /** Opens a session by the login page. */
  signIn: (account: Account) => Promise<void>;
  /** Opens a session before the first page: stores the token as the product does. */
  session: (account: Omit<Account, 'id'>) => Promise<void>;
  /** Signs a new account in, and issues a statement without the wizard's screens. */
  issued: (typed?: Typed) => Promise<Issued>;
  /**
   * Signs in the owner of a statement that journeys only read: the first one to ask for it issues it, for all of them.
   * It is the only one in its owner's list, who has a credit left; a journey that changes a statement has its own,
   * `issued`.
   */
  statement: (typed?: Typed) => Promise<Issued>;
  /** Sum of the account's ledger. */
  balance: (account: Account) => Promise<number>;
  /** Path of the link in the newest of the `count` mails to that address; waits for them. */
  mailedPath: (to: string, count?: number) => Promise<string>;
};
type Setting = {
  /** Failing suppliers open circuits, which every journey on the same product would notice. */
  ownApi: boolean;
  product: Place;
  database: Pool;
  /** Queries the product's own database: ground truth, without the code under test. */
  sql: <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
};

const PASSWORD = 'Motdepasse-2026!';
/** The lowest cost of argon2id, which the product reads there: journeys sign in more often than users do. */
const COST = { memory: 8, passes: 1, parallelism: 1 };
const NONCE = Buffer.from('clairisque e2e');
const DIGEST = argon2Sync('argon2id', { message: PASSWORD, nonce: NONCE, tagLength: 32, ...COST });
const PASSWORD_HASH = `$argon2id$v=19$m=8,t=1,p=1$${NONCE.toString('base64')}$${DIGEST.toString('base64')}`;

const STATEMENT_OF = `select statement.id::int, edition.reference from account
  join statement on statement.account_id = account.id
  join statement_edition edition on edition.statement_id = statement.id where account.email = $1`;

/** An unexpected console error fails the test; `allowConsole` matches the expected ones. */
export const test = base.extend<Journey & { allowConsole: RegExp; consoleGuard: void }, Setting>({
  ownApi: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ ownApi }, use) => {
      if (!ownApi) return use(shared());
      const folder = await mkdtemp(join(tmpdir(), 'clairisque-api-'));
      const api = await startBeside(folder);
      await use(api);
      await api.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  database: [
    async ({ product }, use) => {
      const pool = new Pool({ connectionString: product.databaseUrl, max: 2 });
      await use(pool);
      await pool.end();
    },
    { scope: 'worker' },
  ],
  sql: [
    async ({ database }, use) => use(async (text, values = []) => (await database.query(text, values)).rows),
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) context.on('page', waitForCode);
    await context.addInitScript(watchDialogs);
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
  account: async ({ database }, use) => {
    await use(async (credits) => {
      const email = `e2e-${randomBytes(5).toString('hex')}@exemple.fr`;
      const given = { email, passwordHash: PASSWORD_HASH, credits };
      return { ...(await insertAccount(queryOf(database), given)), password: PASSWORD };
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
      const mails = await waitForMails(product.simulatorsUrl, { address, count, withinMs: 60_000 });
      expect(mails).toHaveLength(count);
      return new URL(urlIn(mails[0]!)).pathname;
    });
  },
  signIn: async ({ page }, use) => {
    await use((account) => signInOn(page, account));
  },
  session: async ({ context }, use) => use((account) => openSession(context, account)),
  issued: async ({ account, session, context }, use) => {
    await use(async (typed) => {
      await session(await account(1));
      return issueStatement(context, typed);
    });
  },
  statement: async ({ database, sql, session, context }, use) => {
    await use(async (typed = {}) => {
      const email = `lecture-${hashOf(JSON.stringify(typed)).toString('hex', 0, 8)}@exemple.fr`;
      const turn = await database.connect();
      try {
        // One journey at a time, of any worker: the next ones find the statement.
        await turn.query('begin');
        await turn.query('select pg_advisory_xact_lock(hashtext($1))', [email]);
        const [known] = await sql<Issued>(STATEMENT_OF, [email]);
        const owner = { email, passwordHash: PASSWORD_HASH, credits: 2 };
        if (known === undefined) await insertAccount(queryOf(database), owner);
        await session({ email, password: PASSWORD });
        return known ?? (await issueStatement(context, typed));
      } finally {
        await turn.query('rollback');
        turn.release();
      }
    });
  },
});

/** Opens a session before the first page, of any browser. */
export async function openSession(context: BrowserContext, { email, password }: Omit<Account, 'id'>): Promise<void> {
  const answer = await context.request.post('/api/v2/token/login/', { data: { username: email, password } });
  expect(answer.ok()).toBe(true);
  const { auth_token: value } = (await answer.json()) as { auth_token: string };
  await context.addCookies(sessionCookies(value));
}

const sessionCookies = (token: string) =>
  [
    { name: 'token', value: token },
    { name: 'isAuthenticated', value: 'true' },
  ].map((cookie) => ({ ...cookie, domain: 'localhost', path: '/', secure: true }));

/** Opens a session by the login page, on that page of any browser. */
export async function signInOn(page: Page, account: Account): Promise<void> {
  await page.goto('/login');
  await signInHere(page, account);
  await page.waitForURL('**/myspace**');
}

/** Signs in on the login page, wherever it leads next. */
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
 * In pages opened from now on, timers of exactly that long wait for the test instead: what they end lasts as long as a
 * busy machine needs. Returns the function that ends them, and in this page those that start later.
 */
export async function holdTimers(page: Page, ms: number): Promise<() => Promise<void>> {
  await page.addInitScript((held) => {
    const start = window.setTimeout.bind(window) as (run: () => void, ms?: number) => number;
    const waiting: (() => void)[] = [];
    let isOver = false;
    const setTimeout = (run: () => void, delay?: number) => {
      if (delay !== held) return start(run, delay);
      // No timer has a negative number.
      return isOver ? start(run) : -waiting.push(run);
    };
    const endTimers = (): void => {
      isOver = true;
      for (const run of waiting) run();
    };
    Object.assign(window, { setTimeout, endTimers });
  }, ms);
  return () => page.evaluate(() => (Reflect.get(window, 'endTimers') as () => void)());
}

/**
 * Until its code is loaded, a prerendered page disables its controls, reloads for a link and ignores keys. Users are
 * slower than that, journeys are not: waits at every page load until the page is interactive.
 */
function waitForCode(page: Page): void {
  const goto = page.goto.bind(page);
  const isInteractive = () => document.querySelector('[data-waits]') === null;
  // At each frame, Playwright's default, the browser would draw until then.
  const answers = () => page.waitForFunction(isInteractive, undefined, { polling: 50 });
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== 'commit') await answers();
    return answer;
  };
  for (const name of ['reload', 'goBack', 'goForward'] as const) {
    const load = page[name].bind(page);
    page[name] = async (options) => {
      const answer = await load(options);
      await answers();
      return answer;
    };
  }
}

/**
 * In every page of every journey: a dialog that opens elsewhere than on its first field at fault, else on its first
 * field, or on its title when it has none, is an error of the page, which fails the journey. An alert dialog opens on its most harmless button.
 */
function watchDialogs(): void {
  const seen = new WeakSet<Element>();
  const firstOf = (dialog: Element): Element | null => {
    if (dialog.getAttribute('role') === 'alertdialog') return dialog.querySelector('button, a[href]');
    const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
    const fields = dialog.querySelectorAll<HTMLInputElement>('input, select, textarea');
    const usable = [...fields].filter((field) => field.checkVisibility() && !field.disabled);
    return usable.find((field) => field.ariaInvalid === 'true') ?? usable[0] ?? title;
  };
  document.addEventListener('focusin', ({ target }) => {
    const dialog = (target as Element).closest('[role=dialog], [role=alertdialog]');
    if (dialog === null || seen.has(dialog)) return;
    seen.add(dialog);
    if (target !== firstOf(dialog)) throw new Error(`A dialog opens on ${(target as Element).outerHTML.slice(0, 120)}`);
  });
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
 * For a state that no URL shows by itself: a dialog, an error, a choice. Light at 320 px and dark at a desktop's width,
 * axe finds nothing, nor do we in the tree that a screen reader is given, and the page does not scroll sideways;
 * `quality.e2e.ts` has every URL, light and dark at both.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  expect([...(await violations(page)), ...(await treeFaults(page))]).toEqual([]);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** An opening window moves the focus a moment after it is seen: a key pressed before would go elsewhere. */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
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

/** Paths of the calls made from now on, `POST /api/v2/erp/me/create/`, in order; without tiles, assets and page views. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|geocodage)\//.test(pathname) && pathname !== PAGE_VIEWS) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}
