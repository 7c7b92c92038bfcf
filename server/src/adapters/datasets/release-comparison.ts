import { REACH_METRES } from '#adapters/noise/noise-plan-index.ts';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import { parcelCodesOf, type DegreeBox, type Touched } from '#domain/datasets/touched.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Fact, FactName } from '#domain/risks/facts.ts';
import type { Box } from '#domain/geometry/boxes.ts';
import { openAccepted, type ActiveReleases } from './active-releases.ts';
import { LOCAL_FACTS } from './facts/facts.ts';
import { linkedTo } from './facts/local-fact.ts';
import type { GasparPlanRow } from './importers/gaspar-plans.ts';
import { isReadable, type Manifest } from './manifest.ts';
import { differencesOf, type Differences } from './release-differences.ts';
import type { OpenRelease, Release } from './release-reader.ts';
import type { Activation, ReleaseStore } from './release-store.ts';

/** A fact of a place in both releases; null where a release does not answer. */
type ComparedFact = { name: FactName; before: Fact<unknown> | null; now: Fact<unknown> | null };

/** Two releases of a dataset, open. */
export type ReleaseComparison = {
  dataset: DatasetName;
  former: string;
  next: string;
  touched: Touched;
  /** The facts that rest on the dataset, from each release beside the active ones of other datasets. */
  factsAt(place: Place): ComparedFact[];
  close(): void;
};

export type ReleaseComparer = {
  /** Which release of each dataset is active, and since when. */
  activations(): Promise<Partial<Record<DatasetName, Activation>>>;
  /** Opens two releases and finds where they differ; the caller closes them. Null when one was removed, or has another format. */
  compare(asked: { dataset: DatasetName; former: string; next: string }): Promise<ReleaseComparison | null>;
};

type Options = { store: ReleaseStore; releases: ActiveReleases; origins: readonly Manifest['origin'][] };
type Pair = { dataset: DatasetName; former: OpenRelease; next: OpenRelease };

export function createReleaseComparer({ store, releases, origins }: Options): ReleaseComparer {
  return {
    activations: () => store.pointers(),
    async compare({ dataset, former, next }) {
      const ids = (await store.list(dataset)).filter(isReadable).map(({ id }) => id);
      if (!ids.includes(former) || !ids.includes(next)) return null;
      const folders = await Promise.all([store.copy(dataset, former), store.copy(dataset, next)]);
      const differences = await differencesOf(...folders);
      const pair = { dataset, former: openAccepted(folders[0], origins), next: openAccepted(folders[1], origins) };
      return {
        dataset,
        former,
        next,
        touched: touchedBy(differences, releases, pair),
        factsAt: (place) => factsAt(pair, releases, place),
        close() {
          pair.former.close();
          pair.next.close();
        },
      };
    },
  };
}

const PLANS = ['pprn', 'pprm', 'pprt'] as const satisfies PprFamily[];

const FACTS_OF: Readonly<Record<DatasetName, readonly FactName[]>> = {
  // Mergers: every fact that is looked up by commune.
  communes: Object.keys(LOCAL_FACTS) as FactName[],
  radon: ['radon'],
  'ppr-zones': PLANS,
  'seismic-zones': ['seismicZone'],
  clay: ['clay'],
  sis: ['sis'],
  casias: ['casias'],
  installations: ['installations'],
  cavities: ['cavities'],
  'ground-movements': ['groundMovements'],
  noise: ['noise', 'noisePlans'],
  'brush-clearing': ['brushClearing'],
  // No sentence about a change rests on them.
  'coastal-list': [],
  'flood-territories': [],
  'gaspar-pprn': ['pprn'],
  'gaspar-pprm': ['pprm'],
  'gaspar-pprt': ['pprt'],
  'gaspar-catnat': ['catnat'],
};

/** Both as of the older publication: the age of a release is no difference. */
function factsAt({ dataset, former, next }: Pair, releases: ActiveReleases, place: Place): ComparedFact[] {
  const published = [former, next].map(({ manifest }) => manifest.publishedOn).toSorted();
  const clock = (): Date => new Date(published[0] ?? '');
  const inRelease = (name: FactName, release: Release): Fact<unknown> | null => {
    const seen = { of: (one: DatasetName) => (one === dataset ? release : releases.of(one)) };
    return LOCAL_FACTS[name]?.({ releases: seen, clock }, place) ?? null;
  };
  return FACTS_OF[dataset].map((name) => ({ name, before: inRelease(name, former), now: inRelease(name, next) }));
}

function touchedBy({ keys, oneSided, boxes, coverage }: Differences, releases: ActiveReleases, pair: Pair): Touched {
  if (FACTS_OF[pair.dataset].length === 0) return { isEverywhere: false, codePrefixes: [], boxes: [] };
  // Keys of zonings are plans; a plan that has its first zones, or lost its last, may be anywhere in its communes.
  const changed = pair.dataset === 'ppr-zones' ? communesOf(keys.union(oneSided), releases) : keys;
  const codes = new Set([...changed, ...coverage.communes].flatMap((code) => linkedCodes(code, releases, pair)));
  return {
    isEverywhere: coverage.isEverywhere,
    codePrefixes: [...[...codes].flatMap(parcelCodesOf), ...coverage.departements].filter((code) => code !== ''),
    boxes: boxes.map((box) => reachOf(box, pair.dataset)),
  };
}

function communesOf(plans: ReadonlySet<string>, releases: ActiveReleases): Set<string> {
  const listed = PLANS.flatMap((family) => releases.of(`gaspar-${family}`) ?? []);
  return new Set(
    listed.flatMap((release) =>
      release.keys().filter((commune) => {
        const rows = release.rowsOf(commune) as GasparPlanRow[];
        return rows.some(({ gasparId }) => plans.has(gasparId));
      }),
    ),
  );
}

/** A commune's rows are also read for those that absorbed it, and those that it absorbed. */
function linkedCodes(code: string, releases: ActiveReleases, { dataset, former, next }: Pair): string[] {
  const communes = dataset === 'communes' ? [former, next] : [releases.of('communes')];
  return [code, ...communes.flatMap((release) => (release && linkedTo(release, code)) ?? [])];
}

/** From the property to what its facts read: 500 m and the precision of an imprecise site; the arrêté of an aerodrome. */
const readWithin = (dataset: DatasetName): number => (dataset === 'noise' ? REACH_METRES : 1_500);
/** Distance from the chosen point to the farthest corner of the parcels. */
const PROPERTY_METRES = 3_000;
const METRES_PER_DEGREE = 111_195;

function reachOf([west, south, east, north]: Box, dataset: DatasetName): DegreeBox {
  const high = (readWithin(dataset) + PROPERTY_METRES) / METRES_PER_DEGREE;
  const wide = high / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180);
  return [west - wide, south - high, east + wide, north + high];
}
