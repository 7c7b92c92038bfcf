import { ATTESTATION_REFERENCE } from '@clairisque/contract/checks.ts';
import { REFERENCE } from '@clairisque/contract/verification.ts';
import type { Inclusion } from '@clairisque/contract/vigilance.ts';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { chained, NOTHING_BEFORE, pathTo, rootOf } from './chain.rules.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { transact } from '#platform/db/db.ts';
import {
  findEntries,
  findRoot,
  hashesOf,
  insertEntries,
  insertRoot,
  insertWaiting,
  lastEntry,
  lastRoot,
  listEndedDays,
  listRoots,
  lockLog,
  takeWaiting,
  type Entry,
  type Root,
} from './vigilance.queries.ts';
import * as contract from '@clairisque/contract/vigilance.ts';
import type { App } from '#platform/http/app.ts';
import { sendFile } from '#platform/http/file-answer.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { auditNightly } from './audit.service.ts';

type Document = { reference: string; sha256: string };
/** `reference`: of the attestation, of the new document, or the headings that were not obtained. */
type Line = {
  kind: 'confirmed' | 'changed' | 'incomplete';
  document: Document;
  at: Date;
  reference: string;
  sha256: string | null;
};

const WRITE: Record<Line['kind'], (line: Line & { instant: string }) => string> = {
  confirmed: ({ reference, sha256, document, instant }) =>
    `confirmed ${reference} sha256:${sha256} of ${document.reference} sha256:${document.sha256} ${instant}`,
  changed: ({ reference, document, instant }) =>
    `changed ${reference} of ${document.reference} sha256:${document.sha256} ${instant}`,
  incomplete: ({ reference, document, instant }) =>
    `incomplete ${document.reference} sha256:${document.sha256} without ${reference} ${instant}`,
};

/** The line of a check, in the transaction of its outcome. A test key's has none. */
export async function logCheck(deps: Pick<Deps, 'db' | 'mode'>, line: Line): Promise<void> {
  if (deps.mode === 'test') return;
  const instant = line.at.toISOString().replace(/\.\d+Z$/u, 'Z');
  await insertWaiting(deps.db, WRITE[line.kind]({ ...line, instant }));
}

const AT_ONCE = 2_000;

/**
 * Gives the lines that wait their rank and their hash, and each day that has ended its root. A day never goes back, even
 * if the clock does: what has a root is closed.
 */
export async function sealLog(deps: Pick<Deps, 'db' | 'jobs' | 'clock'>): Promise<void> {
  for (;;) {
    const taken = await transact(deps, async ({ db }) => {
      await lockLog(db);
      const [last, root] = [await lastEntry(db), await lastRoot(db)];
      const day = dayOf(deps.clock(), last, root);
      const lines = await takeWaiting(db, AT_ONCE);
      await insertEntries(db, entriesOf(lines, last, day));
      for (const ended of await listEndedDays(db, day)) await insertRoot(db, await rootOfDay(db, ended));
      return lines.length;
    });
    if (taken < AT_ONCE) return;
  }
}

function dayOf(now: Date, last: Entry | undefined, root: Root | undefined): string {
  const open = root === undefined ? '' : Temporal.PlainDate.from(root.day).add({ days: 1 }).toString();
  const days = [parisDate(now.toISOString()).toString(), last?.day ?? '', open];
  return days.toSorted().at(-1) ?? '';
}

function entriesOf(lines: readonly string[], last: Entry | undefined, day: string): Entry[] {
  let { rank, hash } = last ?? { rank: 0, hash: NOTHING_BEFORE };
  return lines.map((content) => {
    rank += 1;
    hash = chained(hash, content);
    return { rank, day, content, hash };
  });
}

async function rootOfDay(db: Deps['db'], day: string): Promise<Root> {
  const lines = await hashesOf(db, day);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`no line on ${day}`);
  return { day, first_rank: first.rank, last_rank: last.rank, root: rootOf(lines.map(({ hash }) => hash)) };
}

/** The lines about a document or an attestation, with what proves them. */
async function proveInclusion({ db }: Pick<Deps, 'db'>, reference: string): Promise<{ preuves: Inclusion[] }> {
  const named = reference.trim().toUpperCase();
  const isOurs = REFERENCE.test(named) || ATTESTATION_REFERENCE.test(named);
  const entries = isOurs ? await findEntries(db, named) : [];
  const preuves: Inclusion[] = [];
  for (const entry of entries) {
    preuves.push({
      rang: entry.rank,
      jour: entry.day,
      ligne: entry.content,
      precedente: entry.before ?? NOTHING_BEFORE,
      empreinte: entry.hash,
      preuve: await proofOf(db, entry),
    });
  }
  return { preuves };
}

const SIDES = { left: 'gauche', right: 'droite' } as const;

async function proofOf(db: Deps['db'], { day, rank }: Entry): Promise<Inclusion['preuve']> {
  const root = await findRoot(db, day);
  if (root === undefined) return null;
  const lines = await hashesOf(db, day);
  const path = pathTo(
    lines.map(({ hash }) => hash),
    lines.findIndex((line) => line.rank === rank),
  );
  return {
    racine: root.root,
    premier_rang: root.first_rank,
    dernier_rang: root.last_rank,
    chemin: path.map(({ side, hash }) => ({ cote: SIDES[side], empreinte: hash })),
  };
}

const LISTED = 400;
/** Some 300 years. */
const ALL = 100_000;

/** Roots of the days that have ended, newest first. */
async function publishedRoots({ db }: Pick<Deps, 'db'>, limit = LISTED) {
  const racines = (await listRoots(db, limit)).map(({ day, first_rank, last_rank, root }) => ({
    jour: day,
    premier_rang: first_rank,
    dernier_rang: last_rank,
    racine: root,
  }));
  return { racines };
}

/** The file that anyone may keep: a line for each day, oldest first. */
async function rootsFile(deps: Pick<Deps, 'db'>): Promise<string> {
  const { racines } = await publishedRoots(deps, ALL);
  return racines
    .toReversed()
    .map(({ jour, premier_rang, dernier_rang, racine }) => `${jour} ${premier_rang}-${dernier_rang} ${racine}\n`)
    .join('');
}

export const vigilanceRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...contract.readInclusion, handler: (request) => proveInclusion(deps, request.params.reference) });
  app.route({ ...contract.listRoots, handler: () => publishedRoots(deps) });
  app.route({
    ...contract.downloadRoots,
    handler: async (_request, reply) => {
      const type = 'text/plain; charset=utf-8';
      return sendFile(reply, { content: await rootsFile(deps), type, fileName: 'racines-clairisque.txt' });
    },
  });
};

export const vigilanceJobs: Job<Deps>[] = [
  recurringJob({ name: 'vigilance.seal', cron: '* * * * *', expireInSeconds: 300 }, sealLog),
  recurringJob(
    {
      name: 'vigilance.audit',
      cron: '10 4 * * *',
      hasDeadLetter: true,
      retryLimit: 5,
      retryDelayMax: 600,
      expireInSeconds: 3_600,
    },
    auditNightly,
  ),
];
