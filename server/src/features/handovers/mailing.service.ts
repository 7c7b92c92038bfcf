import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import { queueMail, type MailKind, type Outcome, type QueuedMail } from '#platform/mails/outbox.ts';
import { countLinks, listMailedSince, markMailed, type LinkRow } from './handovers.queries.ts';

export const MAILED_MAIL: MailKind = {
  name: 'handover-mailed',
  label: 'remise par e-mail',
  notResent: 'son destinataire ne le reçoit qu’une fois ; « Remettre » lui en envoie un autre.',
};

/** Far more than one document ever needs. */
const LINKS_AT_MOST = 50;
/** An account mails so many links a day, to any address: enough for its visits, too few for a mailing list. */
const MAILS_A_DAY = 50;
const MAILS_A_DAY_TO_ONE = 3;
const A_DAY_MS = 86_400_000;

type NewLink = Pick<LinkRow, 'account_id' | 'statement_id' | 'edition' | 'email'>;

/** Throws `conflict`. Lock the account first. */
export async function refuseTooMany(deps: Deps, links: readonly NewLink[]): Promise<void> {
  const [first] = links;
  if (first === undefined) return;
  if ((await countLinks(deps.db, first)) + links.length > LINKS_AT_MOST) {
    throw new AppError('conflict', `Ce document a déjà ${LINKS_AT_MOST}\u00A0liens de remise : c’est le maximum.`);
  }
  const addresses = links.flatMap(({ email }) => email ?? []);
  if (addresses.length === 0) return;
  const since = new Date(deps.clock().getTime() - A_DAY_MS);
  const sent = await listMailedSince(deps.db, first.account_id, since);
  if (sent.length + addresses.length > MAILS_A_DAY) {
    throw new AppError(
      'conflict',
      `Vous pouvez remettre par e-mail à ${MAILS_A_DAY}\u00A0personnes par jour, et c’est fait : créez un lien et envoyez-le vous-même, ou attendez demain.`,
    );
  }
  const tooOften = addresses.find(
    (address) => sent.filter((one) => one === address.toLowerCase()).length >= MAILS_A_DAY_TO_ONE,
  );
  if (tooOften === undefined) return;
  throw new AppError(
    'conflict',
    `Vous avez déjà écrit ${MAILS_A_DAY_TO_ONE}\u00A0fois aujourd’hui à ${tooOften} : retirez cette adresse, ou attendez demain.`,
  );
}

/** In the transaction that writes the links. `message` is in the mail alone, which is deleted after some days. */
export async function mailLinks(deps: Deps, links: readonly LinkRow[], message: string): Promise<void> {
  if (deps.mode === 'test') return;
  for (const { id, email, account_id: accountId } of links) {
    if (email === null) continue;
    await queueMail(deps, { kind: MAILED_MAIL, recipient: email, accountId, params: { handoverId: id, message } });
  }
}

/** For the owner, who reads it beside the link. */
export async function settleMailed(deps: Deps, { params }: QueuedMail, outcome: Outcome): Promise<void> {
  const now = deps.clock();
  const told = outcome === 'sent' ? { mailed_at: now } : { mail_failed_at: now };
  await markMailed(deps.db, params['handoverId'] ?? '', told);
}
