import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Facts } from '#domain/risks/facts.ts';
import { createExchangeRecord } from '#features/documents/documents.ts';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { createWorkshop, MAINLAND, radonTable, type Workshop } from '#test/datasets.ts';
import { middleOf } from '#test/departements.ts';
import { obtained, quietFacts } from '#test/facts.ts';
import { insertIssued, keepFile } from '#test/issued.ts';
import { aParcel, aPlace } from '#test/supplier-deps.ts';
import { statementsTouched } from '#tools/datasets-statements.ts';
import { JOBS } from '#wiring/worker.ts';
import { startProgram } from '../../../../tests/harness/program.ts';
import { until } from '../../../../tests/harness/until.ts';
import { forgetOldChanges, watchActivations } from './activations.service.ts';

const localFolder = mkdtempSync(join(tmpdir(), 'clairisque-local-'));
const ENV = { CLAIRISQUE_SOURCES: 'simulated-datasets', DATASETS_DIR: localFolder };

let app: TestApp;
let workshop: Workshop;
let accountId: number;
beforeAll(async () => {
  app = await createTestApp({ env: ENV });
  workshop = await createWorkshop(() => new Date(), app.filesDir);
  accountId = (await createAccount(app)).id;
});
afterAll(async () => {
  await app.close();
  await workshop.close();
  rmSync(localFolder, { recursive: true, force: true });
});
beforeEach(async () => {
  await app.database.query('truncate statement cascade', []);
  await app.database.query('delete from dataset_watch', []);
});

const MONTH_MS = 30 * 86_400_000;
const aMonthAgo = (): Date => new Date(Date.now() - MONTH_MS);
const never = new AbortController().signal;
const watch = () => watchActivations(app.deps, never);

async function imported(dataset: DatasetName, name: string, content: string): Promise<string> {
  const { manifest } = await workshop.import(dataset, await workshop.source({ [name]: content }), {
    publishedOn: '2026-01-01',
  });
  return manifest.id;
}

const radon = (...rows: [name: string, code: string, potential: number][]): Promise<string> =>
  imported('radon', 'radon.csv', radonTable(rows));

async function activate(dataset: DatasetName, release: string): Promise<void> {
  await workshop.store.activate({ dataset, release, force: release });
  await app.deps.datasets?.refresh();
}

type Given = {
  commune?: string;
  at?: [number, number];
  facts?: Partial<Facts>;
  issuedAt?: Date;
  /** Commune of a second parcel. */
  second?: string;
};
type Issued = { id: number; reference: string; key: string };

/** A statement as issued: its row, its facts, and the suppliers' answers with its place. */
async function issue({ commune = '48095', at = [3.5, 44.5], facts = {}, issuedAt = aMonthAgo(), second }: Given) {
  const [longitude, latitude] = at;
  const place: Place = aPlace({
    longitude,
    latitude,
    inseeCodes: [commune, ...(second === undefined ? [] : [second])],
    parcels: [commune, ...(second === undefined ? [] : [second])].map((code, index) => ({
      ...aParcel(longitude + index * 0.001, latitude),
      commune: code,
      communeName: code,
    })),
  });
  const draft = { code_parcelle: `000-AB-0001@${commune}`, longitude, latitude };
  const communes = second === undefined ? null : place.inseeCodes.map((code) => ({ nom: code, code_insee: code }));
  const { id, references } = await insertIssued(app.database.db, { accountId, issuedAt, draft });
  const reference = references[0] ?? '';
  const packed = await createExchangeRecord().pack({ reference, issuedAt: issuedAt.toISOString(), place });
  const { key, sha256 } = await keepFile(app.deps, `statements/${accountId}/${reference}.answers.gz`, packed);
  const { coastlineRetreat: shoreline, ...others } = quietFacts(facts);
  await app.database.query(
    'update statement_edition set facts = $1, answers_key = $2, answers_sha256 = $3 where statement_id = $4',
    [JSON.stringify({ ...others, shoreline }), key, sha256, id],
  );
  await app.database.query('update statement set communes = $1 where id = $2', [
    communes && JSON.stringify(communes),
    id,
  ]);
  return { id, reference, key } satisfies Issued;
}

const LEVEL_3 = { radon: obtained({ potential: 3 as const }) };
const LEVEL_2 = { radon: obtained({ potential: 2 as const }) };
const changes = () =>
  app.database.db.selectFrom('statement_change').selectAll().orderBy('activated_at').orderBy('statement_id').execute();
const watched = () => app.database.db.selectFrom('dataset_watch').selectAll().where('dataset', '=', 'radon').execute();

it('an activation: the statements in validity that would say something else, and what; once; then the rollback', async () => {
  const one = await radon(['MENDE', '48095', 3], ['NICE', '06088', 1]);
  const other = await radon(['MENDE', '48095', 2], ['NICE', '06088', 1]);
  await activate('radon', one);
  const { id } = await issue({ facts: LEVEL_3 });
  const closed = await issue({ facts: LEVEL_3 });
  await app.database.query('update statement set closed_at = now() where id = $1', [closed.id]);
  await issue({ facts: LEVEL_3, issuedAt: new Date(Date.now() - 7 * MONTH_MS) });
  await issue({ commune: '06088' });
  await watch();
  expect(await changes()).toEqual([]);
  expect(await watched()).toMatchObject([{ dataset: 'radon', release: one, next_release: null }]);

  await activate('radon', other);
  await watch();
  const found = await changes();
  expect(found).toMatchObject([
    {
      statement_id: id,
      edition: 1,
      dataset: 'radon',
      former_release: one,
      release: other,
      sentences: [
        expect.stringMatching(/^Potentiel radon\s: .*plus concerné\s; niveau\s2 \(niveau\s3 auparavant\)\.$/),
      ],
      document_agrees: false,
    },
  ]);
  await watch();
  expect(await changes()).toEqual(found);

  // Issued from the release that is then left.
  const later = await issue({ facts: LEVEL_2, issuedAt: new Date() });
  await workshop.store.rollback('radon');
  await app.deps.datasets?.refresh();
  // Issued from the release that is now active: it says nothing else.
  await issue({ facts: LEVEL_3, issuedAt: new Date(Date.now() + 1_000) });
  await watch();
  expect((await changes()).slice(1)).toMatchObject([
    { statement_id: id, former_release: other, release: one, document_agrees: true },
    { statement_id: later.id, document_agrees: false, sentences: [expect.stringMatching(/niveau\s3 \(niveau\s2/)] },
  ]);
  await forgetOldChanges({ ...app.deps, clock: () => new Date(Date.now() + 366 * 86_400_000) });
  expect(await changes()).toEqual([]);
});

it('parcels in two communes: a change in the second one, or in the first', async () => {
  const asIssued = await radon(['MENDE', '48095', 1], ['BADAROUX', '48013', 1]);
  const inSecond = await radon(['MENDE', '48095', 1], ['BADAROUX', '48013', 3]);
  const inBoth = await radon(['MENDE', '48095', 2], ['BADAROUX', '48013', 3]);
  const { id } = await issue({ second: '48013', facts: { radon: obtained({ potential: 1 as const }) } });
  const alone = await issue({ facts: { radon: obtained({ potential: 1 as const }) } });
  await activate('radon', asIssued);
  await watch();
  await activate('radon', inSecond);
  await watch();
  expect(await changes()).toMatchObject([
    { statement_id: id, sentences: [expect.stringMatching(/niveau\s3 \(niveau\s1 auparavant\)/)] },
  ]);

  // The highest answers for the property: it does not change.
  await activate('radon', inBoth);
  await watch();
  expect((await changes()).slice(1)).toMatchObject([
    { statement_id: alone.id, sentences: [expect.stringMatching(/niveau\s2 \(niveau\s1 auparavant\)/)] },
  ]);
});

it('a site that appears: statements around it only', async () => {
  const header = 'identifiant;type;lieu;precision_lieu;code_insee;longitude;latitude';
  const everywhere = MAINLAND.map((one) => `X${one};Glissement;;précis;${one}001;${middleOf(one).join(';')}`);
  const table = (...rows: string[]): Promise<string> =>
    imported('ground-movements', 'mvt.csv', [header, ...everywhere, ...rows, ''].join('\n'));
  const one = await table();
  const other = await table('7;Éboulement;La Falaise;précis;48095;3.5;44.503');
  const near = await issue({});
  await issue({ at: [3.5, 44.52] });
  await issue({ at: [3.9, 44.5] });
  await activate('ground-movements', one);
  await watch();
  await activate('ground-movements', other);
  await watch();
  expect(await changes()).toMatchObject([
    { statement_id: near.id, sentences: [expect.stringMatching(/^Mouvements de terrain\s: 1\smouvement en plus/)] },
  ]);
});

it('a statement whose answers cannot be read says so; the others are compared', async () => {
  const [one, other] = [await radon(['MENDE', '48095', 3]), await radon(['MENDE', '48095', 2])];
  const damaged = await issue({ facts: LEVEL_3 });
  await app.deps.files.put(damaged.key, Buffer.from('other'));
  const sound = await issue({ facts: LEVEL_3 });
  await activate('radon', one);
  await watch();
  await activate('radon', other);
  await watch();
  expect(await changes()).toMatchObject([
    { statement_id: damaged.id, document_agrees: null, sentences: [expect.stringContaining('n’a pas été faite')] },
    { statement_id: sound.id, document_agrees: false },
  ]);
});

it('a release that was removed before its comparison ends the comparison', async () => {
  const [one, other] = [await radon(['MENDE', '48095', 3]), await radon(['MENDE', '48095', 2])];
  await issue({ facts: LEVEL_3 });
  await activate('radon', one);
  await watch();
  await activate('radon', other);
  await workshop.store.remove('radon', one);
  await watch();
  expect(await changes()).toEqual([]);
  expect(await watched()).toMatchObject([{ release: other, next_release: null }]);
});

it('kill -9 of the worker in the middle → the next run compares the rest, each statement once', async () => {
  const [one, other] = [await radon(['MENDE', '48095', 3]), await radon(['MENDE', '48095', 2])];
  const statements: Issued[] = [];
  for (let i = 0; i < 60; i += 1) statements.push(await issue({ facts: LEVEL_3 }));
  await activate('radon', one);
  await watch();
  await activate('radon', other);

  const preload = pathToFileURL(join(import.meta.dirname, '../../../test/killed-at.ts')).href;
  const worker = await startProgram({
    command: ['server/src/main.ts', 'worker'],
    env: {
      ...process.env,
      ...ENV,
      DATABASE_URL: app.database.serviceUrl,
      FILES_DIR: app.filesDir,
      SIMULATORS_URL: inject('simulatorsUrl'),
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: `--import=${preload}`,
      KILLED_AT: `${statements[54]?.reference}[.]answers`,
    },
  });
  const kind = JOBS.find(({ kind }) => kind.name === 'datasets.watch')?.kind;
  if (kind === undefined) throw new Error('no such job');
  await app.deps.jobs.enqueue(app.deps.db, kind, {});
  await until(() => Promise.resolve(!worker.isRunning()), { withinMs: 60_000 });
  const before = await changes();
  expect(before).toHaveLength(50);
  expect(await watched()).toMatchObject([{ next_release: other, after_statement: statements[49]?.id }]);

  await watch();
  const after = await changes();
  expect(after.map(({ statement_id }) => statement_id)).toEqual(statements.map(({ id }) => id));
  expect(after.slice(0, 50)).toEqual(before);
  expect(await watched()).toMatchObject([{ release: other, next_release: null }]);
});

it('the operator reads how many statements two releases touch, and what changes in the first ones', async () => {
  const [one, other] = [
    await radon(['MENDE', '48095', 3], ['NICE', '06088', 1]),
    await radon(['MENDE', '48095', 2], ['NICE', '06088', 1]),
  ];
  const { reference } = await issue({ facts: LEVEL_3 });
  for (let i = 0; i < 21; i += 1) await issue({ facts: LEVEL_3 });
  await issue({ commune: '06088' });
  const comparer = app.deps.datasets;
  if (comparer === null) throw new Error('no datasets');
  const lines = await statementsTouched({ ...app.deps, comparer }, { dataset: 'radon', former: one, next: other });
  expect(lines).toHaveLength(22);
  expect(lines[0]).toBe('  états des risques en validité à ces endroits : 22 ; qui diraient autre chose : 22');
  expect(lines[1]).toMatch(new RegExp(`^ {2}${reference} : Potentiel radon\\s: .*niveau\\s2`));
  expect(lines.at(-1)).toMatch(/^ {2}et 2\sautres$/);
});
