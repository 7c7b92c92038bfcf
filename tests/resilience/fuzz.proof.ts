import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Oracle } from './fuzz.oracle.ts';
import { createConnections } from './fuzz.connection.ts';
import type { Input } from './fuzz.environment.ts';

type Answers = Record<string, RequestListener>;
const says =
  (text: string, { status = 400, headers = {} }: { status?: number; headers?: Record<string, string> } = {}) =>
  (...[, reply]: Parameters<RequestListener>): void => {
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };

/** The answer to « 12 bis », in 35000. */
const found = (housenumber: string, postcode = '35000', ecarts?: string[]): string =>
  JSON.stringify({ features: [{ properties: { label: 'Rue', housenumber, postcode }, ecarts }] });

/** Detected by a client that counts bytes, not by one that sends raw ones. */
const CUT_SHORT = 'cut short';

/** Responses that no server may give, each for another reason. */
const bad = (secret: string): Answers => ({
  fault: says('{"detail":"Erreur interne."}', { status: 500 }),
  'not refused': says('{"id":1}', { status: 200 }),
  stack: says(JSON.stringify({ detail: new Error('a fault').stack })),
  path: says('ENOENT: no such file, open /srv/app/server/src/main.ts'),
  sql: says('duplicate key value violates unique constraint "account_email"'),
  'sql syntax': says('syntax error at or near "pirate"'),
  'file of the machine': says('root:*:0:0:root:/root:/bin/bash'),
  'address within': says('cannot reach postgres://clairisque:word@10.0.0.1/app'),
  secret: says(`{"token":"${secret}"}`),
  'secret in a header': says('{}', { headers: { 'x-trace': secret } }),
  cookie: says('{}', { headers: { 'set-cookie': 'a=b' } }),
  'header of the sender’s': says('{}', { headers: { 'x-pirate': '1' } }),
  'host of the sender’s': says('{}', { status: 404, headers: { location: 'https://pirate.example/' } }),
  'another door': says(found('12'), { status: 200 }),
  'another postcode': says(found('12 bis', '35700'), { status: 200 }),
  cut: (request) => request.socket.destroy(),
  [CUT_SHORT]: (...[request, reply]) => {
    reply.writeHead(400, { 'content-length': '100' }).write('{');
    setTimeout(() => request.socket.destroy(), 50);
  },
  hang: () => undefined,
});

const GOOD: Answers = {
  refusal: says('{"detail":"Pas trouvé."}', { status: 404 }),
  'the same door': says(found('12bis'), { status: 200 }),
  'another door, said': says(found('12', '35000', ['numéro']), { status: 200 }),
  'what was sent, shown again': says('{"detail":"root:x:0:0 est inconnu."}'),
};

/** Mutation check: the checks must find the faults of a server that responds badly, before the real one is attacked. */
export async function proveOracle(oracle: Oracle, secret: string): Promise<void> {
  const answers: Answers = { ...bad(secret), ...GOOD };
  const server = createServer((request, reply) => answers[nameIn(request.url)]?.(request, reply));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connections = createConnections(url, 1_000);
  const inputs = Object.keys(answers).flatMap((name) => [
    inputFor(name),
    ...(name === CUT_SHORT || isSearch(name) ? [] : [rawFor(name)]),
  ]);
  const checked = await Promise.all(
    inputs.map(async (input) => ({ ...input, fault: oracle(input, await connections.send(input)) })),
  );
  connections.close();
  server.closeAllConnections();
  server.close();
  const wrong = checked.filter(({ kind, fault }) => (fault === null) !== kind in GOOD);
  if (wrong.length === 0) return;
  const words = wrong.map(({ kind, raw, fault }) => `${kind}${raw === undefined ? '' : ', raw'}: ${fault ?? 'good'}`);
  throw new Error(`the response checks do not detect bad responses: ${words.join('; ')}`);
}

/** Never sent as raw bytes. */
const isSearch = (name: string): boolean => /door|postcode/.test(name);
const pathOf = (name: string): string => `/${encodeURIComponent(name)}?q=root:x:0:0`;
const nameIn = (url = ''): string => decodeURIComponent(url.slice(1).split('?')[0] ?? '');
const inputFor = (name: string): Input => ({
  kind: name,
  method: 'GET',
  path: pathOf(name),
  headers: {},
  ...(isSearch(name) ? { typed: { door: '12 bis', postcode: '35000' } } : { refused: true }),
});
const rawFor = (name: string): Input => ({
  ...inputFor(name),
  raw: `GET ${pathOf(name)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  alone: true,
});
