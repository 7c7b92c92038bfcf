import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createFiles } from '#deps.ts';
import { agreementOf } from '#domain/risks/agreement.ts';
import type { Fact, FactName } from '#domain/risks/facts.ts';
import { unpackInputs } from '#features/documents/printer-inputs.rules.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { aPlace } from '#test/supplier-deps.ts';
import { insertAccount, insertSession } from '../../../../tests/harness/accounts.ts';
import { createCustomer, type Point } from '../../../../tests/harness/customer.ts';
import { createFaultProxy, type FaultProxy } from '../../../../tests/harness/fault-proxy.ts';
import { createTestReleases } from '../../../../tests/harness/releases/releases.ts';
import { RISK_SERVICES } from '../../../../tests/harness/suppliers.ts';

const TOULOUSE: Point = { longitude: 1.4437, latitude: 43.6043, address: '4 rue des Lilas 31000 Toulouse' };
/** The decrees list it: only a document d'urbanisme says where its zones are. */
const SAINT_MALO: Point = { longitude: -2.0257, latitude: 48.6493, address: '4 rue des Lilas 35400 Saint-Malo' };
const MENDE: Point = { longitude: 3.5, latitude: 44.518, address: '4 rue des Lilas 48000 Mende' };
/** One try, and a circuit that closes at once. */
const ONCE = { attempts: 1, retryDelayMs: 1, breakMs: 1 };

const folder = mkdtempSync(join(tmpdir(), 'clairisque-releases-'));
let suppliers: FaultProxy;
let app: TestApp;
beforeAll(async () => {
  const filesDir = join(folder, 'files');
  const files = createFiles({ files: { folder: filesDir } });
  await createTestReleases({ files, folder: join(folder, 'work') }).activateAll(['31555', '48095', '35288']);
  suppliers = await createFaultProxy(inject('simulatorsUrl'));
  const env = {
    CLAIRISQUE_SOURCES: 'simulated-datasets',
    FILES_DIR: filesDir,
    DATASETS_DIR: join(folder, 'copies'),
  };
  app = await createTestApp({ env, simulatorsUrl: suppliers.url, limits: ONCE });
});
afterAll(async () => {
  await app.close();
  suppliers.close();
  rmSync(folder, { recursive: true, force: true });
});

async function issuedAt({ url, database }: TestApp, point: Point): Promise<Record<FactName, Fact<unknown>>> {
  const { email } = await insertAccount(database.query, { credits: 1 });
  const customer = createCustomer({ url, token: await insertSession(database.query, email) });
  const { id } = await customer.issue(point);
  const { rows } = await database.query('select facts from statement_edition where statement_id = $1', [id]);
  const [edition] = rows as { facts: Record<FactName, Fact<unknown>> }[];
  if (edition === undefined) throw new Error('no edition');
  return edition.facts;
}

it.each([
  ['several plans', TOULOUSE],
  ['few data', MENDE],
])('%s, every service about risks down → issued from releases, and the silence is said', async (_name, point) => {
  const silence = suppliers.every({ fault: { kind: 'reset' }, about: RISK_SERVICES });
  const facts = await issuedAt(app, point).finally(silence.lift);
  // No release has these.
  const { report, planPerimeters, ...others } = facts;
  for (const live of [report, planPerimeters]) expect(live).toMatchObject({ state: 'not-obtained' });
  const sources = Object.entries(others).map(([name, { state, provenance }]) => [name, state, provenance.source]);
  expect(sources).toEqual(
    Object.keys(others).map((name) => [name, 'obtained', expect.stringMatching(/^(?:edition|law)-/)]),
  );
});

it('every supplier down once the property is chosen → issued from releases and caches', async () => {
  const { email } = await insertAccount(app.database.query, { credits: 2 });
  const customer = createCustomer({ url: app.url, token: await insertSession(app.database.query, email) });
  await customer.issue(TOULOUSE);
  const id = await customer.draft(TOULOUSE);
  const silence = suppliers.every({ fault: { kind: 'reset' } });
  const reference = await customer.generate(id).finally(silence.lift);
  expect(reference).toMatch(/^ERP-/);
});

it('every service about risks down in a commune of the coastal list → refused, and no credit is taken', async () => {
  const { email } = await insertAccount(app.database.query, { credits: 1 });
  const customer = createCustomer({ url: app.url, token: await insertSession(app.database.query, email) });
  const id = await customer.draft(SAINT_MALO);
  const silence = suppliers.every({ fault: { kind: 'reset' }, about: RISK_SERVICES });
  const refused = customer.generate(id).finally(silence.lift);
  await expect(refused).rejects.toThrow(/503.*Recul du trait de côte.*Aucun crédit/);
  // The services' circuits may stay open for a while.
  await expect.poll(() => customer.generate(id).catch(String)).toMatch(/^ERP-/);
});

it('a plan whose zones are in a release → a map of them, each with the colour of its rule and its code', async () => {
  await issuedAt(app, TOULOUSE);
  const { rows } = await app.database.query(
    'select inputs_key from statement_edition order by issued_at desc limit 1',
    [],
  );
  const [{ inputs_key: key = '' } = {}] = rows as { inputs_key?: string }[];
  const { data } = unpackInputs(await app.deps.files.read(key));
  const zoned = data.maps.filter(({ title }) => title.endsWith('zonage publié'));
  expect(zoned.length).toBeGreaterThan(0);
  for (const { zones, caption } of zoned) {
    expect(caption).toContain('seule la carte du plan fait foi');
    expect(zones.some(({ own }) => own !== '')).toBe(true);
    for (const { style, label } of zones) {
      expect(label).toMatch(/^Zone /u);
      const isRed = /interdiction/iu.test(label);
      expect(style).toMatch(isRed ? /^ppr-rouge/u : /^ppr-(?:bleu|autre|violet)/u);
    }
  }
});

it('releases say what the services say at the same place', async () => {
  const online = await createTestApp();
  const live = await issuedAt(online, TOULOUSE).finally(online.close);
  const local = await issuedAt(app, TOULOUSE);
  const names = Object.keys(live) as FactName[];
  const differing = names.filter(
    (name) => agreementOf({ name, local: local[name], live: live[name], place: aPlace(TOULOUSE) }) !== 'agree',
  );
  expect(differing).toEqual([]);
});
