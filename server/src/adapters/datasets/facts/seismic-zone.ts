import { OPEN_LICENCE } from '#adapters/georisques/sources.ts';
import { longFrenchDate } from '#domain/french.ts';
import { departementOf, type Place } from '#domain/geometry/place.ts';
import type { Facts } from '#domain/risks/facts.ts';
import { SEISMIC_LAW_READ_ON, SEISMIC_ZONES_BY_LAW, type SeismicZone } from '#domain/risks/seismic-law.ts';
import type { SeismicRow } from '../importers/seismic-zones.ts';
import { gradeByCommune } from './by-commune.ts';
import { localFact, type LocalDeps, type LocalFact } from './local-fact.ts';

type Seismic = Extract<Facts['seismicZone'], { state: 'obtained' }>['value'];

/**
 * The law's own zone where it puts the whole département in one; elsewhere the published table. A merged commune whose
 * former ones differ takes the highest zone, « à vérifier ».
 */
export function seismicZoneFact(deps: LocalDeps, place: Place): LocalFact<Seismic> {
  const fact = gradeByCommune(place, zoneByLaw) ?? gradeByCommune(place, (part) => zoneInTable(deps, part));
  if (fact === null) return null;
  const { value: zone, ...others } = fact.value;
  return { ...fact, value: { zone, ...others } };
}

type ZoneFact = LocalFact<{ value: SeismicZone; isMixed?: true }>;

const zoneInTable = (deps: LocalDeps, place: Place): ZoneFact =>
  localFact<SeismicRow, { value: SeismicZone; isMixed?: true }>(deps, {
    dataset: 'seismic-zones',
    place,
    read({ rows, isMixed }) {
      const value = highestOf(rows.map((row) => row.zone));
      return value === undefined ? null : { value, ...(isMixed && { isMixed }) };
    },
  });

export const SEISMIC_LAW = {
  source: 'law-d563-8-1',
  label: `Zones de sismicité, article D. 563-8-1 du code de l’environnement, version du ${longFrenchDate(SEISMIC_LAW_READ_ON)}`,
  attribution: 'Légifrance (DILA)',
  licence: OPEN_LICENCE,
  url: 'https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006074220/',
  obtainedAt: `${SEISMIC_LAW_READ_ON}T00:00:00.000Z`,
};

function zoneByLaw({ inseeCodes: [code = ''] }: Place): ZoneFact {
  const value = SEISMIC_ZONES_BY_LAW.get(departementOf(code));
  return value === undefined ? null : { state: 'obtained', value: { value }, provenance: SEISMIC_LAW };
}

const highestOf = (zones: readonly (SeismicZone | undefined)[]): SeismicZone | undefined =>
  ([5, 4, 3, 2, 1] as const).find((zone) => zones.includes(zone));
