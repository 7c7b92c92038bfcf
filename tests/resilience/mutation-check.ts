import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ordinaryPlaces } from '../harness/places.ts';
import { holds, type Figure, type Part } from '../harness/report.ts';
import { startCluster, type Cluster } from '../harness/cluster.ts';
import { newcomer, nextPlace, renewAged, type Site } from './faults.virtual-users.ts';
import { openStores } from './faults.environment.ts';
import { backlog, brokenInvariants } from './invariants.ts';
import type { Stores } from './invariants.types.ts';
import { MUTATIONS, type Mutation } from './mutation-check.mutations.ts';
import type { Confirmed } from './person.ts';
import type { Visitor } from './visitor.ts';

const QUIET_WITHIN_MS = 60_000;

/**
 * `npm run trials -- mutation-check`: mutation check of the invariants. A few random histories leave a consistent
 * ledger; then one row or file after another is lost, doubled or changed in a copy, and the check that guards it must
 * fail.
 */
export async function run(): Promise<Part[]> {
  const cluster = await startCluster({ apis: 1, workers: 1 });
  const stores = openStores(cluster);
  try {
    const everybody = await liveOn({ url: cluster.url, stores }, stores);
    const sound = (await brokenInvariants(stores, everybody)).map(({ rule, what }) => `${rule}: ${what.join(', ')}`);
    const lies = await mutatedConfirmations(stores, everybody);
    // Copying a database requires that it has no connections.
    for (const program of [...cluster.apis, ...cluster.workers]) await program.stop();
    await Promise.all([stores.pool.end(), stores.db.destroy()]);
    const figures: Figure[] = [];
    for (const mutation of MUTATIONS) figures.push(await found(cluster, mutation, everybody));
    return [
      { title: 'Before', notes: [NOTE], figures: [holds('before any mutation', sound)] },
      { title: 'Mutations, and the rules that detect them', notes: [], figures: [...figures, ...lies] },
    ];
  } finally {
    await cluster.stop();
  }
}

const NOTE =
  'Three accounts by the real product: purchases, statements, a renewal, downloads, invoices, a withdrawal, an erasure.';

async function liveOn(site: Site, { pool }: Stores): Promise<Visitor[]> {
  const places = ordinaryPlaces();
  const [keeps, withdraws, leaves] = [newcomer(site, 1), newcomer(site, 2), newcomer(site, 3)];
  const issue = async (visitor: Visitor): Promise<number> => {
    await visitor.arrive();
    await visitor.buy('PA1');
    const issued = await visitor.issue(nextPlace(places));
    if (issued.kind !== 'ok') throw new Error(`not issued: ${JSON.stringify(issued)}`);
    return issued.value.id;
  };
  const id = await issue(keeps);
  await renewAged(site, keeps, id);
  await keeps.download(id);
  for (const visitor of [withdraws, leaves]) await issue(visitor);
  // Until the files of their invoices are printed.
  await quiet(pool);
  await keeps.invoices();
  await withdraws.withdraw();
  await leaves.leave();
  await quiet(pool);
  return [keeps, withdraws, leaves];
}

async function quiet(pool: Stores['pool']): Promise<void> {
  for (const deadline = Date.now() + QUIET_WITHIN_MS; ; await sleep(200)) {
    const left = await backlog(pool);
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still under way: ${left.join(', ')}`);
  }
}

/** In a copy of the database; the files are restored. */
async function found(cluster: Cluster, { name, rule, commit }: Mutation, everybody: Visitor[]): Promise<Figure> {
  const stores = openStores({ ...cluster, databaseUrl: await copyOf(cluster.databaseUrl) });
  const undo = await commit(stores);
  const broken = await brokenInvariants(stores, everybody);
  undo();
  await Promise.all([stores.pool.end(), stores.db.destroy()]);
  const rules = broken.map((one) => one.rule);
  return rule === null ? holds(name, rules) : red(name, rules, rule);
}

const red = (name: string, rules: string[], wanted: RegExp): Figure => ({
  name,
  measured: rules.join('; ') || 'nothing',
  target: wanted.source,
  met: rules.some((rule) => wanted.test(rule)),
});

async function copyOf(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const original = url.pathname.slice(1);
  url.pathname = '/template1';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query('drop database if exists mutated with (force)');
  await client.query(`create database mutated template ${original} strategy file_copy`);
  await client.end();
  url.pathname = '/mutated';
  return url.href;
}

/** Every kind of confirmation, of something false. */
async function mutatedConfirmations(stores: Stores, everybody: Visitor[]): Promise<Figure[]> {
  const [visitor] = everybody;
  if (visitor === undefined) throw new Error('no connection');
  const { email } = visitor;
  const lies: Confirmed[] = [
    { what: 'account', email: 'nobody@exemple.fr' },
    { what: 'activated', email: 'nobody@exemple.fr' },
    { what: 'paid', sessionId: 'cs_none' },
    { what: 'credits', sessionId: 'cs_none', credits: 5, invoice: null },
    { what: 'drafted', id: 999_999 },
    { what: 'issued', id: 1, reference: 'ERP-0000-000000' },
    { what: 'renewed', id: 999_999, reference: null },
    { what: 'document', id: 1, sha256: 'none' },
    { what: 'invoice', number: 'F-0000-000000', sha256: 'none' },
    { what: 'withdrawn', order: 'none' },
    { what: 'erased', email, isSure: true },
  ];
  const figures: Figure[] = [];
  for (const lie of lies) {
    const broken = await brokenInvariants(stores, [{ email, confirmed: [lie] }]);
    figures.push(
      red(
        `a false confirmation: ${lie.what}`,
        broken.map(({ rule }) => rule),
        /each confirmation is true/,
      ),
    );
  }
  return figures;
}
