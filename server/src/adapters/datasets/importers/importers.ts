import type { DatasetName } from '#domain/datasets/datasets.ts';
import { casias } from './casias.ts';
import { cavities } from './cavities.ts';
import { communes } from './communes.ts';
import { groundMovements } from './ground-movements.ts';
import type { Importer } from './importer.ts';
import { installations } from './installations.ts';
import { pprZones } from './ppr-zones.ts';
import { radon } from './radon.ts';
import { seismicZones } from './seismic-zones.ts';
import { sis } from './sis.ts';

export const IMPORTERS: Readonly<Record<DatasetName, Importer>> = {
  communes,
  radon,
  'ppr-zones': pprZones,
  'seismic-zones': seismicZones,
  sis,
  casias,
  installations,
  cavities,
  'ground-movements': groundMovements,
};
