import {
  communeCodes,
  heldForPlace,
  isCovered,
  listedCodes,
  listedForPlace,
  type Held,
  type HeldForPlace,
} from '#domain/datasets/commune-codes.ts';
import { mayAnswer } from '#domain/datasets/coverage.ts';
import { DAY_MS, type DatasetName } from '#domain/datasets/datasets.ts';
import { longFrenchDate } from '#domain/french.ts';
import { inseeCodesOf, type Place } from '#domain/geometry/place.ts';
import { latest } from '#domain/latest.ts';
import type { Fact, Provenance } from '#domain/risks/facts.ts';
import type { Clock } from '#platform/clock.ts';
import { IMPORTERS } from '../importers/importers.ts';
import type { CommuneRow } from '../importers/communes.ts';
import type { Release } from '../release-reader.ts';

/** The releases in which facts are read. */
export type ReleasesInUse = { of(dataset: DatasetName): Release | null };
export type LocalDeps = { releases: ReleasesInUse; clock: Clock };

/** A fact from a release, or null when the live service must be asked: not covered, too old, or no release. */
export type LocalFact<T> = Omit<Extract<Fact<T>, { state: 'obtained' }>, 'contradictedBy'> | null;

/** The answer of a release for a place; `read` makes the value from its rows, or null when they do not give one. */
export function localFact<R, T>(
  deps: LocalDeps,
  asked: { dataset: DatasetName; place: Place; read: (held: HeldForPlace<R>, release: Release) => T | null },
): LocalFact<T> {
  const release = deps.releases.of(asked.dataset);
  if (release === null) return null;
  const held = heldForPlace(heldCodes(asked.place, deps.releases.of('communes')), lookupIn<R>(release));
  const isTooOld = isOld(release, deps.clock());
  if (!mayAnswer({ coverage: held.coverage, hasRows: held.rows.length > 0, isTooOld })) return null;
  const value = asked.read(held, release);
  return value === null ? null : { state: 'obtained', value, provenance: provenanceOf(release) };
}

/**
 * What a layer of zones or sites says about a place; it covers whole départements. Its rows are found by position, not
 * by commune.
 */
export function localLayer<T>(
  deps: LocalDeps,
  asked: { dataset: DatasetName; place: Place; read: (release: Release) => T },
): LocalFact<T> {
  const release = recentRelease(deps, asked.dataset);
  if (release === null || !isCovered(asked.place, (code) => release.coverageOf(code))) return null;
  return { state: 'obtained', value: asked.read(release), provenance: provenanceOf(release) };
}

/**
 * A list from a release, whole or not at all: some rows of a partly covered commune are not its list. Former codes are
 * followed, so that it also needs a release of communes that is not too old.
 */
export function localList<R, T>(
  deps: LocalDeps,
  asked: { dataset: DatasetName; place: Place; read: (held: Held<R>) => T | null },
): LocalFact<T> {
  const release = recentRelease(deps, asked.dataset);
  const communes = recentRelease(deps, 'communes');
  if (release === null || communes === null) return null;
  const held = listedForPlace(linkedCodes(asked.place, communes), lookupIn<R>(release));
  if (!mayAnswer({ coverage: held.coverage, hasRows: false, isTooOld: false })) return null;
  const value = asked.read(held);
  return value === null ? null : { state: 'obtained', value, provenance: provenanceOf(release) };
}

/** The active release, or null when there is none or it is too old for a « non ». */
export function recentRelease({ releases, clock }: LocalDeps, dataset: DatasetName): Release | null {
  const release = releases.of(dataset);
  return release === null || isOld(release, clock()) ? null : release;
}

const lookupIn =
  <R>(release: Release) =>
  (code: string): Held<R> => ({ coverage: release.coverageOf(code), rows: release.rowsOf(code) as R[] });

/** Its publication is read once: each fact asks. */
const oldFrom = new WeakMap<Release, number>();

export function isOld(release: Release, now: Date): boolean {
  let from = oldFrom.get(release);
  if (from === undefined) {
    const { dataset, publishedOn } = release.manifest;
    const { maxAgeDays } = IMPORTERS[dataset];
    from = maxAgeDays === null ? Infinity : Date.parse(publishedOn) + (maxAgeDays + 1) * DAY_MS;
    oldFrom.set(release, from);
  }
  return now.getTime() >= from;
}

/** « Potentiel radon des communes, édition du 6 mai 2019, sha256 3f9a1c20b7de ». */
function editionLabel({ manifest: { label, publishedOn }, edition }: Pick<Release, 'manifest' | 'edition'>) {
  return `${label}, édition du ${longFrenchDate(publishedOn)}, sha256 ${edition.sha256.slice(0, 12)}`;
}

/** Made once: a date in words takes as long as the rest of a fact. */
const provenances = new WeakMap<Release, Provenance>();

export function provenanceOf(release: Release): Provenance {
  const known = provenances.get(release) ?? describe(release);
  provenances.set(release, known);
  return known;
}

function describe({ manifest, edition }: Release): Provenance {
  const { dataset, attribution, licence, pageUrl, publishedOn } = manifest;
  return {
    source: `edition-${dataset}`,
    label: editionLabel({ manifest, edition }),
    attribution,
    licence,
    url: pageUrl,
    obtainedAt: `${publishedOn}T00:00:00.000Z`,
    edition,
  };
}

const heldCodes = latest((place: Place, communes: Release | null) =>
  communeCodes(place, (code) => formerCodes(communes, code)),
);

const linkedCodes = latest((place: Place, communes: Release) => listedCodes(place, (code) => linkedTo(communes, code)));

/** Codes under which rows of a place may be held: its communes', and those that they absorbed. */
export const codesOf = ({ releases }: LocalDeps, place: Place): string[] => allCodes(place, releases.of('communes'));

const allCodes = latest((place: Place, communes: Release | null) => {
  const [code] = place.inseeCodes;
  const isOne = place.inseeCodes.length === 1 && place.parcels.every(({ commune }) => commune === code);
  if (code !== undefined && isOne && inseeCodesOf(code).length === 1) return [code, ...formerCodes(communes, code)];
  const own = [...place.inseeCodes, ...place.parcels.flatMap(({ commune }) => inseeCodesOf(commune))];
  return [...new Set(own.flatMap((code) => [code, ...formerCodes(communes, code)]))];
});

/** Codes that a commune absorbed; `[]` without a release of communes. */
function formerCodes(communes: Release | null, code: string): string[] {
  const row = communes?.rowsOf(code)[0] as CommuneRow | undefined;
  return row !== undefined && 'former' in row ? row.former : [];
}

/** Codes that a commune absorbed, or that followed a former one; null for a code that the release does not have. */
export function linkedTo(communes: Release, code: string): string[] | null {
  const [row] = communes.rowsOf(code) as CommuneRow[];
  if (row === undefined) return null;
  return 'former' in row ? row.former : row.successors;
}
