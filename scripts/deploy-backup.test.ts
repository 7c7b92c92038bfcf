import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp, keptBases } from '../deploy/backup/nightly.ts';
import { restoreInPlace } from '../deploy/backup/restore.ts';
import { startDatabase } from '../tests/harness/database.ts';
import { startPostgres, type Postgres } from './postgres.ts';

let folder: string;
let places: Record<'data' | 'documents' | 'to', string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clairisque-backup-'));
  places = { data: join(folder, 'postgres'), documents: join(folder, 'documents'), to: join(folder, 'backup') };
  mkdirSync(join(places.to, 'wal'), { recursive: true });
  mkdirSync(join(places.documents, 'statements/1'), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = (): Record<string, string> => ({
  archive_mode: 'on',
  archive_command: `sh "${resolve('deploy/backup/archive-wal.sh')}" "${places.to}/wal" "%p" "%f"`,
});

async function ask<T>({ url }: Pick<Postgres, 'url'>, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

async function archived(postgres: Pick<Postgres, 'url'>): Promise<void> {
  const [{ name } = { name: '' }] = await ask<{ name: string }>(
    postgres,
    'select pg_walfile_name(pg_switch_wal()) as name',
  );
  await expect.poll(() => existsSync(join(places.to, 'wal', `${name}.gz`))).toBe(true);
}

const sold = async (postgres: Pick<Postgres, 'url'>): Promise<string[]> =>
  (await ask<{ what: string }>(postgres, 'select what from sale order by at')).map(({ what }) => what);

const document = (name: string): string => join(places.documents, 'statements/1', name);

/** The machine is lost: a new disk has only the backup. */
async function restored(at: Date | null): Promise<{ postgres: Postgres; data: string }> {
  const data = join(mkdtempSync(join(folder, 'machine-')), 'postgres');
  const [base = ''] = readdirSync(join(places.to, 'base')).toSorted().toReversed();
  const archive = join(places.to, 'wal');
  await restoreInPlace({ backup: join(places.to, 'base', base), archive, data, at, owner: null });
  cpSync(`${places.data}.password`, `${data}.password`);
  const postgres = await startPostgres({ dataDir: data });
  await expect.poll(() => ask(postgres, 'select pg_is_in_recovery() as busy')).toEqual([{ busy: false }]);
  return { postgres, data };
}

it('the backup of one machine → restored on another disk: sales until the last archived minute, or a chosen instant', async () => {
  const postgres = await startDatabase({ dataDir: places.data, settings: settings() });
  await ask(postgres, 'create table sale (what text, at timestamptz default clock_timestamp())');
  await ask(postgres, `insert into sale values ('before the backup')`);
  writeFileSync(document('a.pdf'), 'a');
  writeFileSync(document('b.pdf'), 'b');
  const said = await backUp({ url: postgres.url, ...places });
  // The test's disk is the database's: it must be said, and not called a backup.
  expect(said).toEqual([expect.stringMatching(/BUT ON THE DATABASE'S OWN DISK/)]);
  expect(existsSync(join(places.to, 'last'))).toBe(false);
  await ask(postgres, `insert into sale values ('after the backup')`);
  const [{ at } = { at: new Date() }] = await ask<{ at: Date }>(postgres, 'select clock_timestamp() as at');
  await ask(postgres, `insert into sale values ('after the chosen instant')`);
  await archived(postgres);
  await ask(postgres, `insert into sale values ('never archived')`);
  // A clean stop would archive it.
  await postgres.kill();
  rmSync(places.data, { recursive: true });

  const whole = await restored(null);
  expect(await sold(whole.postgres)).toEqual(['before the backup', 'after the backup', 'after the chosen instant']);
  // It is written to again, and backed up from its new timeline.
  await ask(whole.postgres, `insert into sale values ('after the restore')`);
  await whole.postgres.stop();
  const chosen = await restored(at);
  expect(await sold(chosen.postgres)).toEqual(['before the backup', 'after the backup']);
  await chosen.postgres.stop();
  expect(readdirSync(join(places.to, 'documents/statements/1'))).toEqual(['a.pdf', 'b.pdf']);
  const [wal = ''] = readdirSync(join(places.to, 'wal')).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
  expect(statSync(join(places.to, 'wal', wal)).size).toBeLessThan(8 * 1_024 * 1_024);
});

it('a second backup: a removed document is kept apart for 35 days, what no kept backup needs is removed', async () => {
  const data = join(folder, 'second');
  const postgres = await startPostgres({ dataDir: data, settings: settings() });
  const day = (n: number): Date => new Date(Date.UTC(2026, 10, 1, 2) + n * 86_400_000);
  const of = { url: postgres.url, ...places, data };
  rmSync(join(places.to, 'base'), { recursive: true });
  rmSync(join(places.to, 'wal'), { recursive: true });
  mkdirSync(join(places.to, 'wal'));
  await backUp(of, day(0));
  rmSync(document('b.pdf'));
  const first = readdirSync(join(places.to, 'wal')).toSorted()[0] ?? '';
  await backUp(of, day(1));
  const removed = (): string[] =>
    existsSync(join(places.to, 'removed'))
      ? readdirSync(join(places.to, 'removed'), { recursive: true, encoding: 'utf8' })
      : [];
  expect(readdirSync(join(places.to, 'documents/statements/1'))).toEqual(['a.pdf']);
  expect(removed().filter((path) => path.endsWith('statements/1/b.pdf'))).toHaveLength(1);
  await backUp(of, day(40));
  expect(removed()).toEqual([]);
  expect(readdirSync(join(places.to, 'base'))).toEqual(['2026-12-11T02-00-00.000Z']);
  expect(existsSync(join(places.to, 'wal', first))).toBe(false);
  await postgres.stop();
});

it('base backups: each of the last days, then each Sunday of five weeks, and always the newest', () => {
  const now = new Date('2026-11-28T03:00:00Z');
  const names = Array.from({ length: 50 }, (_, n) =>
    new Date(now.getTime() - n * 86_400_000 - 3_600_000).toISOString().replaceAll(':', '-'),
  );
  const days = keptBases(names, now).map((name) => name.slice(5, 10));
  expect(days).toEqual([
    '10-25',
    '11-01',
    '11-08',
    '11-15',
    '11-21',
    '11-22',
    '11-23',
    '11-24',
    '11-25',
    '11-26',
    '11-27',
    '11-28',
  ]);
  expect(keptBases(['2020-01-01T02-00-00.000Z'], now)).toHaveLength(1);
});

it('an archived WAL file passed again is accepted, another of its name is refused', () => {
  const archive = mkdtempSync(join(folder, 'twice-'));
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  writeFileSync(one, 'x'.repeat(1_000));
  writeFileSync(other, 'y'.repeat(1_000));
  const pass = (file: string): void =>
    void execFileSync('sh', ['deploy/backup/archive-wal.sh', archive, file, '000000010000000000000001']);
  pass(one);
  pass(one);
  expect(() => pass(other)).toThrow('archive-wal.sh');
  expect(readdirSync(archive)).toEqual(['000000010000000000000001.gz']);
});

it('the guide’s command to restore one machine has the options of the program, and the folders of compose.yaml', () => {
  const guide = readFileSync('deploy/backup/README.md', 'utf8').replaceAll(/\s*\\?\n\s*/g, ' ');
  const [, command = ''] = /(deploy\/backup\/restore\.ts --.*?) dc up/.exec(guide) ?? [];
  const asked = ['--backup /backup/base/INSTANT', '--archive /backup/wal', '--data /restored/18/docker', '--owner 999'];
  for (const option of asked) expect(command).toContain(option);
  const compose = readFileSync('deploy/compose.yaml', 'utf8');
  for (const used of ['/backup/wal %p %f', '/var/lib/postgresql/18/docker', "user: '999:999'"])
    expect(compose).toContain(used);
});
