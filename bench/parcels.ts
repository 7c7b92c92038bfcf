import { parcelCode } from '../contract/src/parcels.ts';
import { issueEdition } from '../server/src/features/issuance/edition.service.ts';
import type { StatementRow } from '../server/src/features/issuance/issuance.queries.ts';
import { codeOf } from '../server/src/domain/geometry/place.ts';
import { unpackAnswers } from '../server/src/features/documents/supplier-answers.rules.ts';
import { openCustomer, readParcel, type Point } from '../tests/harness/customer.ts';
import { richPlaces, warmUpPlaces } from '../tests/harness/places.ts';
import { atMost, info, median, shown, timed, type Part } from '../tests/harness/report.ts';
import { createParts, pagesOf, placeOfStatement } from './issued-document.ts';
import type { Bench } from './bench.ts';

const PARCELS = 50;
const PLACES = 12;
/** Some of the first numbers of a section are no parcel. */
const CANDIDATES = 130;
/** Services that only take points, and so are called for several of a large property. */
const NEARBY = 'apicarto-cadastre nearby';
const BY_POINT = new Set([NEARBY, 'geopf-peb', 'geopf-peb-arretes', 'georisques-v1-rga', 'georisques-v1-old']);

/** `againMs`: once more, with every answer at hand. `calls` by service, then by what is asked there. */
type Made = { ms: number; againMs: number; pages: number; calls: Map<string, Map<string, number>> };
type Kind = 'one' | 'fifty';

/** Issues each place with one parcel, then with fifty of its section. */
export async function parcels(bench: Bench): Promise<Part> {
  const places = [...warmUpPlaces(), ...richPlaces().slice(0, PLACES)];
  const client = await openCustomer(bench.pool, bench.product.url, 2 * places.length);
  const made = { one: new Map<Point, Made>(), fifty: new Map<Point, Made>() };
  for (const rest of [0, 1]) {
    const kindOf = (index: number): Kind => (index % 2 === rest ? 'one' : 'fifty');
    await withoutAnswers(bench, async (bench) => {
      for (const [index, point] of places.entries()) {
        const codes = await inOneSection(bench, point);
        const kind = kindOf(index);
        const id = await client.draft(point, kind === 'one' ? undefined : { parcelles: codes });
        made[kind].set(point, await issue(bench, id));
      }
    });
  }
  const measured = places.slice(warmUpPlaces().length);
  const inOrder = (kind: Kind): Made[] => measured.flatMap((point) => made[kind].get(point) ?? []);
  return partOf(inOrder('one'), inOrder('fifty'));
}

/** New dependencies, and no answer kept: a place asked before would have its plans at hand. */
async function withoutAnswers(bench: Bench, work: (bench: Bench) => Promise<void>): Promise<void> {
  await bench.pool.query('delete from supplier_answer');
  const { deps, close } = createParts(bench.product);
  try {
    await work({ ...bench, deps });
  } finally {
    await close();
  }
}

async function inOneSection({ deps, product }: Bench, point: Point): Promise<string[]> {
  const parcel = await readParcel({ url: product.url, token: null, send: fetch }, point);
  if (parcel.kind !== 'ok') throw new Error(`no parcel at ${point.address}`);
  const first = parcelCode(parcel.value);
  const asked = Array.from({ length: CANDIDATES }, (_, i) =>
    first.replace(/\d{4}@/u, `${String(i + 1).padStart(4, '0')}@`),
  );
  const found = (await deps.cadastre.parcels(asked)).parcels.map(codeOf).filter((code) => code !== first);
  const codes = [first, ...found].slice(0, PARCELS);
  if (codes.length < PARCELS) throw new Error(`only ${codes.length} parcels at ${point.address}`);
  return codes;
}

async function issue({ deps, pool }: Bench, id: number): Promise<Made> {
  const query = deps.db.selectFrom('statement').selectAll().where('id', '=', id);
  const row = (await query.executeTakeFirstOrThrow()) as StatementRow;
  // The simulators draw their tiles beforehand: they stand for other machines.
  await deps.staticMap.draw(await placeOfStatement(deps, pool, id));
  const { ms, result } = await timed(() => issueEdition(deps, row, null));
  const { ms: againMs } = await timed(() => issueEdition(deps, row, null));
  const { file_key, answers_key } = result.edition;
  const { questions } = unpackAnswers(await deps.files.read(answers_key));
  const byService = Map.groupBy(questions, ({ question, request }) =>
    request.startsWith('nearby') ? NEARBY : question,
  );
  const calls = [...byService].map(([service, own]) => {
    const asked = Map.groupBy(
      own.flatMap(({ exchanges }) => exchanges),
      askedBy,
    );
    return [service, new Map([...asked].map(([name, exchanges]) => [name, exchanges.length]))] as const;
  });
  return { ms, againMs, pages: pagesOf(await deps.files.read(file_key)), calls: new Map(calls) };
}

/** The path, and what selects a layer there; not the place. */
function askedBy({ url, sent }: { url: string; sent?: unknown }): string {
  const { pathname, searchParams } = new URL(url);
  const { categorie } = (sent ?? {}) as { categorie?: string };
  const layer = searchParams.get('categorie') ?? categorie ?? searchParams.get('TYPENAMES') ?? '';
  return `${pathname} ${layer}`;
}

function partOf(one: Made[], fifty: Made[]): Part {
  const [ofOne, ofFifty] = [one, fifty].map((made) => median(made.map(({ ms }) => ms))) as [number, number];
  const again = [one, fifty].map((made) => median(made.map(({ againMs }) => againMs))) as [number, number];
  const morePages = fifty.map(({ pages }, index) => pages - (one[index]?.pages ?? 0));
  const isByPoint = (service: string): boolean => BY_POINT.has(service);
  return {
    title: 'parcels',
    notes: [
      `${one.length} places, each with one parcel and with ${PARCELS} of its section, half of each in a first round and half in a second, answers emptied before; collected, assessed, printed and stored, only the tiles at hand.`,
      'Calls are those that the answers kept beside the document name.',
    ],
    figures: [
      atMost(`${PARCELS} parcels, of one`, ofFifty / ofOne, { value: 2, unit: '×' }),
      info('the two, median', `${shown(ofFifty)} ms, ${shown(ofOne)} ms`),
      atMost('once more, with every answer at hand', again[1] / again[0], { value: 2, unit: '×' }),
      info('the two, median', `${shown(again[1])} ms, ${shown(again[0])} ms`),
      atMost('pages more', Math.max(...morePages), { value: 6, unit: 'pages' }),
      atMost(
        'requests to one resource that takes a geometry or a list',
        mostCalls(fifty, (service) => !isByPoint(service)).count,
        { value: 1, unit: 'requests' },
      ),
      info('the most asked of these', mostCalls(fifty, (service) => !isByPoint(service)).name),
      info('most calls to one service that only takes points', mostCalls(fifty, isByPoint).name),
    ],
  };
}

/** At most over the places, with its name. */
function mostCalls(made: Made[], isAsked: (service: string) => boolean): { name: string; count: number } {
  const counts = made.flatMap(({ calls }) =>
    [...calls].flatMap(([service, asked]) =>
      isAsked(service) ? [...asked].map(([what, count]) => ({ name: `${count}, ${service} ${what}`, count })) : [],
    ),
  );
  return counts.toSorted((a, b) => b.count - a.count)[0] ?? { name: 'none', count: 0 };
}
