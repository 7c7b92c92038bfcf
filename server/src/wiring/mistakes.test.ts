import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runCommand } from '../../../tests/harness/commands.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { S3_BUCKET, S3_CREDENTIALS, startS3 } from '#test/s3.ts';

const PAIRS = join(import.meta.dirname, '../../test/tls');
const pair = (name: string): string => join(PAIRS, `${name}.pem`);
const PASSWORD = 'canary-password';

let database: TestDatabase;
let folder: string;
let taken: { port: number; close: () => void };
let store: Awaited<ReturnType<typeof startS3>>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'clairisque-mistakes-'));
  const listener = createServer();
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  taken = { port: (listener.address() as AddressInfo).port, close: () => void listener.close() };
  store = await startS3({ folder: join(folder, 'store') });
});
afterAll(async () => {
  taken.close();
  await store.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

type Env = Record<string, string>;
type Mistake = [what: string, command: string, change: () => Env, sentence: () => string];

const same = (url: string, change: (url: URL) => void): string => {
  const changed = new URL(url);
  change(changed);
  return changed.href;
};
const portOf = (url: string): string => new URL(url).port;
const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const bucket = (): Env => ({
  FILES_DIR: '',
  S3_BUCKET,
  S3_ENDPOINT: store.url,
  S3_REGION: 'us-east-1',
  ...S3_CREDENTIALS,
});
const tls = { TLS_CERT_FILE: pair('api'), TLS_KEY_FILE: pair('api') };
const PUBLISHER = JSON.stringify({ name: 'Essai', siren: '1', address: { lines: [], postcode: '1', city: 'A' } });

/** What an operator gets wrong, and the one sentence that answers. */
const MISTAKES: Mistake[] = [
  [
    'an unknown command',
    'serv',
    () => ({}),
    () => 'serv: not a command; the commands are migrate, publish, demo, api, worker, serve, all',
  ],
  ['a port that is no number', 'api', () => ({ PORT: 'abc' }), () => 'PORT: "abc" is not a number'],
  ['a port too high', 'api', () => ({ PORT: '70000' }), () => 'PORT: "70000" is above 65535'],
  [
    'a mode that does not exist',
    'api',
    () => ({ CLAIRISQUE_SOURCES: 'lives' }),
    () => 'CLAIRISQUE_SOURCES: "lives" is not one of live, datasets, hybrid, simulated, simulated-datasets',
  ],
  ['no database', 'migrate', () => ({ DATABASE_URL: '' }), () => 'DATABASE_URL: required'],
  [
    'a secret twice',
    'api',
    () => ({ DATABASE_URL_FILE: written('url', database.url) }),
    () => 'DATABASE_URL: refused with DATABASE_URL_FILE',
  ],
  [
    'a secret that is not mounted',
    'api',
    () => ({ SMTP_URL_FILE: join(folder, 'none') }),
    () => `SMTP_URL_FILE: ${join(folder, 'none')} cannot be read (ENOENT)`,
  ],
  ['nowhere for documents', 'api', () => ({ FILES_DIR: '' }), () => 'FILES_DIR: required, or S3_BUCKET'],
  [
    'a store in clear',
    'api',
    () => ({ FILES_DIR: '', S3_BUCKET: 'b', S3_ENDPOINT: 'http://store.example' }),
    () =>
      'S3_ENDPOINT: store.example would be reached without encryption: write https://, or name this host in CLEAR_HOSTS if nobody else is on the way',
  ],
  [
    'forgotten secrets',
    'api',
    () => ({ CLAIRISQUE_SOURCES: 'live' }),
    () =>
      [
        'STRIPE_SECRET_KEY: required with real sources, unless SIMULATED_PARTS names payments',
        'SMTP_URL: required with real sources, unless SIMULATED_PARTS names mail',
        'PUBLISHER: required with real sources, unless SIMULATED_PARTS names publisher',
      ].join('\n'),
  ],
  [
    'a simulated part that does not exist',
    'api',
    () => ({ SIMULATED_PARTS: 'payments,mails' }),
    () => 'SIMULATED_PARTS: "mails" is not one of payments, mail, publisher',
  ],
  [
    'payments without the secret of their webhook',
    'api',
    () => ({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: '' }),
    () => 'STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY',
  ],
  [
    'a publisher that is not JSON',
    'api',
    () => ({ PUBLISHER: 'Essai SAS' }),
    () => 'PUBLISHER: a JSON object is expected',
  ],
  [
    'an incomplete publisher',
    'api',
    () => ({ PUBLISHER }),
    () =>
      [
        'PUBLISHER: its field legalForm is missing',
        'PUBLISHER: its field capitalEuros is missing',
        'PUBLISHER: its field siren is not of the expected form',
        'PUBLISHER: its field siret is missing',
        'PUBLISHER: its field rcsCity is missing',
        'PUBLISHER: its field vatNumber is missing',
        'PUBLISHER: its field address.country is missing',
        'PUBLISHER: its field email is missing',
        'PUBLISHER: its field vatOnDebits is missing',
      ].join('\n'),
  ],
  [
    'a certificate that is not there',
    'api',
    () => ({ ...tls, TLS_CERT_FILE: '/none.pem' }),
    () => 'TLS_CERT_FILE: /none.pem cannot be read (ENOENT)',
  ],
  [
    'a certificate without its key',
    'api',
    () => ({ TLS_CERT_FILE: pair('api') }),
    () => 'TLS_KEY_FILE: required with the other files of TLS',
  ],
  [
    'a key of another certificate',
    'api',
    () => ({ ...tls, TLS_KEY_FILE: pair('balancer') }),
    () => 'TLS_KEY_FILE: not the key of the certificate of TLS_CERT_FILE',
  ],
  [
    'a certificate that is none',
    'api',
    () => ({ ...tls, TLS_CERT_FILE: written('text', 'x') }),
    () => 'TLS_CERT_FILE: no certificate in PEM format',
  ],
  [
    'a port in use',
    'api',
    () => ({ PORT: String(taken.port) }),
    () => `PORT: ${taken.port} is in use by another program`,
  ],
  [
    'a port of metrics in use',
    'worker',
    () => ({ METRICS_PORT: String(taken.port) }),
    () => `METRICS_PORT: ${taken.port} is in use by another program`,
  ],
  [
    'a wrong password',
    'api',
    () => ({ DATABASE_URL: same(database.serviceUrl, (url) => (url.password = PASSWORD)) }),
    () => 'DATABASE_URL: password authentication failed for user "service"',
  ],
  [
    'a wrong password of the migration',
    'migrate',
    () => ({ DATABASE_URL: same(database.url, (url) => (url.password = PASSWORD)) }),
    () => `DATABASE_URL: password authentication failed for user "${new URL(database.url).username}"`,
  ],
  [
    'no such database',
    'worker',
    () => ({ DATABASE_URL: same(database.serviceUrl, (url) => (url.pathname = '/none')) }),
    () => 'DATABASE_URL: database "none" does not exist',
  ],
  [
    'no PostgreSQL there',
    'migrate',
    () => ({ DATABASE_URL: same(database.url, (url) => (url.port = '1')) }),
    () => 'DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED)',
  ],
  [
    'PostgreSQL without TLS',
    'migrate',
    () => ({ DATABASE_URL: `${database.url}?sslmode=verify-full` }),
    () => `DATABASE_URL: PostgreSQL at 127.0.0.1:${portOf(database.url)} has no TLS`,
  ],
  [
    'an authority of PostgreSQL that is not there',
    'migrate',
    () => ({ DATABASE_URL: `${database.url}?sslmode=verify-full&sslrootcert=/none.pem` }),
    () => 'DATABASE_URL: /none.pem cannot be read (ENOENT)',
  ],
  [
    'an authority of PostgreSQL that is not there, to serve',
    'api',
    () => ({ DATABASE_URL: `${database.serviceUrl}?sslmode=verify-full&sslrootcert=/none.pem` }),
    () => 'DATABASE_URL: /none.pem cannot be read (ENOENT)',
  ],
  [
    'the service’s login to migrate',
    'migrate',
    () => ({ DATABASE_URL: database.serviceUrl }),
    () =>
      "DATABASE_URL: service may not change the schema: migrate takes the owner's login (DATABASE_URL_FILE=/run/secrets/database_url_owner with compose)",
  ],
  ['pages that were not built', 'publish', () => ({}), () => 'WEB_DIR: required to publish its files'],
  [
    'a folder without pages',
    'publish',
    () => ({ WEB_DIR: folder }),
    () => `WEB_DIR: ${join(folder, 'assets')} cannot be read (ENOENT)`,
  ],
  [
    'a folder without pages to serve',
    'api',
    () => ({ WEB_DIR: folder }),
    () => `WEB_DIR: ${join(folder, 'assets')} cannot be read (ENOENT)`,
  ],
  [
    'a folder of documents where nothing can be written',
    'api',
    () => ({ FILES_DIR: join(written('file', ''), 'files') }),
    () => `FILES_DIR: ${join(folder, 'file/files')} cannot be written (ENOTDIR)`,
  ],
  [
    'pages to publish where nothing can be written',
    'publish',
    () => ({ FILES_DIR: join(written('file', ''), 'files'), WEB_DIR: pagesIn() }),
    () => `FILES_DIR: ${join(folder, 'file/files')} cannot be written (ENOTDIR)`,
  ],
  [
    'a bucket that does not exist',
    'publish',
    () => ({ ...bucket(), S3_BUCKET: 'absent', WEB_DIR: pagesIn() }),
    () => 'S3_BUCKET: stockage: refused: NoSuchBucket: The specified bucket does not exist',
  ],
  [
    'a store that does not encrypt',
    'publish',
    () => ({ ...bucket(), WEB_DIR: pagesIn() }),
    () => 'S3_BUCKET: stockage: refused: kept without AES256 (S3_ENCRYPTION)',
  ],
  [
    'releases where nothing can be written',
    'api',
    () => ({ CLAIRISQUE_SOURCES: 'simulated-datasets', DATASETS_DIR: join(written('file', ''), 'datasets') }),
    () => `DATASETS_DIR: ${join(folder, 'file/datasets')} cannot be written (ENOTDIR)`,
  ],
];

/** The least that a build of the pages has. */
function pagesIn(): string {
  mkdirSync(join(folder, 'pages/assets'), { recursive: true });
  written('pages/assets/main-00000000.js', 'x');
  return join(folder, 'pages');
}

describe('a mistake of the operator → one sentence, on the error output', () => {
  it.each(MISTAKES)('%s: %s', async (...[, command, change, sentence]) => {
    const { code, out, err } = await runCommand(['server/src/main.ts', command], {
      ...process.env,
      DATABASE_URL: database.serviceUrl,
      FILES_DIR: join(folder, 'files'),
      SIMULATORS_URL: inject('simulatorsUrl'),
      HOST: '127.0.0.1',
      PORT: '0',
      TYPST_PROCESSES: '1',
      ...change(),
    });
    expect({ err, code }).toEqual({ err: `${sentence()}\n`, code: 1 });
    expect(out + err).not.toContain(PASSWORD);
  });
});

describe('a console’s mistake → one sentence', () => {
  const unmounted = (): Env => ({ DATABASE_URL_FILE: join(folder, 'none') });
  it.each<[string, string[], () => Env, RegExp]>([
    ['support.ts', ['jobs'], () => ({ DATABASE_URL: '' }), /^DATABASE_URL: required\n$/],
    [
      'support.ts',
      ['jobs'],
      () => ({ DATABASE_URL: same(database.serviceUrl, (url) => (url.password = PASSWORD)) }),
      /^DATABASE_URL: password authentication failed .*\n$/,
    ],
    ['datasets.ts', ['status'], () => ({ DATABASE_URL: '', ...unmounted() }), /^DATABASE_URL_FILE: .* \(ENOENT\)\n$/],
    [
      'datasets.ts',
      ['status'],
      () => ({ ...bucket(), S3_BUCKET: 'absent' }),
      /^Le stockage des documents est plein .*NoSuchBucket.*\n$/,
    ],
    ['fiches.ts', [], () => ({ DATABASE_URL: '', ...unmounted() }), /^DATABASE_URL_FILE: .* \(ENOENT\)\n$/],
    ['fiches.ts', ['radon', '/none.pdf'], () => ({}), /^\/none\.pdf : ce fichier ne peut pas être lu \(ENOENT\)\.\n$/],
    ['reprint.ts', ['ERP-2026-000001'], () => ({ DATABASE_URL: '' }), /^DATABASE_URL: required\n$/],
  ])('%s %o', async (...[file, args, change, sentence]) => {
    const { code, err } = await runCommand([`server/src/tools/${file}`, ...args], {
      ...process.env,
      DATABASE_URL: database.serviceUrl,
      FILES_DIR: join(folder, 'files'),
      ...change(),
    });
    expect(err).toMatch(sentence);
    expect(code).toBe(1);
  });
});
