import { createHash, randomBytes } from 'node:crypto';
import type { EventData, EventType } from '@clairisque/contract/common/events.ts';
import { statementKey } from '@clairisque/contract/common/v3.ts';
import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { confirmationDocument } from '#domain/statement-document/confirmation-document.ts';
import { REASONS } from '#domain/statement-document/sources.ts';
import { statementFolder, type Edition } from '#features/documents/documents.ts';
import { emitForAccount } from '#features/events/events.ts';
import { lockUnchanged, updateStatement, type Again, type Comparison } from '#features/issuance/issuance.ts';
import { logCheck } from '#features/vigilance/vigilance.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { announcePendingFiles, confirmPendingFiles, removePendingFiles } from '#platform/files/pending-files.ts';
import { attestEdition } from '#platform/security/signing.ts';
import { countAttested, type CheckRow, type MissingHeading } from './checks.queries.ts';
import { lockRunning, writeCheck, type Claimed } from './running.queries.ts';
import { tellChanged, tellConfirmed, tellIncomplete } from './told.service.ts';

/** A check that this worker has, the document that it compares, and what the sources say now. */
export type Running = {
  check: Claimed;
  until: Date;
  statement: Parameters<typeof updateStatement>[1]['statement'];
  former: Edition;
};
/** False when the check is no longer this worker's, or its statement changed meanwhile: nothing was written. */
type Written = Promise<boolean>;

const ownedBy = ({ statement }: Running) => ({ accountId: statement.account_id, id: statement.id });

/** Locks the account, the statement, then the check, as every writer does. */
async function lockAll(deps: Deps, running: Running): Promise<CheckRow | undefined> {
  const locked = await lockUnchanged(deps, ownedBy(running), running.former);
  return locked && lockRunning(deps.db, { id: running.check.id, until: running.until });
}

const aboutDocument = ({ former }: Running) => ({
  edition: former.edition,
  document_reference: former.reference,
  document_sha256: former.sha256,
});

/** Nothing changed: prints and keeps its attestation. */
export async function confirm(deps: Deps, running: Running, again: Again): Written {
  const made = await printConfirmation(deps, running, again);
  await announcePendingFiles(deps, [made.key]);
  await deps.files.put(made.key, made.pdf);
  try {
    const isWritten = await transact(deps, (deps) => writeConfirmed(deps, running, made));
    if (!isWritten) await removePendingFiles(deps, [made.key]);
    return isWritten;
  } catch (error) {
    // After a database error the commit may have succeeded: the sweep decides later.
    if (error instanceof AppError) await removePendingFiles(deps, [made.key]);
    throw error;
  }
}

type Made = { at: Date; reference: string; key: string; sha256: string; pdf: Buffer };

async function printConfirmation(deps: Deps, { statement, former }: Running, { findings }: Again): Promise<Made> {
  const at = deps.clock();
  const reference = `${former.reference}-V${(await countAttested(deps.db, statement.id)) + 1}`;
  const content = confirmationDocument({
    reference,
    checkedAt: at,
    expiresOn: Temporal.PlainDate.from(former.expiresOn),
    document: {
      reference: former.reference,
      issuedOn: parisDate(former.issuedAt.toISOString()),
      sha256: former.sha256,
      commune: former.communeName,
    },
    findings,
    specimen: deps.specimen,
    verificationUrl: `${deps.publicUrl}/verification/${reference}`,
  });
  const pdf = await deps.typst.render('confirmation', content, {});
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const name = `${sha256}-${randomBytes(4).toString('hex')}.pdf`;
  return { at, reference, sha256, pdf, key: `${statementFolder(statement.account_id)}/${statement.id}/${name}` };
}

async function writeConfirmed(deps: Deps, running: Running, { at, reference, key, sha256 }: Made): Written {
  if ((await lockAll(deps, running)) === undefined) return false;
  const attested = await attestEdition(deps, { reference, issuedAt: at, sha256 });
  await writeCheck(deps.db, running.check.id, {
    ...aboutDocument(running),
    ended_at: at,
    next_at: null,
    outcome: 'unchanged',
    missing: null,
    sentences: [],
    reference,
    file_key: key,
    file_sha256: sha256,
    attestation: attested.line,
    signature: attested.signature,
  });
  await confirmPendingFiles(deps.db, [key]);
  await logCheck(deps, { kind: 'confirmed', document: running.former, at, reference, sha256 });
  await emit(deps, running, {
    type: 'statement.confirmed',
    beside: { attestation: reference, attestation_sha256: sha256 },
  });
  await tellConfirmed(deps, running.check);
  return true;
}

/** Something changed: issues the edition that replaces the document, and tells whoever received it. */
export async function replace(
  deps: Deps,
  running: Running,
  { again, comparison }: { again: Again; comparison: Comparison },
): Written {
  const { statement, former, check, until } = running;
  return updateStatement(deps, { statement, former, again }, async (deps, issued) => {
    // A check that was taken over writes no edition: the transaction is undone.
    if ((await lockRunning(deps.db, { id: check.id, until })) === undefined) throw new TakenOver();
    const at = deps.clock();
    await writeCheck(deps.db, check.id, {
      ...aboutDocument(running),
      ended_at: at,
      next_at: null,
      outcome: 'changed',
      missing: null,
      sentences: comparison.changes,
      new_reference: issued.reference,
    });
    await logCheck(deps, { kind: 'changed', document: former, at, reference: issued.reference, sha256: null });
    await emitForAccount(deps, check.account_id, {
      type: 'statement.changed',
      data: { ...issued, replaces: former.reference, changes: comparison.changes.length },
    });
    const root = former.updates ?? former.completes?.edition ?? former.edition;
    await tellChanged(deps, check, { statementId: statement.id, root });
  });
}

/** Another worker has the check. */
export class TakenOver extends Error {}

export const missingOf = ({ silent }: Comparison): MissingHeading[] =>
  silent.map(({ finding, reason }) => ({
    heading: finding.heading,
    title: finding.title,
    reason:
      reason === 'last-good' ? 'la source ne répond plus, sa dernière réponse est plus ancienne' : REASONS[reason],
  }));

/** `nextAt`: null when the sources are not asked again. `sentences`: what those that answered say otherwise. */
type Lacking = { missing: MissingHeading[]; sentences: string[]; nextAt: Date | null };

/** Something was not obtained: never « unchanged », and its owner is told once, then on the eve of a planned day. */
export async function lack(deps: Deps, running: Running, { missing, sentences, nextAt }: Lacking): Written {
  const { former, check } = running;
  return transact(deps, async (deps) => {
    const locked = await lockAll(deps, running);
    if (locked === undefined) return false;
    const at = deps.clock();
    await writeCheck(deps.db, check.id, {
      ...aboutDocument(running),
      missing,
      sentences,
      next_at: nextAt,
      ...(nextAt === null && { ended_at: at, outcome: 'incomplete' as const }),
    });
    const reference = missing.map(({ heading }) => heading).join(',');
    await logCheck(deps, { kind: 'incomplete', document: former, at, reference, sha256: null });
    if (locked.missing === null) {
      await emit(deps, running, {
        type: 'statement.check_incomplete',
        beside: {
          missing: missing.map(({ heading }) => heading),
          next_attempt_at: nextAt?.toISOString() ?? null,
        },
      });
    }
    await tellIncomplete(deps, { ...locked, account_id: check.account_id });
    return true;
  });
}

type CheckEvent = Extract<EventType, 'statement.confirmed' | 'statement.check_incomplete'>;
type Beside<T extends CheckEvent> = Omit<
  EventData<T>,
  'statement_id' | 'reference' | 'checked_at' | 'valid_until' | 'metadata'
>;

async function emit<T extends CheckEvent>(
  deps: Deps,
  { statement, former }: Running,
  { type, beside }: { type: T; beside: Beside<T> },
): Promise<void> {
  const data = {
    statement_id: statementKey(statement.id, deps.mode),
    reference: former.reference,
    checked_at: deps.clock().toISOString(),
    valid_until: former.expiresOn,
    metadata: (statement.metadata ?? {}) as Record<string, string>,
    ...beside,
  } as EventData<T>;
  await emitForAccount(deps, statement.account_id, { type, data });
}
