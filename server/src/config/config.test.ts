import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const PUBLISHER = JSON.stringify({
  name: 'Essai SAS',
  legalForm: 'SAS',
  capitalEuros: 1000,
  siren: '732829320',
  siret: '73282932000074',
  rcsCity: 'Besançon',
  vatNumber: 'FR44732829320',
  address: { lines: ['1 rue Battant'], postcode: '25000', city: 'Besançon', country: 'FR' },
  email: 'contact@essai.fr',
  vatOnDebits: false,
  phone: '03 81 00 00 00',
  director: 'Jeanne Martin',
  host: { name: 'Hôte SA', address: '2 rue Battant, 25000 Besançon', phone: '03 81 00 00 01' },
  mediator: { name: 'Médiateur', address: '3 rue Battant, 25000 Besançon', url: 'https://mediateur.fr' },
});
const LIVE = {
  DATABASE_URL: 'postgres://localhost/x',
  FILES_DIR: 'files',
  CLAIRISQUE_SOURCES: 'live',
  PUBLIC_URL: 'https://essai.fr',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PUBLISHER,
  SMTP_URL: 'smtps://smtp.example',
};

describe('real payments', () => {
  it('with all that they need → Stripe, no specimen', () => {
    const { payments, specimen } = readConfig(LIVE);
    expect({ ...payments, specimen }).toEqual({
      baseUrl: 'https://api.stripe.com',
      secretKey: 'sk_live_1',
      webhookSecret: 'whsec_1',
      specimen: false,
    });
  });

  it.each([
    ['STRIPE_WEBHOOK_SECRET', ''],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_simulation'],
    ['PUBLISHER', ''],
    ['PUBLISHER', PUBLISHER.replace('732829320"', '000000000"')],
    ['PUBLISHER', PUBLISHER.replace('Jeanne Martin', '[directeur]')],
    ['PUBLIC_URL', ''],
    ['PUBLIC_URL', 'http://essai.fr'],
    ['CLAIRISQUE_SOURCES', 'simulated'],
    ['WEBHOOK_ALLOWED_NETWORKS', '10.0.0.0/8'],
  ])('%s=%s → refused by its name', (name, value) => {
    expect(() => readConfig({ ...LIVE, [name]: value })).toThrow(name);
  });
});

it('a test key takes public test cards → documents stay specimens', () => {
  expect(readConfig({ ...LIVE, STRIPE_SECRET_KEY: 'sk_test_1' }).specimen).toBe(true);
  expect(readConfig({ ...LIVE, STRIPE_SECRET_KEY: '', SIMULATED_PARTS: 'payments' })).toMatchObject({
    specimen: true,
    payments: { baseUrl: 'http://127.0.0.1:8090' },
  });
});

describe('parts that are simulated beside real sources', () => {
  const without = (...names: string[]) => ({ ...LIVE, ...Object.fromEntries(names.map((name) => [name, ''])) });

  it.each([
    ['STRIPE_SECRET_KEY', 'payments'],
    ['SMTP_URL', 'mail'],
    ['PUBLISHER', 'publisher'],
  ])('%s forgotten → refused, unless SIMULATED_PARTS names %s', (name, part) => {
    // Real payments need the publisher whatever else is simulated.
    const parts = part === 'publisher' ? ['payments', part] : [part];
    const given = part === 'publisher' ? without(name, 'STRIPE_SECRET_KEY') : without(name);
    for (const CLAIRISQUE_SOURCES of ['live', 'datasets', 'hybrid']) {
      const start = (named: string[]) => readConfig({ ...given, CLAIRISQUE_SOURCES, SIMULATED_PARTS: named.join() });
      expect(() => start(parts.filter((one) => one !== part))).toThrow(
        `${name}: required with real sources, unless SIMULATED_PARTS names ${part}`,
      );
      expect(start(parts).simulatedParts).toEqual(parts);
    }
  });

  it('all that is forgotten is said at once', () => {
    const start = () => readConfig(without('STRIPE_SECRET_KEY', 'SMTP_URL', 'PUBLISHER'));
    expect(start).toThrow(/^STRIPE_SECRET_KEY: .*\nSMTP_URL: .*\nPUBLISHER: .*$/);
  });

  it('a publisher with one placeholder left is simulated, and the field named with real payments', () => {
    const placeholder = PUBLISHER.replace('Jeanne Martin', '[directeur]');
    expect(() => readConfig({ ...LIVE, PUBLISHER: placeholder })).toThrow(/^PUBLISHER: .* left in director$/);
    const named = { ...without('STRIPE_SECRET_KEY'), PUBLISHER: placeholder, SIMULATED_PARTS: 'payments,publisher' };
    expect(readConfig(named).simulatedParts).toEqual(['payments', 'publisher']);
  });

  it('named, and made real by its setting → refused; a test’s mail server has an address', () => {
    expect(() => readConfig({ ...LIVE, SIMULATED_PARTS: 'payments' })).toThrow(
      'SIMULATED_PARTS: names payments, which STRIPE_SECRET_KEY makes real',
    );
    expect(() => readConfig({ ...LIVE, SIMULATED_PARTS: 'paiements' })).toThrow(/payments, mail, publisher/);
    expect(readConfig({ ...LIVE, SIMULATED_PARTS: 'mail' }).simulatedParts).toEqual(['mail']);
  });

  it('simulated sources, or a console that neither pays nor mails → nothing to name', () => {
    const simulated = { ...without('STRIPE_SECRET_KEY', 'SMTP_URL', 'PUBLISHER'), CLAIRISQUE_SOURCES: 'simulated' };
    expect(readConfig(simulated).simulatedParts).toEqual([]);
    expect(() => readConfig(without('STRIPE_SECRET_KEY', 'SMTP_URL'), 'console')).not.toThrow();
  });
});

describe('where the documents are', () => {
  const { FILES_DIR: folder, ...rest } = LIVE;

  it('a folder, or a bucket', () => {
    expect(readConfig(LIVE).files).toEqual({ folder });
    const bucket = { S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example/', S3_PREFIX: 'erp', S3_PATH_STYLE: 'false' };
    expect(readConfig({ ...rest, ...bucket }).files).toEqual({
      bucket: 'b',
      endpoint: 'https://s3.example',
      region: 'eu-west-3',
      prefix: 'erp/',
      pathStyle: false,
      encryption: 'AES256',
      encryptionKey: null,
    });
  });

  it.each([{ FILES_DIR: '' }, { S3_BUCKET: 'b' }, { FILES_DIR: '', S3_BUCKET: 'b', S3_PREFIX: '../b' }])(
    '%j → refused by its name',
    (given) => {
      expect(() => readConfig({ ...LIVE, ...given })).toThrow(/FILES_DIR|S3_PREFIX/);
    },
  );
});

describe('addresses in clear', () => {
  it.each([
    ['DATABASE_URL', 'postgres://a:secret@db.example/x', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgresql://a:secret@10.0.0.5/x?sslmode=no-verify', '10.0.0.5'],
    ['DATABASE_URL', 'postgres://a:secret@localhost/x?host=db.example', 'db.example'],
    ['DATABASE_URL', 'postgres://a:secret@db.example/x?host=', 'db.example'],
    ['DATABASE_URL', 'pg://a:secret@db.example/x', 'sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:secret@h%zz/x', 'not an address'],
    ['SMTP_URL', 'smtp://a:secret@smtp.example:587', 'requireTLS'],
    ['S3_ENDPOINT', 'http://store.example', 'https'],
    ['MATOMO_URL', 'http://[2001:db8::1]', '2001:db8::1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1.example:4318', 'https'],
    ['SIMULATORS_URL', 'http://simulators.example', 'https'],
  ])('%s=%s → refused by its name, with what to write, without its password', (name, value, message) => {
    const start = () => readConfig({ ...LIVE, MATOMO_SITE_ID: '1', [name]: value });
    expect(start).toThrow(name);
    expect(start).toThrow(message);
    expect(start).not.toThrow('secret');
  });

  it.each([
    ['DATABASE_URL', 'postgres://a:b@db.example/x?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://a:b@127.0.0.2/x'],
    ['DATABASE_URL', 'postgres://a:b@[::1]/x'],
    ['DATABASE_URL', 'postgres://a:b@postgres/x'],
    ['DATABASE_URL', 'postgres:///x?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://a@/x?host=/run/postgresql'],
    ['DATABASE_URL', 'socket:/run/postgresql?db=x'],
    ['DATABASE_URL', 'postgres:///x?host=::1'],
    ['MATOMO_URL', 'http://[::ffff:127.0.0.1]'],
    ['DATABASE_URL', '/run/postgresql x'],
    ['SMTP_URL', 'smtps://smtp.example'],
    ['SMTP_URL', 'smtp://smtp.example:587?requireTLS=true'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://clear.example:4318'],
  ])('%s=%s → taken', (name, value) => {
    expect(() =>
      readConfig({ ...LIVE, CLEAR_HOSTS: 'other.example, clear.example', MATOMO_SITE_ID: '1', [name]: value }),
    ).not.toThrow();
  });
});

describe('TLS', () => {
  const files = { TLS_CERT_FILE: 'a.pem', TLS_KEY_FILE: 'b.pem', TLS_CLIENT_CA_FILE: 'c.pem' };

  it('none, a certificate and its key, or callers’ too', () => {
    expect(readConfig(LIVE).tls).toBeNull();
    expect(readConfig({ ...LIVE, ...files, TLS_CLIENT_CA_FILE: '' }).tls?.clientCaFile).toBeNull();
    expect(readConfig({ ...LIVE, ...files }).tls).toEqual({
      certFile: 'a.pem',
      keyFile: 'b.pem',
      clientCaFile: 'c.pem',
    });
  });

  it.each(['TLS_CERT_FILE', 'TLS_KEY_FILE'])(
    'without %s → refused by its name, rather than served in clear',
    (name) => {
      expect(() => readConfig({ ...LIVE, ...files, [name]: '' })).toThrow(name);
    },
  );
});

describe('values in files', () => {
  let folder: string;
  const fileOf = (text: string): string => {
    const path = join(folder, 'value');
    writeFileSync(path, text);
    return path;
  };
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'clairisque-secrets-'))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const rest = { ...LIVE, DATABASE_URL: '', SMTP_URL: '', SIMULATED_PARTS: 'mail' };

  it('any variable → the trimmed contents; an empty file is nothing given', () => {
    const config = readConfig({ ...rest, DATABASE_URL_FILE: fileOf(' postgres://a:b@localhost/x\n') });
    expect(config.databaseUrl).toBe('postgres://a:b@localhost/x');
    expect(readConfig({ ...LIVE, GEORISQUES_TOKEN_FILE: fileOf('\n') }).georisquesToken).toBeNull();
  });

  it('a value and a file → refused by both names', () => {
    expect(() => readConfig({ ...LIVE, DATABASE_URL_FILE: fileOf('postgres://localhost/y') })).toThrow(
      'DATABASE_URL: refused with DATABASE_URL_FILE',
    );
  });

  it('what cannot be read → the variables and the paths, all at once; never what a file holds', () => {
    const absent = join(folder, 'absent');
    const start = () => readConfig({ ...rest, DATABASE_URL_FILE: absent, SMTP_URL_FILE: folder });
    expect(start).toThrow(`DATABASE_URL_FILE: ${absent} cannot be read (ENOENT)\nSMTP_URL_FILE: ${folder} cannot be`);
    const wrong = () => readConfig({ ...LIVE, SMTP_URL: '', SMTP_URL_FILE: fileOf('smtp://a:secret@smtp.example') });
    expect(wrong).toThrow('SMTP_URL');
    expect(wrong).not.toThrow('secret');
  });
});
