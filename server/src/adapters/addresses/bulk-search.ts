import { bulkhead } from 'cockatiel';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { BestAddress } from '#domain/property/addresses/known-address.ts';
import { isOutage } from '#platform/suppliers/circuit.ts';
import type { HttpClient, HttpLimits, HttpRequest } from '#platform/suppliers/http-client.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { supplierClient, type AdapterDeps } from '#adapters/fact.ts';
import type { Geocoder } from '#adapters/suppliers.ts';

/** Its own circuit breaker: files that fail must not stop single searches. The service cuts a call at 30 s. */
const LIMITS: HttpLimits = {
  timeoutMs: 30_000,
  totalMs: 50_000,
  attempts: 2,
  perSecond: 2,
  maxBytes: 1_000_000,
  retryDelayMs: 1000,
  breakMs: 60_000,
};
const SERVICE = 'geocodage-csv';
/** A file has at most a hundred rows: the service works by a hundred. */
const MOST_ROWS = 100;
const MOST_BYTES = 60_000;
const RESULTS = [
  'longitude',
  'latitude',
  'result_score',
  'result_score_next',
  'result_label',
  'result_type',
  'result_housenumber',
  'result_postcode',
  'result_citycode',
  'result_oldcitycode',
  'result_oldcity',
  'result_context',
  'result_city',
  'result_status',
];

type Asked = { id: string; text: string };
type Answers = ReadonlyMap<string, BestAddress>;
type Rows = readonly Asked[];
/** Rejects with `SupplierFailure`. */
type Ask = (rows: Rows) => Promise<Answers>;

/**
 * `POST /search/csv/`: each answer must repeat our id and our text, or it counts for nothing. A row that makes the service
 * fail has no answer, and the others of its file keep theirs.
 */
export function createBulkSearch({ baseUrl, ...deps }: { baseUrl: string } & AdapterDeps): Geocoder['best'] {
  const http = supplierClient({ baseUrl, ...deps }, { service: SERVICE, limits: LIMITS });
  // The service takes one file at a time from an IP address.
  const oneAtATime = bulkhead(1, Number.POSITIVE_INFINITY);
  return async (texts) => {
    const asked = texts.flatMap((given, index) => {
      const text = searchable(given);
      return text === null ? [] : [{ id: String(index), text }];
    });
    const found = new Map<string, BestAddress>();
    for (const file of filesOf(asked)) {
      const ask: Ask = (rows) => oneAtATime.execute(() => askFile(http, rows));
      for (const [id, address] of await answersOf(file, ask, found.size > 0)) found.set(id, address);
    }
    return texts.map((_, index) => found.get(String(index)) ?? null);
  };
}

function filesOf(asked: readonly Asked[]): Asked[][] {
  const files: Asked[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of asked) {
    const size = Buffer.byteLength(lineOf(row));
    const file = files.at(-1);
    if (file === undefined || file.length >= MOST_ROWS || bytes + size > MOST_BYTES) {
      files.push([row]);
      bytes = size;
    } else {
      file.push(row);
      bytes += size;
    }
  }
  return files;
}

const lineOf = ({ id, text }: Asked): string => `${id},"${text.replaceAll('"', '""')}"\n`;

/**
 * A file that the service cannot answer is asked by halves of what fails: one odd row is found in two calls a level. Rows
 * that these calls do not reach have no answer. Rejects when both halves fail too, and for one row unless the service
 * has answered before: it is down.
 */
async function answersOf(file: Rows, ask: Ask, hasAnswered: boolean): Promise<Answers> {
  const whole = await orOutage(ask(file));
  if (!(whole instanceof SupplierFailure)) return whole;
  if (file.length === 1 && !hasAnswered) throw whole;
  const found = new Map<string, BestAddress>();
  const failing: Rows[] = [file];
  let isUp = false;
  for (let calls = mostCalls(file.length); calls > 0 && failing.length > 0; calls -= 2) {
    const halves = halvesOf(failing.shift() ?? []);
    const failed = await failingOf(halves, ask, found);
    isUp ||= failed.length < halves.length;
    if (!isUp) throw whole;
    failing.push(...failed.filter((half) => half.length > 1));
  }
  return found;
}

/** Asks each part, and adds its answers to `found`. */
async function failingOf(parts: readonly Rows[], ask: Ask, found: Map<string, BestAddress>): Promise<Rows[]> {
  const failing: Rows[] = [];
  for (const part of parts) {
    const answers = await orOutage(ask(part));
    if (answers instanceof SupplierFailure) failing.push(part);
    else for (const [id, address] of answers) found.set(id, address);
  }
  return failing;
}

/** Enough for one odd row; none for a file of one. */
const mostCalls = (rows: number): number => 2 * Math.ceil(Math.log2(rows));

function halvesOf(rows: Rows): Rows[] {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)];
}

async function orOutage(answers: Promise<Answers>): Promise<Answers | SupplierFailure> {
  try {
    return await answers;
  } catch (error) {
    if (error instanceof SupplierFailure && isOutage(error)) return error;
    throw error;
  }
}

async function askFile(http: HttpClient, file: readonly Asked[]): Promise<Answers> {
  const csv = `id,adresse\n${file.map(lineOf).join('')}`;
  const form: HttpRequest['form'] = [
    ['data', new File([csv], 'adresses.csv', { type: 'text/csv' })],
    ['columns', 'adresse'],
    ...RESULTS.map((column): [string, string] => ['result_columns', column]),
  ];
  const { bytes, status } = await http.send({ path: '/search/csv/', form, idempotent: true });
  if (status === 404) throw new SupplierFailure({ service: SERVICE, reason: 'refused', detail: 'HTTP 404' });
  const rows = rowsOf(bytes);
  return new Map(
    file.flatMap(({ id, text }) => {
      const [row, ...others] = rows.filter((one) => one['id'] === id);
      const address = others.length === 0 && row?.['adresse'] === text ? Best.safeParse(row).data : undefined;
      return address === undefined ? [] : [[id, address]];
    }),
  );
}

type Row = Record<string, string>;

/** Throws `SupplierFailure` for a page or a file without our columns. */
function rowsOf(bytes: Buffer): Row[] {
  try {
    const rows = parse(bytes, { columns: true, bom: true, skip_empty_lines: true }) as Row[];
    if (rows.length > 0 && rows.every((row) => 'id' in row && 'result_status' in row)) return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  const detail = bytes.toString('utf8', 0, 200);
  throw new SupplierFailure({ service: SERVICE, reason: 'malformed', detail });
}

const number = z.string().trim().min(1).transform(Number).pipe(z.number());
const orNull = (text: string): string | null => (text === '' ? null : text);

/** Only what was found: `not-found`, `skipped`, `error` and others give nothing. */
const Best = z
  .object({
    longitude: number.pipe(z.number().min(-180).max(180)),
    latitude: number.pipe(z.number().min(-90).max(90)),
    result_score: number,
    result_score_next: z
      .literal('')
      .transform(() => null)
      .or(number),
    result_label: z.string().min(1),
    result_type: z.string(),
    result_housenumber: z.string(),
    result_postcode: z.string(),
    result_citycode: z.string(),
    result_oldcitycode: z.string(),
    result_oldcity: z.string(),
    result_context: z.string(),
    result_city: z.string(),
    result_status: z.literal('ok'),
  })
  .transform((row): BestAddress => ({
    label: row.result_label,
    kind: orNull(row.result_type),
    number: orNull(row.result_housenumber),
    score: row.result_score,
    nextScore: row.result_score_next,
    postcode: orNull(row.result_postcode),
    inseeCode: orNull(row.result_citycode),
    formerInseeCode: orNull(row.result_oldcitycode),
    formerCommuneName: orNull(row.result_oldcity),
    context: orNull(row.result_context),
    communeName: orNull(row.result_city),
    longitude: row.longitude,
    latitude: row.latitude,
  }));

/** The service returns an empty 500 for a word of sixty letters. */
const LONG_WORD = /[\p{L}\p{M}\p{N}_]{51}/u;

/**
 * The service returns 400 outside 3 to 200 characters, and unless the first is a letter or a digit; no address has a
 * word of more than 50 characters, as it is written or with its ligatures apart: null then.
 */
export function searchable(typed: string): string | null {
  const text = typed.replace(/\s+/g, ' ').trim();
  if (LONG_WORD.test(text) || LONG_WORD.test(text.normalize('NFKC'))) return null;
  return /^[\p{L}\p{N}].{2,199}$/u.test(text) ? text : null;
}
