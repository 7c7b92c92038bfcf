import type { DatasetName } from '#domain/datasets/datasets.ts';
import { brushClearing } from './brush-clearing.ts';
import { casias } from './casias.ts';
import { cavities } from './cavities.ts';
import { clay } from './clay.ts';
import { coastalList } from './coastal-list.ts';
import { communes } from './communes.ts';
import { floodTerritories } from './flood-territories.ts';
import { groundMovements } from './ground-movements.ts';
import { gasparCatnat } from './gaspar-catnat.ts';
import { gasparPlans } from './gaspar-plans.ts';
import type { Importer } from './importer.ts';
import { installations } from './installations.ts';
import { noise } from './noise.ts';
import { pprZones } from './ppr-zones.ts';
import { radon } from './radon.ts';
import { seismicZones } from './seismic-zones.ts';
import { sis } from './sis.ts';

export const IMPORTERS: Readonly<Record<DatasetName, Importer>> = {
  communes,
  radon,
  'ppr-zones': pprZones,
  'seismic-zones': seismicZones,
  clay,
  sis,
  casias,
  installations,
  cavities,
  'ground-movements': groundMovements,
  noise,
  'brush-clearing': brushClearing,
  'coastal-list': coastalList,
  'flood-territories': floodTerritories,
  'gaspar-pprn': gasparPlans('pprn'),
  'gaspar-pprm': gasparPlans('pprm'),
  'gaspar-pprt': gasparPlans('pprt'),
  'gaspar-catnat': gasparCatnat,
};
