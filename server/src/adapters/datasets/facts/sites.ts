import { metresToSite } from '#adapters/addresses/place-points.ts';
import { AROUND_METRES, groupedById, withDistances, type Located } from '#adapters/georisques/sites.ts';
import { mergeOutlines } from '#adapters/supplier-geometry.ts';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Installation, NearbySite, SisSite } from '#domain/risks/facts.ts';
import type { SisRow } from '../importers/sis.ts';
import type { SiteRow } from '../importers/sites.ts';
import type { Release } from '../release-reader.ts';
import { codesOf, localLayer, type LocalDeps, type LocalFact } from './local-fact.ts';

export const casiasFact = (deps: LocalDeps, place: Place): LocalFact<NearbySite[]> => sitesFact(deps, place, 'casias');
export const cavitiesFact = (deps: LocalDeps, place: Place): LocalFact<NearbySite[]> =>
  sitesFact(deps, place, 'cavities');
export const groundMovementsFact = (deps: LocalDeps, place: Place): LocalFact<NearbySite[]> =>
  sitesFact(deps, place, 'ground-movements');

/** Installations, without those whose régime is now « Non ICPE ». */
export function installationsFact(deps: LocalDeps, place: Place): LocalFact<Installation[]> {
  const fact = sitesFact<Installation>(deps, place, 'installations');
  return fact && { ...fact, value: fact.value.filter(({ regime }) => regime !== 'Non ICPE') };
}

/**
 * Sites within 500 m, those of an imprecise position that may be, and those that are known to be in the commune only. A
 * part of the national list says nothing: its count would be wrong.
 */
function sitesFact<S extends NearbySite>(deps: LocalDeps, place: Place, dataset: DatasetName): LocalFact<S[]> {
  return localLayer<S[]>(deps, {
    dataset,
    place,
    read(release) {
      const placed: Located<S>[] = [];
      for (const { site, at, withinMetres } of rowsAround<SiteRow<S>>(release, place, AROUND_METRES)) {
        if (at === null) continue;
        const metres = metresToSite(place, at);
        if (metres <= AROUND_METRES + withinMetres) placed.push({ site, at, isDefault: withinMetres > 0, metres });
      }
      const unplaced = unplacedRows<SiteRow<S>>(deps, place, release);
      if (unplaced.length === 0) return withDistances(place, placed);
      return [...withDistances(place, placed), ...unplaced.map(({ site }) => ({ ...site, isUnplaced: true as const }))];
    },
  });
}

/** SIS that may meet the property, in one or several rows; `domain/` compares the outlines. */
export function sisFact(deps: LocalDeps, place: Place): LocalFact<SisSite[]> {
  return localLayer<SisSite[]>(deps, {
    dataset: 'sis',
    place,
    read(release) {
      const around = rowsAround<SisRow>(release, place, 100);
      const unplaced = unplacedRows<SisRow>(deps, place, release);
      return groupedById([...around, ...unplaced]).map((same) => ({
        ...same[0],
        outline: mergeOutlines(same.flatMap((row) => row.outline ?? [])),
      }));
    },
  });
}

const rowsAround = <R>(release: Release, place: Place, metres: number): R[] =>
  release.rowsAround(place, metres).map((index) => release.row(index) as R);

const unplacedRows = <R>(deps: LocalDeps, place: Place, release: Release): R[] =>
  rowsOfCodes(codesOf(deps, place), release) as R[];

function rowsOfCodes(codes: string[], release: Release): unknown[] {
  const [only] = codes;
  if (only !== undefined && codes.length === 1) return release.unplacedRowsOf(only);
  return codes.flatMap((code) => release.unplacedRowsOf(code));
}
