import { describe, expect, it } from 'vitest';
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
    ['CLAIRISQUE_SOURCES', 'simulated'],
  ])('%s=%s → refused by its name', (name, value) => {
    expect(() => readConfig({ ...LIVE, [name]: value })).toThrow(name);
  });
});

it('a test key takes public test cards → documents stay specimens', () => {
  expect(readConfig({ ...LIVE, STRIPE_SECRET_KEY: 'sk_test_1' }).specimen).toBe(true);
  expect(readConfig({ ...LIVE, STRIPE_SECRET_KEY: '' })).toMatchObject({
    specimen: true,
    payments: { baseUrl: 'http://127.0.0.1:8090' },
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
    });
  });

  it.each([{ FILES_DIR: '' }, { S3_BUCKET: 'b' }, { FILES_DIR: '', S3_BUCKET: 'b', S3_PREFIX: '../b' }])(
    '%j → refused by its name',
    (given) => {
      expect(() => readConfig({ ...LIVE, ...given })).toThrow(/FILES_DIR|S3_PREFIX/);
    },
  );
});
