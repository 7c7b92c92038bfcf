import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { climbed, NOTHING_BEFORE, type Step } from './chain.rules.ts';
import { call, createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { runSupport } from '#tools/support-console.ts';
import { JOBS } from '#wiring/worker.ts';
import { sealLog } from './vigilance.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const sealAt = async (instant: string): Promise<void> => {
  app.deps.clock = () => new Date(instant);
  await Promise.all([sealLog(app.deps), sealLog(app.deps), sealLog(app.deps)]);
};
const issueAt = async (accountId: number, instant: string): Promise<string> =>
  (await insertIssued(app.database.db, { accountId, issuedAt: new Date(instant) })).references[0] ?? '';
const audit = () => runSupport(app.deps, ['journal'], 'essai');
/** What the nightly job tells the operator. */
async function auditedAtNight(): Promise<unknown[]> {
  const told: unknown[] = [];
  const log = { error: (what: unknown) => void told.push(what) };
  const nightly = JOBS.find(({ kind }) => kind.name === 'vigilance.audit');
  await nightly?.run({ ...app.deps, log } as never, {}, new AbortController().signal);
  return told;
}

type Proof = {
  rang: number;
  ligne: string;
  precedente: string;
  empreinte: string;
  jour: string;
  preuve: { racine: string; chemin: { cote: string; empreinte: string }[] } | null;
};
const proofsOf = async (reference: string): Promise<Proof[]> =>
  ((await call(app, ['GET', `/api/v2/verification/${reference}/preuve/`])).body as { preuves: Proof[] }).preuves;

function expectProved(proof: Proof | undefined): void {
  const { chemin = [], racine } = proof?.preuve ?? {};
  const path = chemin.map(({ cote, empreinte: hash }): Step => ({ side: cote === 'gauche' ? 'left' : 'right', hash }));
  expect(climbed(proof?.empreinte ?? '', path)).toBe(racine);
}

it('each edition has its line, once on any worker; each ended day its root, which a proof leads to; a clock that goes back reopens none', async () => {
  const { id } = await createAccount(app);
  const references: string[] = [];
  for (let hour = 10; hour < 15; hour += 1) references.push(await issueAt(id, `2027-03-27T${hour}:00:00Z`));
  const first = references[0] ?? '';
  expect(await proofsOf(first)).toEqual([]);
  await sealAt('2027-03-27T15:00:00Z');
  expect(await proofsOf(first)).toMatchObject([
    { rang: 1, jour: '2027-03-27', precedente: NOTHING_BEFORE, preuve: null },
  ]);
  const late = await issueAt(id, '2027-03-28T22:30:00Z');
  // The night of the change of hour: it is the 29th in Paris.
  await sealAt('2027-03-28T22:30:00Z');
  for (const reference of references) expectProved((await proofsOf(reference))[0]);
  const before = await issueAt(id, '2027-03-27T16:00:00Z');
  await sealAt('2027-03-27T16:00:00Z');
  expect(await proofsOf(before)).toMatchObject([{ jour: '2027-03-29', preuve: null }]);
  expect(await proofsOf(late)).toMatchObject([{ jour: '2027-03-29' }]);
  const { racines } = (await call(app, ['GET', '/api/v2/statut/racines/'])).body as {
    racines: { jour: string; racine: string }[];
  };
  expect(racines).toMatchObject([{ jour: '2027-03-27', premier_rang: 1, dernier_rang: 5 }]);
  const file = await (await fetch(`${app.url}/racines.txt`)).text();
  expect(file).toBe(`2027-03-27 1-5 ${racines[0]?.racine}\n`);
  expect(await audit()).toMatchObject({ code: 0 });

  // Without us: docs/verifier.mjs, with the published roots, then with a copy that differs.
  const program = resolve(import.meta.dirname, '../../../../docs/verifier.mjs');
  const folder = await mkdtemp(join(tmpdir(), 'clairisque-verifier-'));
  const kept = join(folder, 'racines.txt');
  await writeFile(kept, file.replace(/.\n$/, 'x\n'));
  const run = (reference: string, ...copy: string[]) =>
    promisify(execFile)(process.execPath, [program, app.url, reference, ...copy]);
  for (const reference of references.slice(0, 5)) {
    expect((await run(reference)).stdout).toMatch(/^dans la racine publiée : ligne \d du 2027-03-27, edition ERP/);
  }
  expect((await run(late)).stdout).toMatch(/^racine non publiée/);
  expect((await run('ERP-2026-999999')).stdout).toBe('ERP-2026-999999 : aucune ligne\n');
  await expect(run(first, kept)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^NE CORRESPOND PAS/),
  });
  await rm(folder, { recursive: true });
});

it('the service may neither change, remove nor empty a line; the owner of the database may, and one byte, one row, one order is found', async () => {
  const service = (text: string) => app.deps.db.executeQuery(sql.raw(text).compile(app.deps.db));
  for (const change of [
    'update vigilance_entry set content = content',
    'delete from vigilance_entry',
    'update vigilance_root set root = root',
  ])
    await expect(service(change)).rejects.toThrow(/permission denied/);
  const owner = app.database.query;
  await expect(owner('delete from vigilance_entry', [])).rejects.toThrow(/append-only/);
  const altered = async (...changes: string[]): Promise<string> => {
    await owner('alter table vigilance_entry disable trigger user', []);
    await owner('create table kept as select * from vigilance_entry', []);
    await owner('create table kept_editions as select * from statement_edition', []);
    for (const change of changes) await owner(change, []);
    const { text, code } = await audit();
    expect([code, changes]).toEqual([1, changes]);
    expect(await auditedAtNight()).toMatchObject([{ page: true, faults: text.split('\n').slice(0, -1) }]);
    await owner('delete from vigilance_entry', []);
    await owner('insert into vigilance_entry select * from kept', []);
    await owner(
      'update statement_edition e set file_sha256 = k.file_sha256 from kept_editions k where k.reference = e.reference',
      [],
    );
    await owner('drop table kept, kept_editions', []);
    await owner('alter table vigilance_entry enable trigger user', []);
    expect([await audit(), await auditedAtNight()]).toMatchObject([{ code: 0 }, []]);
    return text;
  };
  expect(await altered("update vigilance_entry set content = content || ' ' where rank = 3")).toContain(
    'la ligne 3 a été modifiée',
  );
  expect(await altered('delete from vigilance_entry where rank = 4')).toContain('il manque une ligne avant la ligne 5');
  expect(
    await altered(
      'update vigilance_entry a set content = b.content, hash = b.hash from vigilance_entry b where a.rank in (1, 2) and b.rank = 3 - a.rank',
    ),
  ).toContain('déplacée');
  expect(
    await altered(
      "update statement_edition set file_sha256 = repeat('f', 64) where reference = (select split_part(content, ' ', 2) from vigilance_entry where rank = 2)",
    ),
  ).toContain('n’est pas ce que sa ligne décrit');
  expect(await altered('delete from vigilance_entry where rank = (select max(rank) from vigilance_entry)')).toContain(
    'n’a pas de ligne',
  );
});
