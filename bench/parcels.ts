import { parcelCode } from '../contract/src/parcels.ts';
import { issueEdition } from '../server/src/features/issuance/edition.service.ts';
import type { StatementRow } from '../server/src/features/issuance/issuance.queries.ts';
import { codeOf } from '../server/src/domain/geo/place.ts';
import { unpackAnswers } from '../server/src/features/documents/supplier-answers.rules.ts';
import { openCustomer, readParcel, type Point } from '../tests/harness/customer.ts';
import { richPlaces, warmUpPlaces } from '../tests/harness/places.ts';
import { atMost, info, median, shown, timed, type Part } from '../tests/harness/report.ts';
import { pagesOf, placeOfStatement } from './issued-document.ts';
import type { Bench } from './bench.ts';

const PARCELS = 50;
const PLACES = 12;
/** Of the first numbers of a section, some are no parcel. */
const CANDIDATES = 130;
/** More calls than for one parcel, beyond what only takes points: none for what takes a geometry. */
const NEARBY = 'apicarto-cadastre nearby';
const BY_POINT = new Set([NEARBY, 'geopf-peb', 'georisques-v1-rga', 'georisques-v1-old']);

type Made = { ms: number; pages: number; calls: Map<string, number> };

/** The same places with one parcel and with fifty of its section, in turn. */
export async function parcels(bench: Bench): Promise<Part> {
  const places = [...warmUpPlaces(), ...richPlaces().slice(0, PLACES)];
  const client = await openCustomer(bench.pool, bench.product.url, 2 * places.length);
  const pairs: { one: Made; fifty: Made }[] = [];
  for (const [index, point] of places.entries()) {
    const codes = await inOneSection(bench, point);
    const make = async (parcelles: string[] | undefined): Promise<Made> =>
      issue(bench, await client.draft(point, parcelles && { parcelles }));
    const first = await make(index % 2 === 0 ? undefined : codes);
    const second = await make(index % 2 === 0 ? codes : undefined);
    pairs.push(index % 2 === 0 ? { one: first, fifty: second } : { one: second, fifty: first });
  }
  return partOf(pairs.slice(warmUpPlaces().length));
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
  const { file_key, answers_key } = result.edition;
  const { questions } = unpackAnswers(await deps.files.read(answers_key));
  const byService = Map.groupBy(questions, ({ question, request }) =>
    request.startsWith('nearby') ? NEARBY : question,
  );
  const calls = [...byService].map(
    ([service, own]) => [service, own.flatMap(({ exchanges }) => exchanges).length] as const,
  );
  return { ms, pages: pagesOf(await deps.files.read(file_key)), calls: new Map(calls) };
}

function partOf(pairs: { one: Made; fifty: Made }[]): Part {
  const one = median(pairs.map((pair) => pair.one.ms));
  const fifty = median(pairs.map((pair) => pair.fifty.ms));
  const morePages = pairs.map((pair) => pair.fifty.pages - pair.one.pages);
  const more = (isByPoint: boolean): number => Math.max(...pairs.map((pair) => moreCalls(pair, isByPoint)));
  return {
    title: 'parcels',
    notes: [
      `${pairs.length} places, each with one parcel and with ${PARCELS} of its section, the order of the two changing each time; collected, assessed, printed and stored, only the tiles at hand.`,
      'Calls are those that the answers kept beside the document name, at most over the places, service by service.',
    ],
    figures: [
      atMost(`${PARCELS} parcels, of one`, fifty / one, { value: 2, unit: '×' }),
      info('the two, median', `${shown(fifty)} ms, ${shown(one)} ms`),
      atMost('pages more', Math.max(...morePages), { value: 6, unit: 'pages' }),
      atMost('calls more to one service that takes a geometry or a list', more(false), { value: 0, unit: 'calls' }),
      info('calls more to one service that only takes points', String(more(true))),
      info('calls of one service, most', mostCalls(pairs.map((pair) => pair.fifty))),
    ],
  };
}

const moreCalls = ({ one, fifty }: { one: Made; fifty: Made }, isByPoint: boolean): number =>
  Math.max(
    0,
    ...[...fifty.calls]
      .filter(([service]) => BY_POINT.has(service) === isByPoint)
      .map(([service, calls]) => calls - (one.calls.get(service) ?? 0)),
  );

function mostCalls(made: Made[]): string {
  const most = new Map<string, number>();
  for (const { calls } of made)
    for (const [service, count] of calls) most.set(service, Math.max(most.get(service) ?? 0, count));
  return [...most].map(([service, count]) => `${service} ${count}`).join(', ');
}
