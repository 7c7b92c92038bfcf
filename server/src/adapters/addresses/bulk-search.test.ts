import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer, type LocalAnswer, type LocalRequest, type LocalServer } from '#tools/local-server.ts';
import { createBulkSearch } from './bulk-search.ts';

let server: LocalServer;
afterEach(() => server.close());

async function bulkSearch(answer: Parameters<typeof startLocalServer>[0]) {
  server = await startLocalServer(answer);
  return createBulkSearch({ baseUrl: server.baseUrl, ...supplierDeps() });
}

type Row = { id: string; adresse: string };
/** The part of that name in a multipart body. */
function partOf({ body, headers }: LocalRequest, name: string): string {
  const boundary = /boundary=(.+)$/.exec(String(headers['content-type']))?.[1] ?? '';
  const part = body.split(`--${boundary}`).find((one) => one.includes(`name="${name}"`)) ?? '';
  return part.slice(part.indexOf('\r\n\r\n') + 4, -2);
}
const rowsIn = (request: LocalRequest): Row[] => parse(partOf(request, 'data'), { columns: true });

const HEADER =
  'id,adresse,longitude,latitude,result_score,result_score_next,result_label,result_type,result_housenumber,result_postcode,result_citycode,result_oldcitycode,result_oldcity,result_context,result_city,result_status\n';
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** A line as recorded on 2026-09-25; the longitude says which row it is. */
const lineOf = ({ id, adresse }: Row, longitude = id): string =>
  `${id},${quoted(adresse)},${longitude},48.854287,0.97,0.7230291978609625,${quoted(adresse)},housenumber,4,75004,75104,,,"75, Paris, Île-de-France",Paris,ok\n`;
const csv = (lines: string[]): LocalAnswer => ({ contentType: 'text/csv', body: HEADER + lines.join('') });

const STREETS = ['1 Rue A 75004 Paris', '2 Rue B 75004 Paris', '3 Rue C 75004 Paris'];

test('each text has its own answer, in whatever order they come; quotes and line breaks keep to their row', async () => {
  const best = await bulkSearch((request) =>
    csv(
      rowsIn(request)
        .toReversed()
        .map((row) => lineOf(row)),
    ),
  );
  const texts = ['4 Rue "du Port", 75004\nParis', 'é', ...STREETS, '=1+1', '4;5 Rue des Lilas'];
  const found = await best(texts);
  expect(found.map((one) => one?.longitude)).toEqual([0, undefined, 2, 3, 4, undefined, 6]);
  expect(found[0]).toEqual({
    label: '4 Rue "du Port", 75004 Paris',
    kind: 'housenumber',
    number: '4',
    score: 0.97,
    nextScore: 0.7230291978609625,
    postcode: '75004',
    inseeCode: '75104',
    formerInseeCode: null,
    formerCommuneName: null,
    context: '75, Paris, Île-de-France',
    communeName: 'Paris',
    longitude: 0,
    latitude: 48.854287,
  });
  const [request] = server.requests;
  expect([request?.method, request?.url.pathname, request && partOf(request, 'columns')]).toEqual([
    'POST',
    '/search/csv/',
    'adresse',
  ]);
});

test.each([
  ['is missing', (rows: Row[]) => rows.slice(1).map((row) => lineOf(row))],
  ['comes twice', (rows: Row[]) => [lineOf(rows[0]!, '9'), ...rows.map((row) => lineOf(row))]],
  [
    'has another’s text',
    ([first, second, third]: Row[]) => [
      lineOf({ ...first!, adresse: second!.adresse }),
      lineOf(second!),
      lineOf(third!),
    ],
  ],
  [
    'was not found',
    ([first, ...rows]: Row[]) => [
      `${first!.id},${first!.adresse},,,,,,,,,,,,,,not-found\n`,
      ...rows.map((row) => lineOf(row)),
    ],
  ],
  [
    'was not tried',
    ([first, ...rows]: Row[]) => [
      `${first!.id},${first!.adresse},2,48,0.9,,x,housenumber,4,75004,75104,,,,Paris,error\n`,
      ...rows.map((row) => lineOf(row)),
    ],
  ],
  ['has no point', (rows: Row[]) => rows.map((row, index) => lineOf(row, index === 0 ? '' : row.id))],
])('a row that %s has no answer, the others keep theirs', async (_, lines) => {
  const best = await bulkSearch((request) => csv([...lines(rowsIn(request)), lineOf({ id: '77', adresse: 'x' })]));
  expect((await best(STREETS)).map((one) => one?.longitude)).toEqual([undefined, 1, 2]);
});

test('many addresses → files of at most 100 rows and 60 kB, one at a time', async () => {
  let [open, most] = [0, 0];
  const best = await bulkSearch(async (request) => {
    most = Math.max(most, (open += 1));
    await setImmediate();
    open -= 1;
    return csv(rowsIn(request).map((row) => lineOf(row)));
  });
  const longest = Array.from({ length: 100 }, () => `${'語'.repeat(49)}、`.repeat(4));
  const found = await Promise.all([best(Array.from({ length: 150 }, (_, n) => `${n} Rue A`)), best(longest)]);
  expect(found.map((all) => all.filter((one) => one !== null).length)).toEqual([150, 100]);
  expect(found[0].map((one) => one?.longitude)).toEqual([...Array(150).keys()]);
  const sizes = server.requests.map((request) => Buffer.byteLength(partOf(request, 'data')));
  expect([server.requests.length, most]).toEqual([4, 1]);
  expect(Math.max(...sizes)).toBeLessThan(60_100);
});

test.each([
  ['an HTML 429', { status: 429, body: '<html>', headers: { 'retry-after': '9' } }, 'rate-limited'],
  ['a maintenance page under a 200', { body: '<!DOCTYPE html>\n<p>', contentType: 'text/html' }, 'malformed'],
  ['an empty file', { body: '' }, 'malformed'],
  ['a file cut in a line', { body: `${HEADER}0,"1 Rue A 75004 Paris",2.3` }, 'malformed'],
  ['other columns', { body: 'id,adresse\n0,1 Rue A 75004 Paris\n' }, 'malformed'],
  ['a 404', { status: 404, body: '' }, 'refused'],
  ['a cut connection', { cut: true }, 'unavailable'],
])('%s is a failure', async (_, answer, reason) => {
  const best = await bulkSearch(() => answer);
  await expect(best(STREETS)).rejects.toMatchObject({ reason, service: 'geocodage-csv' });
});

test('a failure that passes is tried again', async () => {
  let calls = 0;
  const best = await bulkSearch((request) => {
    calls += 1;
    return calls === 1 ? { status: 503 } : csv(rowsIn(request).map((row) => lineOf(row)));
  });
  expect((await best(STREETS)).map((one) => one?.longitude)).toEqual([0, 1, 2]);
});

describe('a row that makes the service fail', () => {
  const isOdd = ({ adresse }: Row): boolean => adresse.endsWith('Impair');
  /** The service fails for a file with an odd row. `asked`: rows of each file, retries apart. */
  async function search(texts: string[]) {
    const files = new Map<string, number>();
    const best = await bulkSearch((request) => {
      const rows = rowsIn(request);
      files.set(partOf(request, 'data'), rows.length);
      return rows.some(isOdd) ? { status: 500 } : csv(rows.map((row) => lineOf(row)));
    });
    const found = await best(texts);
    return { answered: found.map((one) => one !== null), asked: [...files.values()] };
  }
  const textsWith = (count: number, odd: number[]) =>
    Array.from({ length: count }, (_, i) => `${i + 1} Rue ${odd.includes(i) ? 'Impair' : 'A'}`);

  test.each([
    [2, 0],
    [3, 2],
    [100, 0],
    [100, 50],
    [100, 99],
    [101, 100],
  ])('of %i rows the row %i alone has no answer, within two calls a level', async (count, odd) => {
    const { answered, asked } = await search(textsWith(count, [odd]));
    expect(answered).toEqual(Array.from({ length: count }, (_, i) => i !== odd));
    expect(asked.length).toBeLessThanOrEqual(Math.ceil(count / 100) + 2 * Math.ceil(Math.log2(count)));
  });

  test('many in one half take no more calls than one, and leave without answer what these do not reach', async () => {
    const odd = Array.from({ length: 20 }, (_, i) => 2 * i);
    const { answered, asked } = await search(textsWith(100, odd));
    expect(asked.length).toBeLessThanOrEqual(15);
    expect(answered.slice(50)).not.toContain(false);
    expect(odd.map((i) => answered[i])).not.toContain(true);
  });

  test('both halves fail → a failure after three files: the service may be down', async () => {
    await expect(search(textsWith(100, [0, 99]))).rejects.toMatchObject({ reason: 'unavailable' });
    expect(new Set(server.requests.map((request) => partOf(request, 'data'))).size).toBe(3);
  });
});
