import type { Deps } from '#deps.ts';
import { mailNamed } from '#wiring/mails.ts';
import { block, endSessions, unblock } from '#features/accounts/accounts.ts';
import { ORDER_CONFIRMED_MAIL, SETTLE } from '#features/orders/orders.ts';
import { AppError } from '#platform/app-error.ts';
import { retryJob as retry, type Retried } from '#platform/jobs/jobs-console.ts';
import { queueMail } from '#platform/mails/outbox.ts';
import { act, type Asked, type Done } from './journal.service.ts';
import { findOrderLine, findOrderOf } from './order.queries.ts';
import { findCard, findMail, findPlaces, UUID, type AccountCard } from './support.queries.ts';
import { moment } from './sheets.rules.ts';

/**
 * Sends a mail of the outbox again (by its number), or the confirmation of an order (by the order's), composed anew.
 * Throws `not_found`, `conflict` for a mail that must not be sent again.
 */
export function resendMail(deps: Deps, asked: Asked, what: string): Promise<Done> {
  return act(deps, asked, async (deps) => {
    const mail = /^\d{1,15}$/.test(what) ? await mailOf(deps, Number(what)) : await confirmationOf(deps, what);
    await queueMail(deps, mail);
    return {
      accountId: mail.accountId,
      target: `mail ${what}`,
      before: mail.before,
      after: { kind: mail.kind.name, queued: true },
      messages: [`Le courriel « ${mail.kind.name} » est écrit à nouveau et part vers ${mail.recipient}.`],
    };
  });
}

async function mailOf(deps: Deps, id: number) {
  const mail = await findMail(deps.db, id);
  if (mail === undefined) throw new AppError('not_found', `Aucun courriel ${id} : ils sont gardés sept jours.`);
  const { kind } = mailNamed(mail.kind);
  if (kind.notResent !== undefined) {
    throw new AppError('conflict', `Un courriel « ${kind.name} » ne se renvoie pas : ${kind.notResent}`);
  }
  if (mail.sent_at === null && mail.dropped_at === null) {
    throw new AppError('conflict', `Ce courriel attend encore de partir (${mail.attempts} essai(s)) : voir « jobs ».`);
  }
  const before = { sent: mail.sent_at, dropped: mail.dropped_at };
  return { kind, recipient: mail.recipient, accountId: mail.account_id, params: mail.params, before };
}

async function confirmationOf(deps: Deps, what: string) {
  const [found] = await findPlaces(deps.db, what);
  const order = found?.order_id ? await findOrderLine(deps.db, found.order_id) : undefined;
  if (order === undefined) throw new AppError('not_found', `Ni courriel ni commande « ${what} ».`);
  if (order.status !== 'paid') throw new AppError('conflict', 'Cette commande n’est pas payée : rien à confirmer.');
  const params = { orderId: order.id };
  const { buyer_email: recipient, account_id: accountId, status } = order;
  return { kind: ORDER_CONFIRMED_MAIL, recipient, accountId, params, before: { status } };
}

/**
 * Processes again the object of a payment event: reads its present state from the provider, so it is idempotent. Done by the
 * worker. Throws `not_found`, `conflict` for an event that we ignore.
 */
export async function replayEvent(deps: Deps, asked: Asked, eventId: string): Promise<Done> {
  const event = await deps.payments.findEvent(eventId);
  if (event === null)
    throw new AppError('not_found', `${deps.payments.name} ne connaît pas ${eventId} (il les garde trente jours).`);
  const { objectId, about, kind } = event;
  if (objectId === null) throw new AppError('conflict', `« ${kind} » ne change rien ici.`);
  return act(deps, asked, async (deps) => {
    const order = await findOrderOf(deps.db, objectId);
    await deps.jobs.enqueue(deps.db, SETTLE, { about, objectId });
    return {
      accountId: order?.account_id ?? null,
      target: `event ${eventId}`,
      before: { order: order?.id ?? null, status: order?.status ?? null },
      after: { queued: objectId },
      messages: [
        `« ${kind} », ${objectId} : confié au worker, qui relit l’état chez ${deps.payments.name}.`,
        order === undefined ? 'Aucune commande d’ici pour le moment.' : `Puis : npm run support -- order ${order.id}`,
      ],
    };
  });
}

const ACCESS: Record<string, (deps: Deps, card: AccountCard) => Promise<string>> = {
  lock: async (deps, card) => {
    if (card.disabled_at !== null) throw new AppError('conflict', `Déjà bloqué le ${moment(card.disabled_at)}.`);
    await block(deps, card.id);
    return 'Bloqué : aucune connexion, sessions et liens reçus par courriel éteints.';
  },
  unlock: async (deps, card) => {
    if (card.disabled_at === null) throw new AppError('conflict', 'Ce compte n’est pas bloqué.');
    await unblock(deps, card.id);
    return 'Débloqué : son titulaire peut se connecter.';
  },
  'revoke-sessions': async (deps, card) => `${await endSessions(deps, card.id)} session(s) éteinte(s).`,
};

/** `lock`, `unlock` or `revoke-sessions` on an account, by its number or its e-mail. Throws `not_found`, `conflict`. */
export function changeAccess(deps: Deps, asked: Asked, { verb, who }: { verb: string; who: string }): Promise<Done> {
  return act(deps, asked, async (deps) => {
    const [found] = await findPlaces(deps.db, who);
    const card = found?.account_id ? await findCard(deps.db, found.account_id) : undefined;
    const change = ACCESS[verb];
    if (card === undefined || change === undefined) throw new AppError('not_found', `Aucun compte « ${who} ».`);
    const message = await change(deps, card);
    const after = await findCard(deps.db, card.id);
    const state = ({ disabled_at, sessions }: AccountCard) => ({ disabled: disabled_at, sessions });
    return {
      accountId: card.id,
      target: `account ${card.id}`,
      before: state(card),
      after: after === undefined ? {} : state(after),
      messages: [`Compte ${card.id}, ${card.email}`, message],
    };
  });
}

const RETRIED: Record<Exclude<Retried, 'none'>, string> = {
  redriven: 'Remise dans sa file, comme neuve.',
  hastened: 'Avancée : elle part maintenant.',
};

/** Runs a job again. Throws `invalid_input` for a malformed job number, `not_found` when it is not waiting. */
export async function retryJob(deps: Deps, asked: Asked, id: string): Promise<Done> {
  if (!UUID.test(id))
    throw new AppError('invalid_input', `« ${id} » n’est pas le numéro d’une tâche : « jobs » les liste.`);
  return act(deps, asked, async (deps) => {
    const outcome = await retry(deps.db, id);
    if (outcome === 'none') throw new AppError('not_found', `Aucune tâche ${id} n’attend.`);
    return { accountId: null, target: `job ${id}`, before: {}, after: { outcome }, messages: [RETRIED[outcome]] };
  });
}
