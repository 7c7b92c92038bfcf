import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withDatasets } from '#wiring/datasets.ts';
import { call, createTestApp, type TestApp } from '#test/app.ts';
import { createWorkshop, radonTable, type Workshop } from '#test/datasets.ts';
import { aParcel, aPlace } from '#test/supplier-deps.ts';
import { readStatus } from './status.ts';

const NOW = new Date('2026-03-14T10:05:00Z');
const mende = () => aPlace({ inseeCodes: ['48095'], parcels: [{ ...aParcel(3.5, 44.518), commune: '48095' }] });
let app: TestApp;
let workshop: Workshop;
beforeAll(async () => {
  app = await createTestApp();
  workshop = await createWorkshop(() => NOW);
});
afterAll(async () => {
  await app.close();
  await workshop.close();
});

/** The product's sources in `hybrid`, with a release of that potential. */
async function hybrid(potential: number) {
  const folder = await workshop.source({ 'radon.csv': radonTable([['MENDE', '48095', potential]]) });
  const { manifest } = await workshop.import('radon', folder, { publishedOn: '2026-03-02' });
  await workshop.store.activate({ dataset: 'radon', release: manifest.id, force: manifest.id });
  const deps = { ...app.deps, files: workshop.files, clock: () => NOW, coastalList: null };
  const folderOfCopies = join(workshop.folder, 'local');
  const sources = withDatasets(app.deps, { use: 'checked', folder: folderOfCopies, origins: ['test'] }, deps);
  await sources.datasets?.refresh();
  return sources;
}

it('each edition in use, with its age and its comparisons with the live service; none where facts come from no file', async () => {
  const live = await app.deps.georisques.radon(mende());
  if (live.state !== 'obtained') throw new Error('the simulator knows every commune');
  const { potential } = live.value;
  for (const ours of [potential, potential === 3 ? 1 : 3]) {
    const { georisques, datasets } = await hybrid(ours);
    const fact = await georisques.radon(mende());
    expect('contradictedBy' in fact).toBe(ours !== potential);
    await datasets?.close();
  }
  await app.deps.telemetry.health.flush();
  const { datasets } = await hybrid(potential);
  const status = await readStatus({ ...app.deps, datasets });
  await datasets?.close();
  expect(status.jeux).toContainEqual({
    id: 'edition-radon',
    nom: 'Potentiel radon des communes (arrêté du 27 juin 2018)',
    producteur: expect.any(String),
    edition: '2026-03-02',
    age_jours: 12,
    trop_ancienne: false,
    comparaisons: 2,
    differences: 1,
  });
  expect(status.jeux?.at(-1)).toMatchObject({ id: 'law-d563-8-1', comparaisons: 0 });
  // Differences are no outage.
  expect(status.incidents).toEqual([]);
  expect((await call(app, ['GET', '/api/v2/statut/'])).body).not.toHaveProperty('jeux');
});
