import type { FactName } from '#domain/risks/facts.ts';
import { HEADING_SOURCES } from './headings.ts';

/** What the loading screen and the page of services call the source of each fact. */
export const FACT_SOURCES: Record<FactName, string> = {
  ...HEADING_SOURCES,
  catnat: 'Arrêtés de catastrophe naturelle',
  clay: 'Retrait-gonflement des argiles',
  casias: 'Anciens sites industriels (CASIAS)',
  installations: 'Installations classées',
  cavities: 'Cavités souterraines',
  groundMovements: 'Mouvements de terrain',
  report: 'Remontée de nappe et canalisations',
  planPerimeters: 'Périmètres publiés des plans',
};
