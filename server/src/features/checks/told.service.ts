import type { Deps } from '#deps.ts';
import { currentUser } from '#features/accounts/accounts.ts';
import { tellReceivers } from '#features/handovers/handovers.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import { wasTold, type CheckRow } from './checks.queries.ts';
import { markTold } from './running.queries.ts';

const NOT_RESENT = 'une vérification est dite une fois ; la liste et la page de vérification la montrent.';
export const CONFIRMED_MAIL: MailKind = { name: 'check-confirmed', label: 'rien n’a changé', notResent: NOT_RESENT };
export const CHANGED_MAIL: MailKind = { name: 'check-changed', label: 'un document mis à jour', notResent: NOT_RESENT };
export const INCOMPLETE_MAIL: MailKind = {
  name: 'check-incomplete',
  label: 'vérification incomplète',
  notResent: NOT_RESENT,
};

type Telling = Pick<Deps, 'db' | 'jobs' | 'clock' | 'mode'>;
type Of = { id: number; account_id: number };
type Mailed = { kind: MailKind; check: Of; params?: Record<string, string> };

/** In the transaction of the outcome. Test keys send no mail. */
async function tellOwner(deps: Telling, { kind, check, params }: Mailed): Promise<void> {
  if (deps.mode === 'test') return;
  const { id, account_id: accountId } = check;
  const { email: recipient } = await currentUser(deps as Deps, { accountId });
  await queueMail(deps, { kind, recipient, accountId, params: { checkId: String(id), ...params } });
}

const HOUR_MS = 3_600_000;

/** A person who asks on a screen has the answer there, without a mail. */
const isOnScreen = ({ origin }: Pick<CheckRow, 'origin'>): boolean => origin === 'owner' || origin === 'key';

export async function tellConfirmed(deps: Telling, check: Of & Pick<CheckRow, 'origin'>): Promise<void> {
  if (check.origin === 'date') return tellOwner(deps, { kind: CONFIRMED_MAIL, check });
  if (check.origin !== 'visitor') return;
  // References follow each other: who tries many sends its owners one mail an hour.
  const since = new Date(deps.clock().getTime() - HOUR_MS);
  if (!(await wasTold(deps.db, { accountId: check.account_id, kind: CONFIRMED_MAIL.name, since }))) {
    await tellOwner(deps, { kind: CONFIRMED_MAIL, check });
  }
}

type Replaced = { statementId: number; root: number };

/** Its owner, and whoever received the document by a link that still opens. */
export async function tellChanged(deps: Telling, check: Of, { statementId, root }: Replaced): Promise<void> {
  await tellOwner(deps, { kind: CHANGED_MAIL, check });
  if (deps.mode === 'live') await tellReceivers(deps, { accountId: check.account_id, statementId, root });
}

/** Once for each check, whatever its tries. */
export async function tellIncomplete(deps: Telling, check: Of & Pick<CheckRow, 'origin'>): Promise<void> {
  if (isOnScreen(check) || !(await markTold(deps.db, { id: check.id, what: 'told_at', now: deps.clock() }))) return;
  await tellOwner(deps, { kind: INCOMPLETE_MAIL, check });
}

type Eve = { checkId: number; accountId: number; kind: string; day: string };

/** A check that was asked for on a screen is told too: its owner must know of a silence before a signature. */
export async function tellOnEve(deps: Telling, { checkId, accountId, kind, day }: Eve): Promise<void> {
  if (!(await markTold(deps.db, { id: checkId, what: 'eve_told_at', now: deps.clock() }))) return;
  const check = { id: checkId, account_id: accountId };
  await tellOwner(deps, { kind: INCOMPLETE_MAIL, check, params: { kind, day } });
}
