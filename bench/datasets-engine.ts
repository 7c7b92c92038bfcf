import type { LocalDeps } from '../server/src/adapters/datasets/facts/local-fact.ts';
import { atLeast, atMost, info, median, percentile, shown, type Figure, type Part } from '../tests/harness/report.ts';
import { askReleases, type OurAnswer } from './datasets-engine-answers.ts';
import { differences, metZones, TOLERANCE } from './datasets-engine-compare.ts';
import { samples, type Sample } from './datasets-engine-places.ts';
import { CACHE, CLOCK, nationalFiles, nationalReleases } from './datasets-engine-releases.ts';
import { askedOf, askPostgis, PEER_QUESTIONS, type Asked, type PeerAnswer } from './peers/postgis-assessment.ts';
import { INSTALL_POSTGIS, startPostgis, type Postgis } from './peers/postgis.ts';
import { fillPostgis, warmPostgis } from './peers/postgis-tables.ts';

const WARM_UP = 500;
/** Asked of ours before, as of a server that has been at work: the system has read the pages of its releases. */
const PLACES_BEFORE = 20_000;
/** A thousand places each, every place once: ours, then the peer's. */
const ROUNDS = 3;
const PLACES = 1_000;
const SEED = 20_000_000;

/** Facts of one property from releases of national size, beside PostGIS with the same files. */
export async function datasetsEngine(): Promise<Part> {
  const started = performance.now();
  const releases = await nationalReleases();
  const deps = { releases, clock: CLOCK };
  const postgis = await startPostgis(CACHE);
  try {
    if (postgis !== null) {
      await fillPostgis(postgis, await nationalFiles());
      await warmPostgis(postgis);
    }
    for (const { place } of samples(PLACES_BEFORE, SEED - WARM_UP - PLACES_BEFORE)) askReleases(deps, place);
    console.log(`datasets: releases and tables ready after ${shown((performance.now() - started) / 1000)} s`);
    return await measured(deps, postgis);
  } finally {
    await postgis?.stop();
    await releases.close();
  }
}

/** `inMetres`: the peer's, without the question that puts the place into Lambert-93. */
type Measured = { ours: number[]; theirs: number[]; inMetres: number[]; near: string[] };

async function measured(deps: LocalDeps, postgis: Postgis | null): Promise<Part> {
  const done: Measured = { ours: [], theirs: [], inMetres: [], near: [] };
  await round(deps, postgis, { given: [...samples(WARM_UP, SEED - WARM_UP)], done: null });
  for (let i = 0; i < ROUNDS; i += 1) {
    await round(deps, postgis, { given: [...samples(PLACES, SEED + i * PLACES)], done });
  }
  const peer = postgis === null ? `not installed (\`${INSTALL_POSTGIS}\`)` : postgis.version;
  return {
    title: 'datasets: assessment of a property',
    notes: [
      `Every heading that releases answer, sixteen facts of a property, in releases made from synthetic files of national size by our importers: 120,000 clay polygons (26 million vertices), 300,000 zones of plans, 600,000 sites, 15,000 zones of clearing obligations, plans of 224 aerodromes, SIS, decrees, the coastal list, communes. ${ROUNDS * PLACES} places, each once: in towns and the country, across limits, in holes and on their edges, of one or two parcels; ${PLACES_BEFORE + WARM_UP} others before (the peer's tables and indexes are read into its memory of 4 GB, ours has the pages of its files in that of the system). Peer: ${peer}, the same files, zones cut by ST_Subdivide at 256 vertices, GiST indexes, one connection on loopback, ${PEER_QUESTIONS} prepared statements one after the other; before them, one puts the degrees of the place, which ours also starts from, into Lambert-93.`,
      `The answers are the same: lists and relations identical, shares within 2 cm along the edge of the parcels, distances within ${TOLERANCE.share * 100} %; a measure nearer than that to its threshold may fall on either side.`,
    ],
    figures: figuresOf(done, postgis !== null),
  };
}

/** `done` is null for a warm-up. @throws Error with the differences, when answers differ */
async function round(
  deps: LocalDeps,
  postgis: Postgis | null,
  { given, done }: { given: Sample[]; done: Measured | null },
): Promise<void> {
  const ours = given.map(({ place }) => {
    const from = performance.now();
    const answer = askReleases(deps, place);
    done?.ours.push(performance.now() - from);
    return answer;
  });
  if (postgis === null) return;
  const pairs = [];
  for (const [i, sample] of given.entries()) {
    const from = performance.now();
    const asked = await askedOf(postgis.client, sample);
    const projectedAt = performance.now();
    const theirs = await askPostgis(postgis.client, asked);
    const to = performance.now();
    done?.theirs.push(to - from);
    done?.inMetres.push(to - projectedAt);
    pairs.push({ theirs, asked, ours: ours[i]!, sample });
  }
  const near = await compared(deps, postgis, pairs);
  done?.near.push(...near);
}

type Pair = { ours: OurAnswer; theirs: PeerAnswer; asked: Asked; sample: Sample };

/** Measures on a threshold, in words. @throws Error with the other differences */
async function compared(deps: LocalDeps, { client }: Postgis, pairs: Pair[]): Promise<string[]> {
  const [near, wrong]: [string[], string[]] = [[], []];
  for (const { sample, ...pair } of pairs) {
    const { place, kind } = sample;
    for (const { what, isNear } of await differences(client, { ...pair, met: metZones(deps, place) })) {
      (isNear ? near : wrong).push(`${kind} (${place.longitude}, ${place.latitude}): ${what}`);
    }
  }
  if (wrong.length > 0) throw new Error(`${wrong.length} differences:\n${wrong.slice(0, 20).join('\n')}`);
  return near;
}

function figuresOf({ ours, theirs, inMetres, near }: Measured, hasPeer: boolean): Figure[] {
  const micros = (ms: number): string => `${shown(ms * 1000)} µs`;
  const tail = percentile(ours, 0.99) / median(ours);
  const own = [
    atMost('99th percentile, over the median', tail, { value: 5, unit: '×' }),
    info('ours: median, 99th percentile', `${micros(median(ours))}, ${micros(percentile(ours, 0.99))}`),
  ];
  if (!hasPeer) {
    return [{ name: 'times faster than PostGIS', measured: 'not measured', target: '≥ 8 ×', met: null }, ...own];
  }
  const total = (times: number[]): number => times.reduce((sum, ms) => sum + ms, 0);
  return [
    atLeast('times faster than PostGIS, medians', median(theirs) / median(ours), { value: 8, unit: '×' }),
    info('the same, the peer given metres', `${shown(median(inMetres) / median(ours))} ×`),
    info('the same, all places together', `${shown(total(theirs) / total(ours))} ×`),
    ...own,
    info('PostGIS: median, 99th percentile', `${micros(median(theirs))}, ${micros(percentile(theirs, 0.99))}`),
    info('places compared; measures on a threshold', `${theirs.length}; ${near.length}`),
  ];
}
