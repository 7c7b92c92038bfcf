import type { Position } from 'geojson';
import type { Coverage } from '#domain/datasets/coverage.ts';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { FactName, Facts } from '#domain/risks/facts.ts';
import type { ZoneRelation } from '#domain/geometry/zones.ts';
import type { Clock } from '#platform/clock.ts';
import { withCoastalList } from './facts/coastal-list.ts';
import { FACTS_IF_SILENT, factIn, LOCAL_FACTS, type AskedFact } from './facts/facts.ts';
import type { LocalDeps, ReleasesInUse } from './facts/local-fact.ts';
import type { Manifest } from './manifest.ts';
import type { Release } from './release-reader.ts';

/**
 * What a fact read in a release: kept with a statement, so that it can be explained when the release is gone. Bytes are
 * those of its JSON.
 */
type KeptRead = Pick<Release, 'edition'> & {
  manifest: Pick<Manifest, 'label' | 'publisher' | 'attribution' | 'licence' | 'pageUrl' | 'sourceUrl' | 'origin'>;
  /** Answers of `Release`, by call: `rowsOf 48095`. */
  answers: Record<string, unknown>;
  /** Rings around the property, in degrees, of the rows that were read; absent when they are too long to be kept. */
  outlines?: Record<string, Position[][][]>;
};

/** The reads of one fact. */
export type KeptFeatures = { fact: FactName; reads: KeptRead[] };

/** Beyond, outlines are left out; rows of one place are some kilobytes. */
const MOST_BYTES = 300_000;

/** A fact, and what it read. */
export const recordedFact = <N extends FactName>(asked: AskedFact<N>, deps: LocalDeps): Recorded<Facts[N] | null> =>
  recorded(asked, deps, (deps) => factIn(asked, deps));

/** The coast is asked live; a release has the decrees' list. */
export const coastalReads = (live: Facts['coastlineRetreat'], deps: LocalDeps, place: Place): KeptFeatures =>
  recorded({ name: 'coastlineRetreat', place }, deps, (deps) => withCoastalList(live, deps, place)).features;

type Recorded<T> = { fact: T; features: KeptFeatures };

function recorded<T>(
  { name, place }: Pick<AskedFact, 'name' | 'place'>,
  deps: LocalDeps,
  read: (deps: LocalDeps) => T,
): Recorded<T> {
  const kept = new Map<DatasetName, KeptRead>();
  const of: ReleasesInUse['of'] = (dataset) => {
    const release = deps.releases.of(dataset);
    if (release === null) return null;
    const known = kept.get(dataset) ?? emptyRead(release);
    kept.set(dataset, known);
    return recording(release, known, place);
  };
  const fact = read({ ...deps, releases: { of } });
  return { fact, features: { fact: name, reads: fact === null ? [] : withinLimit([...kept.values()]) } };
}

const withinLimit = (reads: KeptRead[]): KeptRead[] =>
  JSON.stringify(reads).length <= MOST_BYTES
    ? reads
    : reads.map(({ edition, manifest, answers }) => ({ edition, manifest, answers }));

function emptyRead({ edition, manifest }: Release): KeptRead {
  const { label, publisher, attribution, licence, pageUrl, sourceUrl, origin } = manifest;
  return {
    edition,
    manifest: { label, publisher, attribution, licence, pageUrl, sourceUrl, origin },
    answers: {},
    outlines: {},
  };
}

const AROUND_METRES = 100;

/** Wraps a release that writes down its answers. */
function recording(release: Release, { answers, outlines }: KeptRead, place: Place): Release {
  const keep = <T>(call: string, answer: T): T => {
    answers[call] = answer;
    return answer;
  };
  return {
    ...release,
    coverageOf: (code) => keep(`coverageOf ${code}`, release.coverageOf(code)),
    rowsOf: (key) => keep(`rowsOf ${key}`, release.rowsOf(key)),
    countOf: (key) => keep(`countOf ${key}`, release.countOf(key)),
    unplacedRowsOf: (key) => keep(`unplacedRowsOf ${key}`, release.unplacedRowsOf(key)),
    row(index) {
      const outline = release.outlineAround(index, place, AROUND_METRES);
      if (outlines !== undefined && outline.length > 0) outlines[index] = outline;
      return keep(`row ${index}`, release.row(index));
    },
    zonesAround: (asked, metres) => keep(aroundCall('zones', asked, metres), release.zonesAround(asked, metres)),
    rowsAround: (asked, metres) => keep(aroundCall('rows', asked, metres), release.rowsAround(asked, metres)),
  };
}

const aroundCall = (of: 'zones' | 'rows', { parcels }: Place, metres: number): string =>
  `${of}Around ${metres} ${parcels.map(({ commune, prefix, section, number }) => commune + prefix + section + number).join()}`;

type Replayed = { clock: Clock; place: Place; live: Pick<Facts, 'coastlineRetreat'> };

/** A fact made again from what was kept. @throws when today's rules read something else */
export function factFromReads({ fact, reads }: KeptFeatures, { clock, place, live }: Replayed): Facts[FactName] | null {
  const kept = new Map(reads.map((read) => [read.edition.dataset, replaying(read)]));
  const deps = { clock, releases: { of: (dataset: DatasetName) => kept.get(dataset) ?? null } };
  const isHeard = live.coastlineRetreat.state !== 'not-obtained';
  if (fact === 'coastlineRetreat' && isHeard) return withCoastalList(live.coastlineRetreat, deps, place);
  const asked = { name: fact, place };
  return factIn({ facts: LOCAL_FACTS, ...asked }, deps) ?? factIn({ facts: FACTS_IF_SILENT, ...asked }, deps);
}

function replaying({ edition, manifest, answers }: KeptRead): Release {
  const kept = (call: string): unknown => {
    if (!Object.hasOwn(answers, call)) throw new Error(`not kept with the statement: ${edition.dataset} ${call}`);
    return answers[call];
  };
  return {
    edition,
    manifest: { ...manifest, id: edition.release, dataset: edition.dataset, publishedOn: edition.publishedOn },
    coverageOf: (code) => kept(`coverageOf ${code}`) as Coverage,
    rowsOf: (key) => kept(`rowsOf ${key}`) as unknown[],
    countOf: (key) => kept(`countOf ${key}`) as number,
    unplacedRowsOf: (key) => kept(`unplacedRowsOf ${key}`) as unknown[],
    row: (index) => kept(`row ${index}`),
    zonesAround: (place, metres) => kept(aroundCall('zones', place, metres)) as ZoneRelation[],
    rowsAround: (place, metres) => kept(aroundCall('rows', place, metres)) as number[],
    outlineAround: () => [],
  };
}
