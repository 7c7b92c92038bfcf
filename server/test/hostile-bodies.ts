import { BODY_LIMIT, type Route } from '@clairisque/contract/common/route.ts';

/** A body, its media type, and what it is. */
export type HostileBody = { name: string; type: string; body: Buffer };

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = 'multipart/form-data; boundary=limite';

/** That many pieces, cut before the bytes run out. */
function filled(bytes: number, piece: (rank: number) => string, [open, close]: readonly [string, string]): Buffer {
  const parts: string[] = [];
  let left = bytes - Buffer.byteLength(open + close);
  for (let rank = 0; ; rank += 1) {
    const part = piece(rank);
    left -= Buffer.byteLength(part) + 1;
    if (left < 0) return Buffer.from(open + parts.join(',') + close);
    parts.push(part);
  }
}

const wide = (bytes: number, around: readonly [string, string]): Buffer =>
  filled(bytes, (rank) => `"k${rank}":1`, around);
const times = (bytes: number, piece: string, around: readonly [string, string]): Buffer =>
  filled(bytes, () => piece, around);
const nested = (bytes: number, open: string, close: string): Buffer => {
  const depth = Math.floor((bytes - 1) / (open.length + close.length));
  return Buffer.from(`${open.repeat(depth)}1${close.repeat(depth)}`);
};

/** JSON that costs as much as it can for its bytes, in a field of the route where it has one. */
function hostileJson(bytes: number, field: string): [string, Buffer][] {
  const inField = [`{"${field}":`, '}'] as const;
  const text = (letters: string): Buffer =>
    Buffer.from(`{"${field}":"${letters.repeat(Math.floor((bytes - field.length - 8) / letters.length))}"}`);
  return [
    ['lists in lists', nested(bytes, '[', ']')],
    ['objects in objects', nested(bytes, '{"a":', '}')],
    ['objects in a field', nested(bytes, `{"${field}":[`, ']}')],
    ['never closed', Buffer.alloc(bytes, '[')],
    ['many keys', wide(bytes, ['{', '}'])],
    ['many keys in a field', wide(bytes, [`${inField[0]}{`, `}${inField[1]}`])],
    ['many items', times(bytes, '1', [`${inField[0]}[`, `]${inField[1]}`])],
    ['many objects', times(bytes, '{}', [`${inField[0]}[`, `]${inField[1]}`])],
    ['a key repeated', times(bytes, '"a":1', ['{', '}'])],
    ['a long text', text('é')],
    ['a text of quotes', text('\\"')],
    ['a text of half letters', text('\\ud800')],
    ['__proto__', Buffer.from(`{"${field}":{"__proto__":{"${field}":1}},"__proto__":{"a":1}}`)],
    ['no UTF-8', Buffer.alloc(bytes, 0xe9)],
    ['a long number', Buffer.from(`{"${field}":${'9'.repeat(bytes - field.length - 6)}}`)],
  ];
}

/** A row of fifty texts of 400 letters, of fifty parcels in all. */
const inWords = (reference: string): string => {
  const texts = Array.from({ length: 50 }, (_, rank) => `${reference.repeat(390 / reference.length)}A ${rank || 1}`);
  return JSON.stringify({ transaction: 'sale', commune: '95190 Goussainville', parcels: texts });
};

/** Hostile lists of rows. */
function hostileRows(bytes: number): [string, Buffer][] {
  const rows = ['{"rows":[', ']}'] as const;
  const labels = (count: number): string =>
    `{"transaction":"sale","address":"a","metadata":{${Array.from({ length: count }, (_, rank) => `"é ${rank}":"v"`).join(',')}}}`;
  const bad = '{"transaction":1,"address":2,"logo":3,"parties":4}';
  return [
    ['10,000 rows of four faults', Buffer.from(`{"rows":[${Array.from({ length: 10_000 }, () => bad).join(',')}]}`)],
    ['empty rows', times(bytes, '{}', rows)],
    [
      '100 rows of 5,000 odd labels',
      Buffer.from(`{"rows":[${Array.from({ length: 100 }, () => labels(5_000)).join(',')}]}`),
    ],
    ['500,000 labels in a row', Buffer.from(`{"rows":[${labels(500_000)}]}`)],
    ['a row of many parcels', times(bytes, '"a"', ['{"rows":[{"parcels":[', ']}]}'])],
    ['rows of parcels in words', times(bytes / 4, inWords('AB 1, '), rows)],
    ['rows of no parcel in words', times(bytes / 4, inWords('A,'), rows)],
    ['rows of a long text', times(bytes, `{"transaction":"sale","address":"${'é'.repeat(9_900)}"}`, rows)],
    ['rows of 90 odd labels', Buffer.from(`{"rows":[${Array.from({ length: 4_000 }, () => labels(90)).join(',')}]}`)],
  ].filter(([, body]) => (body as Buffer).length <= bytes) as [string, Buffer][];
}

const part = (rank: number): string => `--limite\r\nContent-Disposition: form-data; name="k${rank}"\r\n\r\nv\r\n`;

function hostileForms(bytes: number): HostileBody[] {
  const parts = Array.from({ length: Math.floor((bytes - 20) / part(99_999).length) }, (_, rank) => part(rank));
  return [
    { name: 'a form of many fields', type: FORM_TYPE, body: Buffer.alloc(bytes, 'a=&') },
    { name: 'a form of escapes', type: FORM_TYPE, body: Buffer.alloc(bytes, '%e9') },
    { name: 'a form of many parts', type: MULTIPART_TYPE, body: Buffer.from(`${parts.join('')}--limite--\r\n`) },
    { name: 'parts that never begin', type: MULTIPART_TYPE, body: Buffer.alloc(bytes, '--limit\r\n') },
  ];
}

/** Files that cost as much as they can for their bytes. */
function hostileTables(bytes: number): HostileBody[] {
  const header = 'adresse;transaction;vendeur\n';
  const file = (piece: string, head = header): Buffer =>
    Buffer.from(head + piece.repeat(Math.floor((bytes - 100) / piece.length)));
  const bodies: [string, Buffer][] = [
    ['a line of separators', file(';', '')],
    ['a line of letters', file('a', '')],
    ['quotes', file('"', 'adresse\n')],
    ['quoted quotes', file('"""";', 'adresse\n')],
    ['empty lines', file('\n')],
    ['lines of two letters', file('a\n')],
    ['lines of separators', file(`${';'.repeat(400)}\n`)],
    ['lines of 19,000 letters', file(`${'é'.repeat(19_000)}\n`)],
    ['lines of refused names', file(`1 rue;vente;${'\u200B'.repeat(290)}\n`)],
    ['bytes of no encoding', Buffer.alloc(bytes, Buffer.from([0x81, 0x8d, 0x0a]))],
    ['nothing but zeros', Buffer.alloc(bytes)],
  ];
  return bodies.map(([name, body]) => ({ name, type: 'text/csv', body }));
}

const FILE_BYTES = 5 * 1024 * 1024;

/** The bodies that a stranger may send to a route. */
export function hostileBodiesOf({ url, schema, bodyLimit, config }: Route): HostileBody[] {
  if (config.consumes?.type === 'text/csv') return hostileTables(FILE_BYTES);
  const bytes = bodyLimit ?? BODY_LIMIT.form;
  const fields = schema.body !== undefined && 'shape' in schema.body ? Object.keys(schema.body.shape as object) : [];
  const jsons = [...hostileJson(bytes, fields.at(-1) ?? 'a'), ...(fields.includes('rows') ? hostileRows(bytes) : [])];
  const forms = url.startsWith('/api/v3/') ? [] : hostileForms(bytes);
  return [...jsons.map(([name, body]) => ({ name, type: JSON_TYPE, body })), ...forms];
}
