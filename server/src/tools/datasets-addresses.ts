import { IMPORTERS } from '#adapters/datasets/importers/importers.ts';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { PublishedFile } from './datasets-download.ts';

const INSEE = 'https://www.insee.fr/fr/statistiques/fichier/8740222';

/** Files whose names are not at the end of the publisher's address. */
const NAMED: Partial<Record<DatasetName, PublishedFile[]>> = {
  communes: ['v_commune_2026.csv', 'v_mvt_commune_2026.csv', 'v_commune_comer_2026.csv'].map((name) => ({
    name,
    url: `${INSEE}/${name}`,
  })),
  installations: [{ name: 'installations-classees.zip', url: IMPORTERS.installations.sourceUrl }],
  sis: [{ name: 'sis.csv', url: IMPORTERS.sis.sourceUrl }],
};

/** The official files of a dataset; `[]` when its publisher has a page only. */
export function publishedFiles(dataset: DatasetName): PublishedFile[] {
  const url = IMPORTERS[dataset].sourceUrl;
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  return NAMED[dataset] ?? (/\.(?:csv|zip)$/.test(name) ? [{ name, url }] : []);
}
