import { IMPORTERS } from '#adapters/datasets/importers/importers.ts';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { PublishedFile } from './datasets-download.ts';

const INSEE = 'https://www.insee.fr/fr/statistiques/fichier/8740222';

const NOISE = 'https://static.data.gouv.fr/resources/zonage-des-plan-dexposition-au-bruit-peb';
const NOISE_ZONES = { za: '20200602-202334', zb: '20200602-202306', zc: '20200602-202327', zd: '20200602-202316' };

/** Files whose names are not at the end of the publisher's address. */
const NAMED: Partial<Record<DatasetName, PublishedFile[]>> = {
  communes: ['v_commune_2026.csv', 'v_mvt_commune_2026.csv', 'v_commune_comer_2026.csv'].map((name) => ({
    name,
    url: `${INSEE}/${name}`,
  })),
  noise: [
    { name: 'dgac_peb_arrete.geojson', url: IMPORTERS.noise.sourceUrl },
    ...Object.entries(NOISE_ZONES).map(([letter, day]) => {
      const name = `c-dgac-peb-metro-${letter}.geojson`;
      return { name, url: `${NOISE}/${day}/${name}` };
    }),
  ],
  installations: [{ name: 'installations-classees.zip', url: IMPORTERS.installations.sourceUrl }],
  sis: [{ name: 'sis.csv', url: IMPORTERS.sis.sourceUrl }],
};

/** The official files of a dataset; `[]` when its publisher has a page only. */
export function publishedFiles(dataset: DatasetName): PublishedFile[] {
  const url = IMPORTERS[dataset].sourceUrl;
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  return NAMED[dataset] ?? (/\.(?:csv|zip)$/.test(name) ? [{ name, url }] : []);
}
