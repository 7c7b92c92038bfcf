import { chromium, type CDPSession, type Page } from '@playwright/test';
import { chromiumLaunch } from '../scripts/chromium.ts';
import { hashOf, openAccount } from '../tests/harness/accounts.ts';
import { atMost, median, percentile, shown, info, type Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';

const STATEMENTS = 5_000;
const ARRIVALS = 9;
const ROUNDS = 5;
const TEXTS = ['rue du port', 'cergy', 'nunez lilas', 'erp-2026-0012', 'saint', 'hugo 33', 'bastia 2', 'paris', '4'];
const HEADINGS = ['Date de création', 'Date d’expiration', 'Référence', 'Date de création', 'Référence'];

/** « Mes Etats des Risques » of a user with five thousand, in a real browser and by its own clock. */
export async function statementsTab({ product, pool }: Bench): Promise<Part> {
  const token = await openAccount(pool, 1);
  await pool.query(FILL, [hashOf(token), STATEMENTS]);
  const browser = await chromium.launch({
    ...(await chromiumLaunch()),
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run', '--disable-gpu'],
  });
  try {
    // `localhost`: browsers keep Secure cookies there.
    const context = await browser.newContext({ baseURL: product.url.replace('127.0.0.1', 'localhost') });
    const cookie = { domain: 'localhost', path: '/', secure: true };
    await context.addCookies([
      { name: 'token', value: token, ...cookie },
      { name: 'isAuthenticated', value: 'true', ...cookie },
    ]);
    return partOf(await measure(await context.newPage()), browser.version());
  } finally {
    await browser.close();
  }
}

type Measured = Awaited<ReturnType<typeof measure>>;

async function measure(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const arrivals: { firstMs: number; wholeMs: number }[] = [];
  for (let round = 0; round < ARRIVALS; round += 1) arrivals.push(await arrive(page));
  const loadedMb = await heapMb(devtools);
  await page.locator('summary', { hasText: 'Filtres' }).click();
  const filters: number[] = [];
  const sorts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of TEXTS) filters.push(await filter(page, text), await filter(page, ''));
    for (const heading of HEADINGS) sorts.push(await sort(page, heading));
  }
  return { arrivals, loadedMb, filters, sorts, usedMb: await heapMb(devtools) };
}

function partOf({ arrivals, loadedMb, filters, sorts, usedMb }: Measured, browser: string): Part {
  const firstRows = arrivals.map(({ firstMs }) => firstMs);
  return {
    title: 'tab',
    notes: [
      `${STATEMENTS.toLocaleString('en')} statements of one account in eight towns, the real product, headless Chromium ${browser}; ${ARRIVALS} arrivals, each after a reload of « Mes infos », then ${filters.length} free texts and ${sorts.length} headings over the whole list. From the event to the frame that shows its effect, by \`performance.now()\` in the page. The heap is the JavaScript heap after a collection.`,
    ],
    figures: [
      atMost('from the click on the tab to the first rows, median', median(firstRows), { value: 300, unit: 'ms' }),
      info('the slowest', `${shown(Math.max(...firstRows))} ms`),
      info('until all are there, median', `${shown(median(arrivals.map(({ wholeMs }) => wholeMs)))} ms`),
      atMost('a free text, 95th percentile', percentile(filters, 0.95), { value: 100, unit: 'ms' }),
      atMost('a heading that sorts, 95th percentile', percentile(sorts, 0.95), { value: 100, unit: 'ms' }),
      info('medians of both', `${shown(median(filters))} and ${shown(median(sorts))} ms`),
      atMost('heap with the whole list', loadedMb, { value: 120, unit: 'MB' }),
      atMost('heap after filters and headings', usedMb, { value: 120, unit: 'MB' }),
    ],
  };
}

async function arrive(page: Page): Promise<{ firstMs: number; wholeMs: number }> {
  await page.goto('/myspace/');
  await page.getByRole('heading', { name: 'Mes infos' }).waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(async (count) => {
    const frame = () => new Promise(requestAnimationFrame);
    const until = async (isThere: () => boolean): Promise<number> => {
      while (!isThere()) await frame();
      return performance.now();
    };
    const panel = () => document.querySelector('[role=tabpanel]');
    const startMs = performance.now();
    document.querySelector<HTMLElement>('[data-tab=mesERP-tabs-simple]')?.click();
    const firstMs = await until(() => panel()?.querySelector('tbody tr') != null);
    const wholeMs = await until(() => panel()?.textContent.includes(`${count} / ${count} rapport`) ?? false);
    return { firstMs: firstMs - startMs, wholeMs: wholeMs - startMs };
  }, STATEMENTS);
}

/** Types the whole text at once; ends with the frame in which the counter is updated. */
function filter(page: Page, text: string): Promise<number> {
  return page.evaluate(async (text) => {
    const input = document.querySelector<HTMLInputElement>('[role=tabpanel] input[type=search]');
    const counter = document.querySelector('[role=tabpanel] output');
    if (input === null || counter === null) throw new Error('no filters');
    const before = counter.textContent;
    const startMs = performance.now();
    // React intercepts the setter of the element's class.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    while (counter.textContent === before) await new Promise(requestAnimationFrame);
    return performance.now() - startMs;
  }, text);
}

function sort(page: Page, heading: string): Promise<number> {
  return page.evaluate(async (heading) => {
    const column = [...document.querySelectorAll('th[aria-sort]')].find((th) => th.textContent === heading);
    if (column === undefined) throw new Error(`no ${heading}`);
    const before = column.getAttribute('aria-sort');
    const startMs = performance.now();
    column.querySelector('button')?.click();
    while (column.getAttribute('aria-sort') === before) await new Promise(requestAnimationFrame);
    return performance.now() - startMs;
  }, heading);
}

async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
}

const FILL = `
  with owner as (select account_id from api_token where token_hash = $1),
  s as (
    insert into statement (account_id, status, adresse, cadastre, code_parcelle, commune_nom, latitude, longitude,
      type_de_transaction, vendeur_nom, acheteur_nom, issued_at, renewed_at)
    select account_id, 'issued',
      (1 + n % 97) || ' ' || (array['Rue des Lilas', 'Rue du Port', 'Avenue Victor Hugo'])[1 + n % 3] || ' ' ||
        (array['95000 Cergy', '38000 Grenoble', '17000 La Rochelle', '75002 Paris', '20200 Bastia',
               '97400 Saint-Denis', '13001 Marseille', '33000 Bordeaux'])[1 + n % 8],
      '000-AB-0001', '000-AB-0001@' ||
        (array['95127', '38185', '17300', '75102', '2B033', '97411', '13201', '33063'])[1 + n % 8],
      (array['Cergy', 'Grenoble', 'La Rochelle', 'Paris', 'Bastia', 'Saint-Denis', 'Marseille', 'Bordeaux'])[1 + n % 8],
      49, 2, case when n % 3 = 0 then 'Location' else 'Vente' end, 'Zoé Martin',
      (array['-', 'Élodie O’Brien-Nuñez', 'SCI Les Tilleuls'])[1 + n % 3],
      now() - make_interval(days => 800 - n * 800 / $2::int),
      case when n % 5 = 0 and n * 800 / $2::int < 600 then now() - interval '10 days' end
    from owner, generate_series(1, $2::int) n
    returning id, issued_at, renewed_at)
  insert into statement_edition (statement_id, edition, reference, issued_at, expires_on, specimen, file_key,
    file_sha256, facts, template_version)
  select id, e, 'ERP-2026-' || lpad(id::text, 6, '0') || case when e = 2 then '-R1' else '' end,
    case when e = 1 then issued_at else renewed_at end, current_date, true, 'statements/none.pdf', '0', '{}'::jsonb, '1'
  from s, generate_series(1, 2) e where e = 1 or renewed_at is not null`;
