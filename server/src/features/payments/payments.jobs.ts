import type { Deps } from '#deps.ts';
import { creditNoteNumberOf, invoiceNumberOf } from '#features/invoices/invoices.ts';
import { printTerms } from '#features/publisher/publisher.ts';
import type { MailContent, QueuedMail } from '#platform/outbox.ts';
import { orderConfirmedMail, orderUndeliveredMail, withdrawalReceivedMail } from './payments.mails.ts';
import { findOrder, listRefunds } from './payments.queries.ts';

/** The buyer's confirmation, with the terms of sale as a PDF: the durable medium of art. L221-13. Null when the order is not paid. */
export async function composeOrderConfirmed(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const order = await findOrder(deps.db, { id: mail.params['orderId'] ?? '' });
  if (!order?.paid_at) return null;
  const { consent_version: version, consented_at: at } = order;
  const content = orderConfirmedMail(senderOf(deps), {
    label: order.label,
    credits: order.credits,
    amountCents: order.amount_cents,
    invoiceNumber: (await invoiceNumberOf(deps, order.id)) ?? '',
    paidAt: order.paid_at,
    consent: version === null || at === null ? null : { version, at },
  });
  return { ...content, attachments: [await printTerms(deps)] };
}

export async function composeWithdrawalReceived(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const order = await findOrder(deps.db, { id: mail.params['orderId'] ?? '' });
  const refunds = order === undefined ? [] : await listRefunds(deps.db, order.id);
  const withdrawal = refunds.find((refund) => refund.kind === 'withdrawal');
  if (order === undefined || withdrawal === undefined) return null;
  return withdrawalReceivedMail(senderOf(deps), {
    label: order.label,
    name: mail.params['name'] ?? '',
    amountCents: withdrawal.amount_cents,
    credits: withdrawal.credits_taken,
    creditNoteNumber: await creditNoteNumberOf(deps, withdrawal.id),
    at: new Date(mail.params['at'] ?? 0),
  });
}

/** To whoever paid after his account was erased: his money goes back. */
export async function composeOrderUndelivered(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const order = await findOrder(deps.db, { id: mail.params['orderId'] ?? '' });
  const refunds = order === undefined ? [] : await listRefunds(deps.db, order.id);
  const promise = refunds.find((refund) => refund.kind === 'undelivered');
  if (order === undefined || promise === undefined) return null;
  return orderUndeliveredMail(senderOf(deps), {
    label: order.label,
    amountCents: promise.amount_cents,
    creditNoteNumber: await creditNoteNumberOf(deps, promise.id),
  });
}

const senderOf = ({ publicUrl, supportEmail }: Deps) => ({ siteUrl: publicUrl, supportEmail });
