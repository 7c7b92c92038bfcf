import { transact } from '../src/platform/db/db.ts';
import { issueCreditNote, issueInvoice } from '../src/features/invoices/invoices.ts';
import { account, add, HOSTILE, NOW, type Maker } from './mail-maker.ts';

type Sold = { label: string; credits: number; amountCents: number; accountId: number | null; isConsented?: boolean };

/** A paid order with its invoice, as `settlement.service.ts` leaves them. */
async function order({ app }: Maker, { label, credits: count, amountCents, accountId, isConsented }: Sold) {
  const { deps, database } = app;
  const row = await database.db
    .insertInto('purchase_order')
    .values({
      account_id: accountId,
      buyer_email: 'camille@exemple.fr',
      product_code: 'PA2',
      label,
      credits: count,
      amount_cents: amountCents,
      status: 'paid',
      paid_at: NOW,
      ...(isConsented && { consent_version: '2026-11-21', consented_at: NOW }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await transact(deps, (deps) =>
    issueInvoice(deps, { ...row, paid_at: NOW }, { name: 'Camille Nuñez', address: null }),
  );
  return row.id;
}

export async function orders(maker: Maker): Promise<void> {
  const accountId = await account(maker);
  const pack = { label: 'Pack de 10 crédits', credits: 10, amountCents: 2500, accountId, isConsented: true };
  const single = { label: '1 crédit', credits: 1, amountCents: 790, accountId };
  const erased = { ...pack, accountId: null };
  const confirmed: [string, Sold][] = [
    ['order-confirmed', pack],
    ['order-confirmed, one credit', single],
    ['order-confirmed, account erased', erased],
  ];
  for (const [name, sold] of confirmed) {
    await add(maker, { kind: 'order-confirmed', name, accountId, params: { orderId: await order(maker, sold) } });
  }
}

async function refunded(
  maker: Maker,
  sold: Sold,
  { kind, taken }: { kind: 'withdrawal' | 'undelivered'; taken: number },
) {
  const orderId = await order(maker, sold);
  const id = crypto.randomUUID();
  const refundedCents = Math.round((sold.amountCents * taken) / sold.credits);
  await maker.app.database.db
    .insertInto('order_refund')
    .values({ id, order_id: orderId, kind, amount_cents: refundedCents, credits_taken: taken, created_at: NOW })
    .execute();
  const note = {
    id,
    reason: kind === 'withdrawal' ? kind : ('refund' as const),
    refundedCents,
    creditsTaken: taken,
    at: NOW,
  };
  await transact(maker.app.deps, (deps) => issueCreditNote(deps, orderId, note));
  return orderId;
}

export async function refunds(maker: Maker): Promise<void> {
  const accountId = await account(maker);
  const pack = { label: 'Pack de 10 crédits', credits: 10, amountCents: 2500, accountId };
  const gone = { ...pack, accountId: null };
  const at = NOW.toISOString();
  const withdrawn: [string, Sold, { taken: number; name: string }][] = [
    ['withdrawal-received', pack, { taken: 7, name: 'Camille Nuñez' }],
    ['withdrawal-received, one credit', pack, { taken: 1, name: `${HOSTILE.name}${HOSTILE.long}` }],
    ['withdrawal-received, account erased', gone, { taken: 10, name: 'camille@exemple.fr' }],
  ];
  for (const [name, sold, { taken, name: who }] of withdrawn) {
    const orderId = await refunded(maker, sold, { kind: 'withdrawal', taken });
    await add(maker, { kind: 'withdrawal-received', name, accountId, params: { orderId, name: who, at } });
  }
  const orderId = await refunded(maker, gone, { kind: 'undelivered', taken: 10 });
  await add(maker, { kind: 'order-undelivered', params: { orderId } });
}
