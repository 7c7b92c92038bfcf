import { join } from 'node:path';
import { Preview } from '@clairisque/contract/preview.ts';
import { parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { call, createTestApp, type TestApp } from '#test/app.ts';
import { createWorkshop, radonTable, type Workshop } from '#test/datasets.ts';
import { createFaultProxy, type FaultProxy } from '../../../../tests/harness/fault-proxy.ts';

const MENDE = { longitude: 3.5, latitude: 44.518 };
let workshop: Workshop;
let suppliers: FaultProxy;
let app: TestApp;
beforeAll(async () => {
  workshop = await createWorkshop();
  const source = await workshop.source({ 'radon.csv': radonTable([['MENDE', '48095', 3]]) });
  const { manifest } = await workshop.import('radon', source);
  await workshop.store.activate({ dataset: 'radon', release: manifest.id, force: null });
  suppliers = await createFaultProxy(inject('simulatorsUrl'));
  app = await createTestApp({
    simulatorsUrl: suppliers.url,
    env: {
      CLAIRISQUE_SOURCES: 'simulated-datasets',
      FILES_DIR: join(workshop.folder, 'files'),
      DATASETS_DIR: join(workshop.folder, 'local'),
    },
  });
});
afterAll(async () => {
  await app.close();
  suppliers.close();
  await workshop.close();
});

/** The preview at that path, and how many responses the suppliers gave for it. */
async function previewOf(path: string): Promise<{ preview: Preview; calls: number }> {
  const calls = suppliers.countResponses('HTTP/1.1 ');
  const { status, body } = await call(app, ['GET', path]);
  expect({ status, body }).toMatchObject({ status: 200 });
  return { preview: Preview.parse(body), calls: calls() };
}
const stateOf = ({ rubriques }: Preview, rubrique: string) => rubriques.find((one) => one.rubrique === rubrique)?.etat;

it('a chosen parcel → from releases, the rest « à la génération », and no supplier is asked', async () => {
  const { longitude, latitude } = MENDE;
  const { body } = await call(app, ['POST', `/api/v2/cadastre/proximite/${longitude}/${latitude}/`]);
  const codes = (body as NearbyParcel[]).map(parcelCode);
  expect(codes.length).toBeGreaterThan(1);
  for (const code of codes) {
    const { preview, calls } = await previewOf(`/api/v2/apercu/${code}/?longitude=${longitude}&latitude=${latitude}`);
    expect(stateOf(preview, 'radon')).toBe('concerne');
    expect(preview.rubriques.find(({ rubrique }) => rubrique === 'bruit')).toMatchObject({
      etat: 'a_la_generation',
      a_verifier: false,
      phrase: 'Ce point est vérifié à la génération du document.',
    });
    expect(preview.rubriques).toHaveLength(10);
    expect(calls).toBe(0);
  }
});

it('a suggestion → found with the mark that it has a preview, which asks no supplier', async () => {
  const found = await call(app, ['GET', '/geocodage/search?q=mende&limit=1']);
  expect(found.body).toMatchObject({ apercu: true });
  const path = `/api/v2/apercu/?longitude=${MENDE.longitude}&latitude=${MENDE.latitude}&commune=48095`;
  const { preview, calls } = await previewOf(path);
  expect(stateOf(preview, 'radon')).toBe('concerne');
  // A point is no parcel: only what is known for the whole commune is « non ».
  expect(preview.rubriques.filter(({ etat }) => etat === 'non_concerne').map(({ rubrique }) => rubrique)).toEqual(
    expect.not.arrayContaining(['pprn', 'sis', 'bruit']),
  );
  expect(calls).toBe(0);
});

it('a commune that no release covers → every heading « à la génération »', async () => {
  const { preview } = await previewOf('/api/v2/apercu/?longitude=2.35&latitude=48.85&commune=99999');
  expect(new Set(preview.rubriques.map(({ etat }) => etat))).toEqual(new Set(['a_la_generation']));
});

it('without releases → no mark, and the parcel’s preview asks the suppliers', async () => {
  const plain = await createTestApp({ simulatorsUrl: suppliers.url, database: app.database });
  const found = await call(plain, ['GET', '/geocodage/search?q=mende&limit=1']);
  expect(found.body).not.toHaveProperty('apercu');
  const { longitude, latitude } = MENDE;
  const { body } = await call(plain, ['POST', `/api/v2/cadastre/proximite/${longitude}/${latitude}/`]);
  const [parcel] = body as [NearbyParcel];
  const calls = suppliers.countResponses('HTTP/1.1 ');
  const path = `/api/v2/apercu/${parcelCode(parcel)}/?longitude=${longitude}&latitude=${latitude}`;
  expect(await call(plain, ['GET', path])).toMatchObject({ status: 200 });
  await plain.close();
  expect(calls()).toBeGreaterThan(5);
});
