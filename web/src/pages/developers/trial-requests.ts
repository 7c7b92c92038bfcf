import { createStatementV3, findAddresses, readBalance, type StatementRequest } from '@clairisque/contract/api-v3.ts';

/** What the visitor may send; those after `create` need a statement. */
export type Choice = 'addresses' | 'create' | 'read' | 'facts' | 'document' | 'balance';

type Described = { title: string; method: 'GET' | 'POST'; path: string; needsStatement: boolean };

const ID = '{id}';
const one = (title: string, end = ''): Described => ({
  title,
  method: 'GET',
  path: `${createStatementV3.url}/${ID}${end}`,
  needsStatement: true,
});

/** Choices in the order of the page. */
export const CHOICES: Record<Choice, Described> = {
  addresses: { title: 'Chercher une adresse', method: 'GET', path: findAddresses.url, needsStatement: false },
  create: { title: 'Émettre un état des risques', method: 'POST', path: createStatementV3.url, needsStatement: false },
  read: one('Relire cet état'),
  facts: one('Lire ses constats et leurs sources', '/facts.json'),
  document: one('Ouvrir son PDF', '/document.pdf'),
  balance: { title: 'Lire le solde', method: 'GET', path: readBalance.url, needsStatement: false },
};

export type Asked = { choice: Choice; address: string; statementId: string | null; idempotencyKey: string | null };
export type Request = { method: 'GET' | 'POST'; path: string; headers: [name: string, value: string][]; body?: string };

/** Seconds: the longest that the API takes. */
const WAIT_S = 20;

/** The request, without the header of the key. */
export function requestOf({ choice, address, statementId, idempotencyKey }: Asked): Request {
  const { method, path } = CHOICES[choice];
  if (choice === 'create') {
    const body: StatementRequest = {
      transaction: 'sale',
      address,
      parties: { owner: 'Mme Durand', recipient: 'M. Martin' },
    };
    const headers: Request['headers'] = [
      ['Idempotency-Key', idempotencyKey ?? '$(uuidgen)'],
      ['Prefer', `wait=${WAIT_S}`],
      ['Content-Type', 'application/json'],
    ];
    return { method, path, headers, body: JSON.stringify(body, null, 2) };
  }
  const query = choice === 'addresses' ? `?${new URLSearchParams({ q: address, limit: '2' }).toString()}` : '';
  return { method, path: path.replace(ID, statementId ?? ID) + query, headers: [] };
}

/** For a shell: nothing typed by the visitor can end its quotes. */
export function curlOf({ path, headers, body }: Request, { site, key }: { site: string; key: string | null }): string {
  const lines = [
    `curl "${site}${path}"`,
    `--header "Authorization: Bearer ${key ?? 'crt_test_…'}"`,
    ...headers.map(([name, value]) => `--header "${name}: ${value}"`),
    ...(body === undefined ? [] : [`--data '${body.replaceAll("'", String.raw`\u0027`).replaceAll('\n', '\n  ')}'`]),
    ...(path.endsWith('.pdf') ? ['--output specimen.pdf'] : []),
  ];
  return lines.join(' \\\n  ');
}

/** Headers of a response that a program reads. */
const SHOWN = [
  'content-type',
  'location',
  'retry-after',
  'idempotent-replayed',
  'ratelimit-policy',
  'ratelimit',
  'x-request-id',
];

export const shownHeaders = (headers: Headers): string =>
  SHOWN.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  }).join('\n');
