import type { Place } from '../server/src/domain/geometry/place.ts';
import type { PrinterInputs } from '../server/src/features/documents/printer-inputs.rules.ts';
import { openCustomer } from '../tests/harness/customer.ts';
import { atMost, median, percentile, shown, timed, info, type Part } from '../tests/harness/report.ts';
import { issuedDocument, pagesOf, placeOfStatement } from './issued-document.ts';
import { richPlaces, warmUpPlaces } from '../tests/harness/places.ts';
import type { Bench } from './bench.ts';

const LEAST_PAGES = 12;
const LEAST_DOCUMENTS = 20;
type Measured = { httpMs: number; pdfMs: number; mapsMs: number; pages: number };

/** One client, one statement after the other; each is then rendered again separately, to measure the PDF's share. */
export async function generation(bench: Bench): Promise<Part> {
  const places = richPlaces();
  const client = await openCustomer(bench.pool, bench.product.url, places.length + warmUpPlaces().length);
  const issue = async (point: (typeof places)[number]): Promise<{ id: number; place: Place; ms: number }> => {
    const id = await client.draft(point);
    // The simulators draw their tiles beforehand: they stand for other machines.
    const place = await placeOfStatement(bench.deps, bench.pool, id);
    await bench.deps.staticMap.draw(place);
    const { ms } = await timed(() => client.generate(id));
    return { id, place, ms };
  };
  for (const point of warmUpPlaces())
    await render(bench, await issuedDocument(bench.deps, bench.pool, (await issue(point)).id));
  const measured: Measured[] = [];
  for (const point of places) {
    const { id, place, ms: httpMs } = await issue(point);
    const { ms: mapsMs } = await timed(() => bench.deps.staticMap.draw(place));
    const document = await issuedDocument(bench.deps, bench.pool, id);
    const { pages, ms: pdfMs } = await render(bench, document);
    if (pages < LEAST_PAGES) continue;
    measured.push({ httpMs, pdfMs, mapsMs, pages });
  }
  if (measured.length < LEAST_DOCUMENTS) throw new Error(`only ${measured.length} documents of ${LEAST_PAGES} pages`);
  return partOf(measured);
}

async function render(
  { deps }: Bench,
  { template, data, files }: PrinterInputs,
): Promise<{ ms: number; pages: number }> {
  const { ms, result } = await timed(() => deps.typst.render(template, data, files));
  return { ms, pages: pagesOf(result) };
}

const range = (values: number[]): string => `${Math.min(...values)} to ${Math.max(...values)}`;

function partOf(measured: Measured[]): Part {
  const http = measured.map(({ httpMs }) => httpMs);
  const pdf = measured.map(({ pdfMs }) => pdfMs);
  return {
    title: 'generation',
    notes: [
      `One client, ${measured.length} statements in as many communes, no cache warm but the one that choosing the parcel warms. Every document has two maps and ${range(measured.map(({ pages }) => pages))} pages. The simulators have their tiles at hand, as the real services have theirs; they compute everything else within the time measured.`,
      'The PDF, from all that its renderer was given, and the maps are then made again alone: what they take of the request, one after the other.',
    ],
    figures: [
      atMost('PATCH generate, median', median(http), { value: 350, unit: 'ms' }),
      atMost('PATCH generate, 95th percentile', percentile(http, 0.95), { value: 700, unit: 'ms' }),
      atMost('of which PDF, median', median(pdf), { value: 220, unit: 'ms' }),
      info('of which the two maps, median', `${shown(median(measured.map(({ mapsMs }) => mapsMs)))} ms`),
    ],
  };
}
