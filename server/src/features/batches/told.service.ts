import { batchKey } from '@clairisque/contract/common/v3.ts';
import type { Deps } from '#deps.ts';
import { emitForAccount } from '#features/events/events.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import { findAddressee, updateBatch, type Work } from './batches.queries.ts';

const notResent = 'les avis d’import partent d’eux-mêmes, une fois.';
export const BATCH_ENDED_MAIL: MailKind = { name: 'batch-ended', label: 'fin d’un import', notResent };
export const CHOICES_WANTED_MAIL: MailKind = { name: 'batch-choices', label: 'choix à faire d’un import', notResent };

/** A user who waits for a short check needs no mail. */
const WATCHED_MS = 60_000;

/** Programs have the event; the account that imported a file has a mail. Call it in the transaction that ends the run. */
export async function tellEnd(deps: Deps, batch: Work): Promise<void> {
  if (batch.tells_end) await tell(deps, batch, BATCH_ENDED_MAIL);
}

/** Once for a batch, by an event and a mail. Call it in the transaction that ends the checks. */
export async function tellChoices(deps: Deps, batch: Work, doubtful: number): Promise<void> {
  if (batch.choices_told_at !== null) return;
  const now = deps.clock();
  await updateBatch(deps.db, batch.id, { choices_told_at: now });
  const wanted = { type: 'batch.choices_wanted', data: { batch_id: batchKey(batch.id, deps.mode), doubtful } } as const;
  await emitForAccount(deps, batch.account_id, { ...wanted, subject: String(batch.id) });
  const isWatched = batch.tells_end && now.getTime() - batch.created_at.getTime() < WATCHED_MS;
  if (!isWatched) await tell(deps, batch, CHOICES_WANTED_MAIL);
}

async function tell(deps: Deps, { id, account_id: accountId }: Work, kind: MailKind): Promise<void> {
  // Test keys send no mail.
  if (deps.mode !== 'live') return;
  const recipient = await findAddressee(deps.db, accountId);
  if (recipient !== undefined) await queueMail(deps, { kind, recipient, accountId, params: { batchId: String(id) } });
}
