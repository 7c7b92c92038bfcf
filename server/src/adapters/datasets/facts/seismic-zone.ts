import { OPEN_LICENCE } from '#adapters/georisques/sources.ts';
import { departementOf } from '#domain/geo/place.ts';
import type { Facts, Place } from '#domain/risks/facts.ts';
import { SEISMIC_LAW_READ_ON, SEISMIC_ZONES_BY_LAW, type SeismicZone } from '#domain/risks/seismic-law.ts';
import type { SeismicRow } from '../importers/seismic-zones.ts';
import { localFact, type LocalDeps, type LocalFact } from './local-fact.ts';

type Seismic = Extract<Facts['seismicZone'], { state: 'obtained' }>['value'];

/**
 * The law's own zone where it puts the whole département in one; elsewhere the published table. A merged commune whose
 * former ones differ takes the highest zone, « à vérifier ».
 */
export function seismicZoneFact(deps: LocalDeps, place: Place): LocalFact<Seismic> {
  const zone = zoneByLaw(place);
  if (zone !== null) return { state: 'obtained', value: { zone }, provenance: BY_LAW };
  return localFact<SeismicRow, Seismic>(deps, {
    dataset: 'seismic-zones',
    place,
    read({ rows, isMixed }) {
      const highest = highestOf(rows.map((row) => row.zone));
      return highest === undefined ? null : { zone: highest, ...(isMixed && { isMixed }) };
    },
  });
}

const BY_LAW = {
  source: 'law-d563-8-1',
  label: 'Zones de sismicité, article D. 563-8-1 du code de l’environnement',
  attribution: 'Légifrance (DILA)',
  licence: OPEN_LICENCE,
  url: 'https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006074220/',
  obtainedAt: `${SEISMIC_LAW_READ_ON}T00:00:00.000Z`,
};

function zoneByLaw({ parcels, inseeCodes }: Place): SeismicZone | null {
  const communes = parcels.length > 0 ? parcels.map(({ commune }) => commune) : inseeCodes;
  const zones = communes.map((commune) => SEISMIC_ZONES_BY_LAW.get(departementOf(commune)));
  return zones.includes(undefined) ? null : (highestOf(zones) ?? null);
}

const highestOf = (zones: readonly (SeismicZone | undefined)[]): SeismicZone | undefined =>
  ([5, 4, 3, 2, 1] as const).find((zone) => zones.includes(zone));
