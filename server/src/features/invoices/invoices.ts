import type { InvoiceItem } from '@clairisque/contract/invoices.ts';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { creditsExpireAt } from '#domain/credits/refunds.ts';
import { buyerOf, type Payer } from '#domain/invoice/parties.ts';
import * as domain from '#domain/invoice/invoice.ts';
import { endOfKeeping } from '#domain/invoice/invoice.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { emitForAccount } from '#features/events/events.ts';
import { findBillingProfile } from '#features/profile/profile.ts';
import { transact } from '#platform/db/db.ts';
import { REMOVE_FILES } from '#platform/files/pending-files.ts';
import { jobKind, job, type Job } from '#platform/jobs/jobs.ts';
import { sellerOf } from '#config/publisher.ts';
import {
  clearInvoicesBefore,
  findIssueDate,
  findInvoiceOfOrder,
  insertInvoice,
  listInvoices,
  nextNumber,
  refundedCents,
} from './invoices.queries.ts';
import { printInvoice } from './download.service.ts';

export {
  listInvoiceFiles,
  readCreditNote,
  readInvoiceOf,
  reprintInvoice,
  type MailedInvoice,
} from './download.service.ts';
export { invoicesTable } from './export.service.ts';

const PRINT_INVOICE = jobKind({
  name: 'invoices.print',
  payload: z.object({ invoiceId: z.uuid() }),
  rules: { retryLimit: 40, retryDelayMax: 3_600, expireInSeconds: 120 },
});

/** A paid order, from the payments slice. */
export type PaidOrder = {
  id: string;
  account_id: number | null;
  buyer_email: string;
  product_code: string;
  label: string;
  credits: number;
  months: number | null;
  amount_cents: number;
  paid_at: Date;
  payment_intent_id: string | null;
};

/** Issues the invoice of an order, with the next number. Call it inside the transaction that grants the credits. */
export async function issueInvoice(deps: Deps, order: PaidOrder, payer: Payer): Promise<void> {
  const profile = order.account_id === null ? null : await findBillingProfile(deps, order.account_id);
  const paidAt = instantOf(order.paid_at);
  const { number, issuedAt } = await numbered(deps, 'invoice');
  const invoice = domain.issueInvoice({
    number,
    issuedAt,
    order: {
      id: order.id,
      label: order.label,
      amountCents: order.amount_cents,
      paidAt,
      expiresAt: creditsExpireAt(paidAt, order.months),
      paymentReference: order.payment_intent_id ?? order.id,
    },
    seller: sellerOf(deps.publisher),
    buyer: buyerOf({ ...NO_PROFILE, ...profile, email: order.buyer_email }, payer),
    specimen: deps.specimen,
  });
  await keep(deps, invoice, { account_id: order.account_id, order_id: order.id, refund_id: null, label: order.label });
}

const NO_PROFILE = {
  status: 'PAR',
  firstName: null,
  lastName: null,
  company: null,
  address: null,
  siren: null,
} as const;

/**
 * Issues the credit note of a refund: for the total of the order's refunds (`refundedCents`), less its earlier notes.
 * None when they already cover it: the note of a failed refund serves for the refund that replaces it. Call it inside
 * the transaction that records the refund.
 */
export async function issueCreditNote(
  deps: Deps,
  orderId: string,
  refund: { id: string; reason: domain.RefundReason; refundedCents: number; creditsTaken: number; at: Date },
): Promise<void> {
  const row = await findInvoiceOfOrder(deps.db, orderId);
  if (row === undefined) throw new Error(`order ${orderId} has a refund and no invoice`);
  const alreadyRefundedCents = await refundedCents(deps.db, orderId);
  const amountCents = refund.refundedCents - alreadyRefundedCents;
  if (amountCents <= 0) return;
  const { number, issuedAt } = await numbered(deps, 'credit_note', row.issued_at);
  const note = domain.issueCreditNote({
    number,
    issuedAt,
    invoice: row.document as domain.Invoice,
    refund: {
      reason: refund.reason,
      amountCents,
      alreadyRefundedCents,
      creditsTaken: refund.creditsTaken,
      refundedAt: instantOf(refund.at),
      reference: refund.id,
    },
  });
  const label = `Avoir sur ${row.number} : ${row.label}`;
  await keep(deps, note, { account_id: row.account_id, order_id: orderId, refund_id: refund.id, label });
}

/**
 * The series is locked until the commit and the clock is read after the lock, so that dates follow numbers even when
 * machines' clocks differ. No date is before its predecessor's, and no credit note before its invoice (`notBefore`). A
 * call that waits for the lock over New Year in Paris gets the last instant of the former year, whose series it
 * numbers.
 */
async function numbered(
  deps: Deps,
  kind: domain.Invoice['kind'],
  notBefore: Date | null = null,
): Promise<{ number: string; issuedAt: Temporal.Instant }> {
  const clock = (): Date => latest(deps.clock(), notBefore);
  const { year } = parisDate(instantOf(clock()));
  const rank = await nextNumber(deps.db, `${kind}-${year}`);
  const former = rank === 1 ? null : await findIssueDate(deps.db, domain.invoiceNumber(kind, year, rank - 1));
  const now = instantOf(latest(clock(), former));
  const issuedAt = parisDate(now).year === year ? now : endOfYear(year);
  return { number: domain.invoiceNumber(kind, year, rank), issuedAt };
}

const latest = (now: Date, former: Date | null): Date => (former !== null && former > now ? former : now);

function endOfYear(year: number): Temporal.Instant {
  const next = Temporal.PlainDate.from({ year: year + 1, month: 1, day: 1 });
  return next.toZonedDateTime('Europe/Paris').toInstant().subtract({ milliseconds: 1 });
}

async function keep(
  deps: Deps,
  invoice: domain.Invoice,
  row: { account_id: number | null; order_id: string; refund_id: string | null; label: string },
): Promise<void> {
  const { kind, number, amounts } = invoice;
  const issuedAt = new Date(invoice.issuedAt);
  const amount_cents = kind === 'invoice' ? amounts.grossCents : -amounts.grossCents;
  const { id } = await insertInvoice(deps.db, {
    ...row,
    kind,
    number,
    issued_at: issuedAt,
    amount_cents,
    document: JSON.stringify(invoice),
  });
  await deps.jobs.enqueue(deps.db, PRINT_INVOICE, { invoiceId: id });
  if (row.account_id === null) return;
  const data = { kind, number, amount_cents, issued_at: issuedAt.toISOString() };
  await emitForAccount(deps, row.account_id, { type: 'invoice.created', data });
}

/** Null until the order is paid. */
export async function invoiceNumberOf(deps: Deps, orderId: string): Promise<string | null> {
  return (await findInvoiceOfOrder(deps.db, orderId))?.number ?? null;
}

/** The caller's invoices and credit notes, newest first. */
export async function listMyInvoices(deps: Deps, accountId: number): Promise<InvoiceItem[]> {
  const rows = await listInvoices(deps.db, accountId);
  return rows.map((row) => ({
    numero_facture: row.number,
    pdf_a_telecharger: row.id,
    produit: row.label,
    date0: row.issued_at.toISOString(),
    montant: row.amount_cents / 100,
  }));
}

function instantOf(date: Date): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime());
}

/** Removes the buyer and the file of old invoices; numbers and amounts stay, without a gap. */
export async function forgetOldInvoices(deps: Deps): Promise<void> {
  await transact(deps, async (deps) => {
    const keys = await clearInvoicesBefore(deps.db, endOfKeeping(deps.clock()));
    if (keys.length > 0) await deps.jobs.enqueue(deps.db, REMOVE_FILES, { keys });
  });
}

export const invoiceJobs: Job<Deps>[] = [
  job(PRINT_INVOICE, (deps: Deps, { invoiceId }) => printInvoice(deps, invoiceId)),
];
