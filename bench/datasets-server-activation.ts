import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parcelCode } from '@clairisque/contract/parcels.ts';
import { readPreview } from '@clairisque/contract/preview.ts';
import type { Pool } from 'pg';
import { radonTable } from '../server/test/datasets.ts';
import type { Cluster } from '../tests/harness/cluster.ts';
import { createCustomer, openCustomer, readParcel, type Point } from '../tests/harness/customer.ts';
import { ordinaryPlaces } from '../tests/harness/places.ts';
import type { TestReleases } from '../tests/harness/releases/releases.ts';
import { territoryOf } from '../tests/harness/releases/territory.ts';
import { atMost, holds, info, shown, type Part } from '../tests/harness/report.ts';
import { until } from '../tests/harness/until.ts';
import { countRequests, type Counted } from '../tests/resilience/requests.ts';

export type Machines = { cluster: Cluster; pool: Pool; releases: TestReleases };

const SWITCHES = 4;
const VISIBLE_WITHIN_SECONDS = 5;
const READS_EVERY_MS = 50;
/** Nantes: radon 3, and 1 in the other edition. */
const SEEN_AT: Point = { longitude: -1.5536, latitude: 47.2184, address: '4 rue des Lilas 44109 Nantes' };

/** Activates another edition of the radon table, and rolls it back, several times under a light load. */
export async function changingReleases(machines: Machines): Promise<Part> {
  const { cluster, releases } = machines;
  const usual = (await releases.store.pointers()).radon?.release ?? '';
  const { communes } = territoryOf();
  const other = await releases.add('radon', {
    'radon.csv': radonTable(communes.map(({ name, insee }) => [name, insee, 1])),
  });
  const look = await lookerAt(cluster);
  await visibleEverywhere(machines, { release: usual, seen: 0 }, () => look('concerne'));
  const load = startLoad(machines);
  const seconds: number[] = [];
  for (let turn = 0; turn < SWITCHES; turn += 1) {
    const activate = (): Promise<void> =>
      releases.store.activate({ dataset: 'radon', release: other.id, force: other.id });
    seconds.push(await switched(machines, { release: other.id, by: activate, look: () => look('non_concerne') }));
    const rollback = async (): Promise<void> => void (await releases.store.rollback('radon'));
    seconds.push(await switched(machines, { release: usual, by: rollback, look: () => look('concerne') }));
  }
  const loaded = await load.stop();
  const editions = await editionsOf(machines.pool, loaded.references);
  return partOf(
    seconds,
    loaded,
    editions.filter((edition) => ![usual, other.id].includes(edition)),
  );
}

type Loaded = Counted & { references: string[] };

function partOf(seconds: number[], { requests, failures, references }: Loaded, strange: string[]): Part {
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  return {
    title: 'datasets: activation',
    notes: [
      `Two API processes and a worker over one bucket. Another edition of a dataset is activated, then rolled back, ${SWITCHES} times, while visitors ask for free previews and a customer issues statements, through the balancer and without retries. Until both API processes answer from it and the worker has opened it.`,
    ],
    figures: [
      atMost('visible to every process, slowest', Math.max(...seconds), { value: VISIBLE_WITHIN_SECONDS, unit: 's' }),
      atMost('requests that failed meanwhile', failed, { value: 0, unit: '' }),
      ...[...failures].map(([kind, count]) => info(`failed: ${kind}`, `${count}`)),
      info('requests, of which statements', `${requests}, ${references.length}`),
      info('each switch', `${seconds.map(shown).join(', ')} s`),
      holds('each statement names one of the two editions', strange),
    ],
  };
}

type Switch = { release: string; by: () => Promise<void>; look: () => Promise<boolean> };

/** Seconds until every process uses the release. */
async function switched(machines: Machines, { release, by, look }: Switch): Promise<number> {
  const [worker] = machines.cluster.workers;
  const seen = opened(worker?.pid() ?? 0, release);
  const from = performance.now();
  await by();
  await visibleEverywhere(machines, { release, seen }, look);
  return (performance.now() - from) / 1000;
}

async function visibleEverywhere(
  { cluster }: Machines,
  { release, seen }: { release: string; seen: number },
  look: () => Promise<boolean>,
): Promise<void> {
  const isOpened = (): boolean => cluster.workers.every((worker) => opened(worker.pid(), release) > seen);
  await until(async () => isOpened() && (await look()), { withinMs: 20_000 });
}

/** Number of times that a process has a release open: a former one stays open for a minute. */
function opened(pid: number, release: string): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => linkOf(`${folder}/${fd}`).endsWith(`/radon/${release}/rows.ndjson`)).length;
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Closed meanwhile.
    return '';
  }
}

/** Whether each API process, asked directly, says so about radon. */
async function lookerAt({ apis, url }: Cluster): Promise<(state: string) => Promise<boolean>> {
  const query = await previewOf(url, SEEN_AT);
  const visitors = apis.map((api) => createCustomer({ url: api.url, token: '' }));
  return async (state) => {
    const previews = await Promise.all(visitors.map((visitor) => visitor.call(readPreview, query)));
    return previews.every(({ rubriques }) =>
      rubriques.some(({ rubrique, etat }) => rubrique === 'radon' && etat === state),
    );
  };
}

async function previewOf(url: string, point: Point) {
  const parcel = await readParcel({ url, token: null, send: fetch }, point);
  if (parcel.kind !== 'ok') throw new Error(`no parcel at ${point.address}`);
  const query = { longitude: point.longitude, latitude: point.latitude };
  return { params: { code_parcelle: parcelCode(parcel.value) }, query };
}

/** Two readers of previews and one customer, each request counted. */
function startLoad({ cluster, pool }: Machines) {
  const counted = countRequests(cluster.url);
  const references: string[] = [];
  const state = { isOver: false };
  const places = ordinaryPlaces();
  const read = async (): Promise<void> => {
    const visitor = createCustomer({ url: cluster.url, token: '', send: counted.send });
    const query = await previewOf(cluster.url, SEEN_AT);
    while (!state.isOver) {
      await visitor.call(readPreview, query).catch(() => undefined);
      await sleep(READS_EVERY_MS);
    }
  };
  const buy = async (): Promise<void> => {
    const { token } = await openCustomer(pool, cluster.url, 500);
    const customer = createCustomer({ url: cluster.url, token, send: counted.send });
    while (!state.isOver) {
      const { value: place } = places.next();
      const issued = await customer.issue(place).catch(() => null);
      if (issued !== null) references.push(issued.reference);
    }
  };
  const running = Promise.all([read(), read(), buy()]);
  return {
    stop: async () => {
      state.isOver = true;
      await running;
      return { ...counted.result(), references };
    },
  };
}

async function editionsOf(pool: Pool, references: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ release: string | null }>(
    `select distinct facts #>> '{radon,provenance,edition,release}' as release
     from statement_edition where reference = any($1)`,
    [references],
  );
  return rows.map(({ release }) => release ?? 'none');
}
