import type { DatasetName } from '#domain/datasets/datasets.ts';
import { communes } from './communes.ts';
import type { Importer } from './importer.ts';
import { pprZones } from './ppr-zones.ts';
import { radon } from './radon.ts';

export const IMPORTERS: Readonly<Record<DatasetName, Importer>> = { communes, radon, 'ppr-zones': pprZones };
