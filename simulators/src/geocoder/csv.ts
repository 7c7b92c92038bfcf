import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { Feature } from '#recordings.ts';
import type { Simulation } from '#simulation.ts';
import { failIfSentinel, sentinelInText } from '#territory/sentinels.ts';
import { checkSearch } from './params.ts';
import { searchAddresses } from './search.ts';

/** Added columns, in the service's order; without `result_columns`, all. */
const RESULTS = [
  'longitude',
  'latitude',
  'result_score',
  'result_score_next',
  'result_label',
  'result_type',
  'result_id',
  'result_banId',
  'result_housenumber',
  'result_name',
  'result_street',
  'result_postcode',
  'result_city',
  'result_context',
  'result_citycode',
  'result_oldcitycode',
  'result_oldcity',
  'result_district',
  'result_status',
];

type Row = Record<string, string>;
type Options = { columns: string[]; results: string[]; postcode: string | null; citycode: string | null };

/** `POST /geocodage/search/csv/`: one file at a time from an IP address. */
export function searchFiles(scope: FastifyInstance, simulation: Simulation): void {
  const busy = new Set<string>();
  scope.addContentTypeParser(
    /^multipart\/form-data/,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      return new Response(new Uint8Array(body), { headers }).formData();
    },
  );
  for (const url of ['/geocodage/search/csv', '/geocodage/search/csv/']) {
    scope.post<{ Body: FormData | undefined }>(url, async (request, reply) => {
      if (simulation.limits && busy.has(request.ip)) return tooMany(reply);
      busy.add(request.ip);
      return searchFile(request.body, reply, simulation).finally(() => busy.delete(request.ip));
    });
  }
}

const tooMany = (reply: FastifyReply): FastifyReply =>
  reply.code(429).header('retry-after', 5).type('text/html').send('<h1>429 Too Many Requests</h1>');

async function searchFile(form: FormData | undefined, reply: FastifyReply, simulation: Simulation) {
  const refuse = (message: string): FastifyReply => reply.code(400).send({ code: 400, message });
  const file = form?.get('data');
  if (form === undefined || !(file instanceof File)) return refuse('A CSV file must be provided in data field');
  const rows = rowsOf(await file.text());
  if (typeof rows === 'string') return refuse(`Errors in CSV file: ${rows}`);
  const known = Object.keys(rows[0] ?? {});
  const options = optionsOf(form, known);
  if (options.columns.some((column) => !known.includes(column))) {
    return refuse('At least one given column name is unknown');
  }
  const named = rows.map((row) => sentinelInText(textOf(row, options)));
  const sentinel = named.find((one) => one?.service === 'adresses') ?? null;
  if (await failIfSentinel('adresses', sentinel, reply)) return reply;
  const lines = rows.map((row) => ({ ...row, ...pick(resultOf(row, options, simulation), options.results) }));
  return reply.type('text/csv').send(csvOf(lines));
}

function optionsOf(form: FormData, known: string[]): Options {
  const all = (name: string): string[] => form.getAll(name).filter((value) => typeof value === 'string');
  const or = (values: string[], others: string[]): string[] => (values.length > 0 ? values : others);
  return {
    columns: or(all('columns'), known),
    results: or(all('result_columns'), RESULTS),
    postcode: all('postcode')[0] ?? null,
    citycode: all('citycode')[0] ?? null,
  };
}

/** The rows, or what is wrong. */
function rowsOf(text: string): Row[] | string {
  const [titles = ''] = text.split('\n', 1);
  const delimiter = titles.includes(';') ? ';' : ',';
  try {
    return parse(text, { columns: true, bom: true, delimiter, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) return error.message;
    throw error;
  }
}

const textOf = (row: Row, { columns }: Options): string =>
  columns
    .map((column) => row[column]?.trim() ?? '')
    .join(' ')
    .trim();

function resultOf(row: Row, options: Options, { recordings }: Simulation): Record<string, unknown> {
  const q = textOf(row, options);
  const filters = (['postcode', 'citycode'] as const).map((name) => [name, row[options[name] ?? ''] ?? '']);
  const asked = { q, limit: '2', ...Object.fromEntries(filters.filter(([, value]) => value !== '')) };
  const checked = checkSearch(asked);
  if ('errors' in checked) return { result_status: 'skipped' };
  const [best, next] = recordings
    ? (recordings.search(q)?.features ?? [])
    : searchAddresses({ ...checked.query, indexes: ['address'] });
  if (best === undefined) return { result_status: 'not-found' };
  const properties = Object.entries(best.properties).map(([name, value]) => [`result_${name}`, value]);
  const [longitude, latitude] = best.geometry.coordinates;
  const result_score_next = scoreOf(next);
  return { ...Object.fromEntries(properties), longitude, latitude, result_score_next, result_status: 'ok' };
}

const scoreOf = (feature: Feature | undefined): unknown => feature?.properties['score'];

const pick = (values: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']));

function csvOf(lines: Record<string, unknown>[]): string {
  const cell = (value: unknown): string => {
    const text = String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const line = (cells: unknown[]): string => `${cells.map(cell).join(',')}\n`;
  return [Object.keys(lines[0] ?? {}), ...lines.map((one) => Object.values(one))].map(line).join('');
}
