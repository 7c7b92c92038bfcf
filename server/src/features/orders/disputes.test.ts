import { sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { call, createAccount, type TestAccount } from '#test/app.ts';
import { createFuse, fusedDb } from '#test/ledger/cuts.ts';
import { buy, chargeOf, control, createShop, creditsOf, lastOrder, until, type Shop } from '#test/shop.ts';
import { draftAt, GOUSSAINVILLE } from '#test/wizard.ts';
import { isNightly } from '../../../../tests/harness/nightly.ts';
import { reconcile } from './events.service.ts';
import { createRefund } from './refund-requests.service.ts';
import { settleRefundsAndDisputes } from './refunds.service.ts';

/** Disputes against every concurrent event, through Stripe's own library and real notifications. */
let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => control(shop, 'livraison', { mode: 'retenue' }));
afterAll(() => shop.close());

type Paid = { account: TestAccount; intent: string; charge: string; orderId: string };

async function bought(code = 'PA1'): Promise<Paid> {
  await control(shop, 'livraison', { mode: 'normale' });
  const account = await createAccount(shop);
  await buy(shop, account, code);
  const { id: orderId, payment_intent_id: intent } = await lastOrder(shop, account);
  await control(shop, 'livraison', { mode: 'retenue' });
  return { account, intent: intent ?? '', charge: await chargeOf(shop, intent ?? ''), orderId };
}

const dispute = async ({ charge }: Paid): Promise<string> =>
  (await control(shop, `paiements/${charge}/contester`, {})).result.id;
const close = (id: string, issue: 'won' | 'lost') => control(shop, `contestations/${id}/fermer`, { issue });
const refund = async ({ charge }: Paid, cents: number): Promise<string> =>
  (await control(shop, `paiements/${charge}/rembourser`, { amount: String(cents) })).result.id;
const settle = ({ intent }: Paid): Promise<void> => settleRefundsAndDisputes(shop.deps, intent);
const debitsOf = async ({ account }: Paid): Promise<number> => {
  const debits = shop.database.db.selectFrom('ledger_entry').select('id').where('account_id', '=', account.id);
  return (await debits.where('kind', '=', 'debit').execute()).length;
};

async function expectSound(): Promise<void> {
  expect(await ledgerViolations(shop.deps)).toEqual([]);
}

/** Every notification of the payment, oldest first. */
async function noticesOf(paid: Paid): Promise<string[]> {
  const events = await Array.fromAsync(shop.deps.payments.eventsSince(new Date(Date.now() - 3_600_000)));
  return events
    .flatMap(({ id, about, objectId }) => (about === 'payment' && objectId === paid.intent ? [id] : []))
    .toReversed();
}

const deliver = (id: string, copies: number) => control(shop, `evenements/${id}/envoyer`, { copies: String(copies) });

/** Waits until every job of the notifications is done. */
async function settled(): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      select from pgboss.job where name = 'payments.settle' and state in ('created', 'active', 'retry')`.execute(
      shop.database.db,
    );
    return rows.length === 0;
  });
}

const ORDERS: Record<string, (ids: string[]) => Promise<unknown>> = {
  'in order, each twice': async (ids) => {
    for (const id of ids) await deliver(id, 2);
  },
  'the newest first, each three times': async (ids) => {
    for (const id of ids.toReversed()) await deliver(id, 3);
  },
  'all at once, five times each': (ids) => Promise.all(ids.map((id) => deliver(id, 5))),
  'never: the reconciliation finds them': () => reconcile(shop.deps),
};

for (const [order, notify] of Object.entries(ORDERS)) {
  it(`a refund of one credit, a dispute of the rest, won; reported ${order} → four credits`, async () => {
    const paid = await bought();
    await refund(paid, 300);
    await close(await dispute(paid), 'won');
    await notify(await noticesOf(paid));
    await settled();
    expect(await creditsOf(shop, paid.account)).toBe(4);
    await expectSound();
  });

  it(`a dispute lost; reported ${order} → no credit, no credit note`, async () => {
    const paid = await bought();
    await close(await dispute(paid), 'lost');
    await notify(await noticesOf(paid));
    await settled();
    expect(await creditsOf(shop, paid.account)).toBe(0);
    await expectSound();
  });
}

it('a dispute that opens, is won, and a refund, each settled by ten at once while it happens → one refund, no credit', async () => {
  const paid = await bought();
  const many = () => Promise.all(Array.from({ length: 10 }, () => settle(paid)));
  const before = many();
  const id = await dispute(paid);
  const during = many();
  await close(id, 'won');
  const after = many();
  await refund(paid, 1500);
  await Promise.all([before, during, after, many(), reconcile(shop.deps)]);
  await many();
  expect(await creditsOf(shop, paid.account)).toBe(0);
  await expectSound();
});

it('a withdrawal during a dispute → nothing is paid while the bank withholds; won, it is paid once; lost, never', async () => {
  for (const issue of ['won', 'lost'] as const) {
    const paid = await bought();
    const id = await dispute(paid);
    const withdrawal = call(shop, ['POST', `/api/v2/retractation/${paid.orderId}/`], {
      token: paid.account.token,
      body: { nom: 'A. Bien' },
    });
    await Promise.all([settle(paid), withdrawal]);
    await close(id, issue);
    await Promise.all([settle(paid), createRefundAgain(paid), createRefundAgain(paid)]);
    await createRefundAgain(paid);
    const given = await shop.deps.payments.readRefundsAndDisputes(paid.intent);
    const standing = given.filter(({ undone }) => !undone).reduce((sum, { amountCents }) => sum + amountCents, 0);
    const withdrawn = (await withdrawal).status === 200;
    expect(standing).toBe(issue === 'lost' || withdrawn ? 1500 : 0);
    expect(await creditsOf(shop, paid.account)).toBe(issue === 'lost' || withdrawn ? 0 : 5);
    await expectSound();
  }
});

/** Does what the reconciliation does for a refund request that is an hour old. */
async function createRefundAgain({ orderId }: Paid): Promise<void> {
  const refund = shop.database.db.selectFrom('order_refund').select('id').where('order_id', '=', orderId);
  const found = await refund.where('kind', '=', 'withdrawal').executeTakeFirst();
  if (found !== undefined) await createRefund(shop.deps, found.id);
}

async function draftOf({ account }: Paid): Promise<number> {
  const body = await draftAt(shop, GOUSSAINVILLE);
  const created = await call(shop, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body });
  return (created.body as { erp_id: number }).erp_id;
}
const generate = ({ account }: Paid, id: number) =>
  call(shop, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token: account.token });

/** Calls `meanwhile` between the print of the next document and its debit; waits for its end only when asked. */
function whilePrinting(meanwhile: () => Promise<void>): void {
  const { typst } = shop.deps;
  shop.deps.typst = {
    ...typst,
    render: async (...document) => {
      shop.deps.typst = typst;
      const pdf = await typst.render(...document);
      await meanwhile();
      return pdf;
    },
  };
}

it('a dispute while the disputed credit is being spent → the credit goes, the statement is a 402; won, it is issued', async () => {
  const paid = await bought('UN');
  const id = await draftOf(paid);
  let disputed = '';
  whilePrinting(async () => {
    disputed = await dispute(paid);
    await settle(paid);
  });
  expect((await generate(paid, id)).status).toBe(402);
  expect(await debitsOf(paid)).toBe(0);
  await close(disputed, 'won');
  await settle(paid);
  expect((await generate(paid, id)).status).toBe(200);
  expect(await debitsOf(paid)).toBe(1);
  await expectSound();
});

it('a dispute after the credit was spent → the document stays, nothing is taken; won, nothing is given', async () => {
  const paid = await bought('UN');
  const id = await draftOf(paid);
  expect((await generate(paid, id)).status).toBe(200);
  const disputed = await dispute(paid);
  await settle(paid);
  await close(disputed, 'won');
  await settle(paid);
  expect(await creditsOf(shop, paid.account)).toBe(0);
  expect(await debitsOf(paid)).toBe(1);
  await expectSound();
});

/** Milliseconds between the two: before, during or after the reading of Stripe. */
const DELAYS = isNightly ? [0, 1, 2, 3, 4, 5, 6, 7] : [0, 4];

it('a dispute and a debit at the same instant, several times → the credit goes to one of them', async () => {
  for (const delay of DELAYS) {
    const paid = await bought('UN');
    const id = await draftOf(paid);
    await dispute(paid);
    let settling: Promise<void> = Promise.resolve();
    whilePrinting(async () => {
      settling = settle(paid);
      for (let turn = 0; turn < delay; turn += 1) await new Promise((next) => setTimeout(next, 1));
    });
    const { status } = await generate(paid, id);
    await settling;
    expect(await debitsOf(paid)).toBe(status === 200 ? 1 : 0);
    expect([200, 402]).toContain(status);
    expect(await creditsOf(shop, paid.account)).toBe(0);
  }
  await expectSound();
});

/** The gate tries one statement of five; an odd step, so that it dies before some and after others. */
const STEP = isNightly ? 1 : 5;

it('the settlement of a dispute, opened then won, dies before or after each SQL statement → retried, the same ledger', async () => {
  const pool = new Pool({ connectionString: shop.database.serviceUrl, max: 2 });
  pool.on('connect', (client) => client.on('error', () => undefined));
  let died = 0;
  for (const issue of ['won', 'lost'] as const) {
    for (let at = 0; at < 30; at += STEP) {
      const paid = await bought();
      const dying = async () => {
        const fuse = createFuse(at, at % 2 === 0);
        await settleRefundsAndDisputes({ ...shop.deps, db: fusedDb(pool, fuse) }, paid.intent).catch(
          (error: unknown) => {
            if (!fuse.isBlown()) throw error;
          },
        );
        died += Number(fuse.isBlown());
        return fuse.isBlown();
      };
      const id = await dispute(paid);
      const isCut = await dying();
      await settle(paid);
      expect(await creditsOf(shop, paid.account)).toBe(0);
      await close(id, issue);
      await dying();
      await settle(paid);
      expect(await creditsOf(shop, paid.account)).toBe(issue === 'won' ? 5 : 0);
      if (!isCut) break;
    }
  }
  expect(died).toBeGreaterThan(20 / STEP);
  await pool.end();
  await expectSound();
});
