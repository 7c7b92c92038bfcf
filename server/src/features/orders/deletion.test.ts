import { afterAll, beforeAll, expect, it } from 'vitest';
import { erase } from '#features/accounts/deletion.service.ts';
import { ledgerViolations } from '#features/credits/credits.ts';
import { transact } from '#platform/db/db.ts';
import { call, mailsTo, type TestAccount } from '#test/app.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';
import { buy, chargeOf, control, createShop, daysLater, lastOrder, read, until, type Shop } from '#test/shop.ts';
import { settleRefundsAndDisputes } from './refunds.service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterAll(() => shop.close());

/** A buyer of five credits at 15 €, with his order. */
async function bought(): Promise<{ account: TestAccount; orderId: string; intent: string }> {
  const person = await createPerson(shop);
  const account = { ...person, token: await clientOf(shop).sessionOf(person) };
  await buy(shop, account);
  const { id, payment_intent_id: intent } = await lastOrder(shop, account);
  return { account, orderId: id, intent: intent ?? '' };
}

const deletion = ({ token }: TestAccount, password = PASSWORD) =>
  call(shop, ['DELETE', '/api/v2/users/me/'], { token, body: { current_password: password } });

const refundsOf = (orderId: string) =>
  shop.database.db
    .selectFrom('order_refund')
    .select(['kind', 'amount_cents', 'credits_taken'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();

async function paidBackCents(intent: string): Promise<number> {
  const given = await shop.deps.payments.readRefundsAndDisputes(intent);
  return given.reduce((sum, one) => sum + one.amountCents, 0);
}

const WHOLE = { kind: 'withdrawal', amount_cents: 1500, credits_taken: 5 };

it('an account deleted within fourteen days of its purchase → its unused credits are paid back, with a credit note', async () => {
  const { account, orderId, intent } = await bought();
  expect((await deletion(account)).status).toBe(204);
  expect(await refundsOf(orderId)).toEqual([WHOLE]);
  await until(async () => (await paidBackCents(intent)) === 1500);
  const mails = await mailsTo(shop, account.email, 3);
  const receipt = mails.find(({ subject }) => subject === 'Accusé de réception de votre rétractation');
  expect(receipt?.text).toMatch(
    /supprimé votre compte.+Commande numéro [\da-f-]{36}.+payée le .+, facture F-\d{4}-\d{6}.+15,00.€ TTC.+Votre facture et l’avoir, numéro A-/s,
  );
  expect(receipt?.text).not.toContain('myspace');
  const end = mails.find(({ subject }) => subject === 'Suppression du compte sur Clairisque');
  expect(end?.text).toMatch(/délai de rétractation.+15,00.€ TTC/s);
  expect(await ledgerViolations(shop.deps)).toEqual([]);
});

it('an account deleted before its mails have left → those of its order are still sent', async () => {
  const { account } = await bought();
  expect((await deletion(account)).status).toBe(204);
  const queued = await shop.database.db
    .selectFrom('outgoing_mail')
    .select('kind')
    .where('recipient', '=', account.email)
    .execute();
  expect(queued.map(({ kind }) => kind).toSorted()).toEqual([
    'account-deleted',
    'order-confirmed',
    'withdrawal-received',
  ]);
});

it('part of the price was refunded before → the rest is paid back', async () => {
  const { account, orderId, intent } = await bought();
  await control(shop, `paiements/${await chargeOf(shop, intent)}/rembourser`, { amount: '400' });
  await settleRefundsAndDisputes(shop.deps, intent);
  expect((await deletion(account)).status).toBe(204);
  expect(await refundsOf(orderId)).toMatchObject([{ amount_cents: 400 }, { kind: 'withdrawal', amount_cents: 1100 }]);
  await until(async () => (await paidBackCents(intent)) === 1500);
});

it('the right to withdraw has ended → nothing is paid back, and the mail speaks of no refund', async () => {
  const { account, orderId } = await bought();
  const later = daysLater(shop, 19);
  expect(await transact(later, (deps) => erase(deps, account.id))).toEqual({ refundedCents: 0 });
  expect(await refundsOf(orderId)).toEqual([]);
});

it('a wrong password → nothing is paid back and the credits stay', async () => {
  const { account, orderId } = await bought();
  expect((await deletion(account, 'Autre-Chose-9')).status).toBe(400);
  expect(await refundsOf(orderId)).toEqual([]);
  expect(await read(shop, account, '/api/v2/user_data/me/')).toMatchObject({ nb_credits: 5 });
});

it('a deletion that fails after the withdrawal → neither is done', async () => {
  const { account, orderId } = await bought();
  const cut = transact(shop.deps, async (deps) => {
    await erase(deps, account.id);
    throw new Error('cut');
  });
  await expect(cut).rejects.toThrow('cut');
  expect(await refundsOf(orderId)).toEqual([]);
  expect(await read(shop, account, '/api/v2/user_data/me/')).toMatchObject({ nb_credits: 5 });
});

it('a deletion and a withdrawal at the same instant, five times → paid back once', async () => {
  for (let time = 0; time < 5; time += 1) {
    const { account, orderId } = await bought();
    const body = { nom: 'A. Bien' };
    const withdrawal = call(shop, ['POST', `/api/v2/retractation/${orderId}/`], { token: account.token, body });
    const [deleted, withdrawn] = await Promise.all([deletion(account), withdrawal]);
    expect(deleted.status).toBe(204);
    expect([200, 401, 404, 409]).toContain(withdrawn.status);
    expect(await refundsOf(orderId)).toEqual([WHOLE]);
  }
});
