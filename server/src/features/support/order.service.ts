import { frenchEuros } from '#domain/french.ts';
import type { Deps } from '#deps.ts';
import type { Checkout, RefundOrDispute, PaymentEvent } from '#domain/credits/payment.ts';
import { AppError } from '#platform/app-error.ts';
import { recordReading, type Asked } from './journal.service.ts';
import { entriesOf, findOrderLine, invoicesOf, refundsOf, takenEvents, type OrderLine } from './order.queries.ts';
import { findPlaces } from './support.queries.ts';
import { inWords, moment, type Sheet } from './sheets.rules.ts';

/** The provider lists events of all orders, newest first: at most so many are read. */
const EVENTS_READ = 2_000;

/**
 * The whole history of an order, by its number, its invoice's or its payment's: in our database, then at the provider now.
 * Throws `not_found`.
 */
export async function readOrder(deps: Deps, asked: Pick<Asked, 'operator'>, text: string): Promise<Sheet[]> {
  const [found] = await findPlaces(deps.db, text.trim());
  const order = found?.order_id ? await findOrderLine(deps.db, found.order_id) : undefined;
  if (order === undefined) throw new AppError('not_found', `Aucune commande ne répond à « ${text} ».`);
  if (order.account_id !== null) {
    const target = `order ${order.id}`;
    await recordReading(deps, { ...asked, command: 'order' }, { accountId: order.account_id, target });
  }
  return [...(await written(deps, order)), ...(await atTheProvider(deps, order))];
}

async function written({ db }: Deps, order: OrderLine): Promise<Sheet[]> {
  const [invoices, refunds, entries] = await Promise.all([
    invoicesOf(db, order.id),
    refundsOf(db, order.id),
    entriesOf(db, order.id),
  ]);
  return [
    { title: `Commande ${order.id}`, rows: orderRows(order) },
    {
      title: 'Facture et avoirs',
      rows: invoices.map((one) => [
        moment(one.issued_at),
        one.number,
        frenchEuros(one.amount_cents),
        one.printed ? 'imprimée' : 'à imprimer',
      ]),
    },
    {
      title: 'Remboursements',
      rows: refunds.map((one) => [
        moment(one.created_at),
        one.id,
        inWords(one.kind),
        frenchEuros(one.amount_cents),
        `${one.credits_taken} crédit(s) repris`,
        one.undone_at === null ? '' : `annulé le ${moment(one.undone_at)}`,
      ]),
    },
    {
      title: `Crédits${entries[0] === undefined ? '' : `, à dépenser avant : ${moment(entries[0].expires_at)}`}`,
      rows: entries.map((one) => [
        moment(one.created_at),
        inWords(one.kind),
        one.credits > 0 ? `+${one.credits}` : String(one.credits),
        one.reference ?? '',
      ]),
    },
  ];
}

function orderRows(order: OrderLine): string[][] {
  return [
    ['compte', order.account_id === null ? 'supprimé' : String(order.account_id)],
    ['acheteur', order.buyer_email],
    ['produit', order.label],
    ['montant', frenchEuros(order.amount_cents)],
    ['état', inWords(order.status)],
    ['créée le', moment(order.created_at)],
    ['payée le', moment(order.paid_at)],
    ['page', order.session_id ?? '-'],
    ['paiement', order.payment_intent_id ?? '-'],
    ['conditions', order.consent_version ?? 'non acceptées par ce client'],
  ];
}

async function atTheProvider(deps: Deps, order: OrderLine): Promise<Sheet[]> {
  const { session_id: pageId, payment_intent_id: intent } = order;
  try {
    const checkout = pageId === null ? null : await deps.payments.readCheckout(pageId);
    const given = intent === null ? [] : await deps.payments.readRefundsAndDisputes(intent);
    const events = await eventsOf(deps, order);
    const taken = await takenEvents(
      deps.db,
      events.map(({ id }) => id),
    );
    const received = events.map((one) => [one.id, one.kind, taken.has(one.id) ? 'reçu' : 'PAS REÇU']);
    return [
      { title: `Chez ${deps.payments.name}, maintenant`, rows: providerRows(checkout, given) },
      { title: `Événements de ${deps.payments.name}`, rows: received },
    ];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ title: `Chez ${deps.payments.name}, maintenant`, rows: [['ne répond pas', why]] }];
  }
}

function providerRows(checkout: Checkout | null, given: RefundOrDispute[]): string[][] {
  const page = checkout === null ? [] : [['page', inWords(checkout.state), frenchEuros(checkout.amountCents ?? 0)]];
  return [
    ...page,
    ...given.map((one) => [inWords(one.kind), one.undone ? 'annulé' : moment(one.at), frenchEuros(one.amountCents)]),
  ];
}

/** Oldest first. */
async function eventsOf(deps: Deps, order: OrderLine): Promise<PaymentEvent[]> {
  const objects = new Set([order.session_id, order.payment_intent_id]);
  const events: PaymentEvent[] = [];
  let read = 0;
  for await (const event of deps.payments.eventsSince(order.created_at)) {
    if (objects.has(event.objectId)) events.unshift(event);
    if ((read += 1) >= EVENTS_READ) break;
  }
  return events;
}
