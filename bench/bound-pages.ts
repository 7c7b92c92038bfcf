import type { Deps } from '../server/src/deps.ts';
import type { StatementRow } from '../server/src/features/issuance/issuance.queries.ts';
import { issueEdition } from '../server/src/features/issuance/edition.service.ts';
import { listPlanPages } from '../server/src/features/issuance/plan-pages.service.ts';
import { openCustomer } from '../tests/harness/customer.ts';
import { atMost, median, shown, timed, info, type Part } from '../tests/harness/report.ts';
import { createParts } from './issued-document.ts';
import { richPlaces, warmUpPlaces } from '../tests/harness/places.ts';
import type { Bench } from './bench.ts';

const RATIO = 1.3;

/**
 * Statements of the same places with and without bound pages of plans and sheets: collected, assessed, printed and
 * stored, with only the wizard’s caches warm. The two use the simulators under different names, so that they share no
 * cached answers.
 */
export async function boundPages(bench: Bench): Promise<Part> {
  const { product, pool } = bench;
  const places = [...warmUpPlaces(), ...richPlaces()];
  const client = await openCustomer(pool, product.url, places.length);
  const other = createParts({ ...product, simulatorsUrl: product.simulatorsUrl.replace('127.0.0.1', 'localhost') });
  const without: Deps = { ...other.deps, pdfPages: NO_PAGES, fiches: { find: async () => null } };
  const times: { with: number; without: number }[] = [];
  try {
    for (const [index, point] of places.entries()) {
      const statement = await rowOf(bench.deps, await client.draft(point));
      for (const deps of [bench.deps, without]) await askForPages(deps, statement);
      const make = async (deps: Deps): Promise<number> => (await timed(() => issueEdition(deps, statement, null))).ms;
      // Alternates which one comes first.
      const first = index % 2 === 0 ? await make(bench.deps) : await make(without);
      const second = index % 2 === 0 ? await make(without) : await make(bench.deps);
      times.push(index % 2 === 0 ? { with: first, without: second } : { with: second, without: first });
    }
  } finally {
    await other.close();
  }
  return partOf(times.slice(warmUpPlaces().length));
}

/** No file can be read: the document says so, and binds no page. */
const NO_PAGES: Deps['pdfPages'] = {
  read: async () => ({ flaw: 'unreadable' }),
  draw: async () => [],
  extract: async () => null,
  check: async () => null,
  close: async () => {},
};

/** Step 2 of the wizard: draws the pages that the statement will take while its owner reads. */
async function askForPages(deps: Deps, statement: StatementRow): Promise<void> {
  await listPlanPages(deps, statement);
  // Files are queued: once this one is read, all those pages are drawn.
  await deps.pdfPages.read({ bytes: Buffer.from('none'), sha256: `after ${statement.id}` });
}

const rowOf = async ({ db }: Deps, id: number): Promise<StatementRow> =>
  (await db.selectFrom('statement').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as StatementRow;

function partOf(times: { with: number; without: number }[]): Part {
  const [withPages, without] = [median(times.map((one) => one.with)), median(times.map((one) => one.without))];
  return {
    title: 'pages',
    notes: [
      `${times.length} statements in as many communes, each made twice, with the pages of its plans and fiches and without; no cache warm but what steps 1 and 2 of the wizard warm (the parcel, the plans and their pages), the order of the two changing each time.`,
    ],
    figures: [
      atMost('with the pages, of without', withPages / without, { value: RATIO, unit: '×' }),
      info('the two, median', `${shown(withPages)} ms, ${shown(without)} ms`),
    ],
  };
}
