import { longFrenchDate } from '#domain/french.ts';
import { latest } from '#domain/latest.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { CoastlineRetreat, Fact } from '#domain/risks/facts.ts';
import type { CoastalListRow } from '../importers/coastal-list.ts';
import type { Release } from '../release-reader.ts';
import { localList, provenanceOf, recentRelease, type LocalDeps, type LocalFact } from './local-fact.ts';

/**
 * Whether the decrees list the commune, one that it absorbed or one that followed it. Where a release answers, it leads
 * over the operator's list, unless this one is newer.
 */
export function withCoastalList(fact: Fact<CoastlineRetreat>, deps: LocalDeps, place: Place): Fact<CoastlineRetreat> {
  if (fact.state === 'not-obtained' || fact.value.basis === 'decrees-list') return fact;
  const release = recentRelease(deps, 'coastal-list');
  const listing = rowsAt(deps, place);
  if (release === null || listing === null) return fact;
  const active = listing.value.filter((row) => row.isListed);
  const [since] = active.flatMap((row) => row.since ?? []).toSorted();
  const ours = { isListed: active.length > 0, vintage: vintageOf(release), ...(since !== undefined && { since }) };
  const listed = agreedList(ours, fact.value.listed);
  const [label, attribution] = [
    `${fact.provenance.label} ; ${provenanceOf(release).label}`,
    `${fact.provenance.attribution} ; ${release.manifest.attribution}`,
  ];
  return { ...fact, value: { ...fact.value, listed }, provenance: { ...fact.provenance, label, attribution } };
}

/** Where no decree ever listed the commune, no zone is delimited; a listed one is left to the documents d'urbanisme. */
export function coastlineRetreatIfSilent(deps: LocalDeps, place: Place): LocalFact<CoastlineRetreat> {
  const release = recentRelease(deps, 'coastal-list');
  const listing = rowsAt(deps, place);
  if (release === null || listing === null || listing.value.length > 0) return null;
  const listed = { isListed: false, vintage: vintageOf(release) };
  return {
    ...listing,
    value: { coastalCommune: null, unpublished: false, zones: [], basis: 'decrees-list', listed },
  };
}

type Listed = NonNullable<CoastlineRetreat['listed']>;

/** Two lists that differ: the one of the later decree. */
function agreedList(release: Listed, operator: Listed | undefined): Listed {
  if (operator === undefined) return release;
  if (operator.isListed === release.isListed) return { ...operator, ...release };
  const [ours, theirs] = [latestDecree(release), latestDecree(operator)];
  if (ours === null || theirs === null || ours === theirs)
    return { isListed: null, vintage: `${release.vintage} ; ${operator.vintage}` };
  return ours > theirs ? release : operator;
}

/** « n° 2024-531 » as a number that grows with time; null without one. */
function latestDecree({ vintage }: Listed): number | null {
  const decrees = [...vintage.matchAll(/n°\s*(\d{4})-(\d{1,5})\b/gu)].map(
    ([, year, number]) => Number(year) * 100_000 + Number(number),
  );
  return decrees.length === 0 ? null : Math.max(...decrees);
}

const rowsAt = (deps: LocalDeps, place: Place): LocalFact<CoastalListRow[]> =>
  localList<CoastalListRow, CoastalListRow[]>(deps, { dataset: 'coastal-list', place, read: ({ rows }) => rows });

/** Kept for the release in use: a date in words takes longer than the rest. */
const vintageOf = latest((release: Release) => {
  const { decree } = release.row(0) as CoastalListRow;
  return `décret ${decree}, édition du ${longFrenchDate(release.manifest.publishedOn)}`;
});
