import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderFiles } from '../server/src/adapters/files/files.ts';
import { pprLayer } from '../tests/harness/releases/layers.ts';
import { createTestReleases } from '../tests/harness/releases/releases.ts';
import { territoryOf } from '../tests/harness/releases/territory.ts';
import { startBeside, type Place } from './beside.ts';
import { expect, test as base } from './journey.ts';
import { validateAddress } from './wizard-steps.ts';

const SOULAC = '33514';

/** Another API beside the product's, whose facts come from a release of the zones of plans. */
const test = base.extend<object, { product: Place }>({
  product: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'clairisque-releases-'));
      const filesDir = join(folder, 'files');
      const files = createFolderFiles({ folder: filesDir, uniqueName: randomUUID });
      const releases = createTestReleases({ files, folder });
      const { id } = await releases.add('ppr-zones', pprLayer(territoryOf([SOULAC])));
      await releases.store.activate({ dataset: 'ppr-zones', release: id, force: id });
      const api = await startBeside(filesDir, {
        DATASETS_DIR: join(folder, 'copies'),
        CLAIRISQUE_SOURCES: 'simulated-datasets',
      });
      await use(api);
      await api.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('zones of plans from a release → drawn on the map while one chooses, named, and counted by parcel', async ({
  page,
}) => {
  const drawn = page.waitForResponse(/\/apercu\/zonages\//u);
  await validateAddress(page, '1 rue de la plage Soulac-sur-Mer');
  const { etat, zones } = (await (await drawn).json()) as { etat: string; zones: { features: object[] } };
  expect(etat).toBe('publie');
  expect(zones.features.length).toBeGreaterThan(0);
  const map = page.getByRole('region', { name: 'Carte' });
  const words = map.getByRole('status').filter({ hasText: 'Zones publiées autour du bien.' });
  await expect(words).toContainText(/Plans de prévention \(PPR\)\s: Plan 33\w+, zone /u);
  await expect(words).not.toContainText('périmètre publié');
  await page.getByRole('button', { name: 'Ajouter une parcelle' }).click();
  await page.getByRole('checkbox', { checked: false }).first().check();
  const preview = page.getByRole('region', { name: 'Aperçu gratuit, sans valeur légale' });
  await expect(preview.getByText(/^[12]\sparcelles? sur\s2 touche(?:nt)? une zone ou un périmètre/u)).toBeVisible();
});
