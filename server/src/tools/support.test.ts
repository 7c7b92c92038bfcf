import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/ledger-invariants.service.ts';
import { listInterventions } from '#features/support/support.ts';
import { createCustomer } from '../../../tests/harness/customer.ts';
import { call, createAccount, mailsTo, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { buy, control, createShop, creditsOf, lastOrder, order, payAt, until, type Shop } from '#test/shop.ts';
import { GOUSSAINVILLE } from '#test/wizard.ts';
import { runSupport, USAGE } from './support-console.ts';

let shop: Shop;
let account: TestAccount;
beforeAll(async () => {
  shop = await createShop();
  account = await createAccount(shop);
});
afterAll(() => shop.close());

const BY = ['--by', 'Paule', '--reason', 'parcelle voisine imprimée'];
const support = (...args: string[]) => runSupport(shop.deps, args, 'console');
const done = (...args: string[]) => support(...args, ...BY, '--yes');
const journal = async (): Promise<string[]> => {
  const lines = await shop.database.db.selectFrom('support_action').selectAll().orderBy('id').execute();
  return lines.map(({ operator, command, target }) => `${operator}: ${command} ${target}`);
};

const PARCELS = ['000-AB-0001@95280', '000-AB-0014@95280'];

/** A statement of the account, debited from its newest lot. */
async function issued(): Promise<string> {
  const { db } = shop.database;
  const draft = { parcelles: PARCELS };
  const { id, references } = await insertIssued(db, { accountId: account.id, issuedAt: new Date(), draft });
  await sql`
    insert into ledger_entry (account_id, lot_id, kind, credits, statement_id)
    select account_id, max(id), 'debit', -1, ${id} from credit_lot where account_id = ${account.id} group by 1`.execute(
    db,
  );
  return references[0] ?? '';
}

it('an invalid command → usage; a change without author or reason → refused, nothing written', async () => {
  for (const args of [[], ['find'], ['credit', 'refund'], ['delete', 'all'], ['jobs', '--force']]) {
    expect(await support(...args)).toEqual({ text: USAGE, code: 2 });
  }
  expect(await support('account', 'lock', account.email, '--yes', '--by', 'Paule')).toMatchObject({ code: 2 });
  for (const args of [
    ['jobs', 'retry', 'abc'],
    ['mail', 'resend', '9'.repeat(30)],
    ['account', 'lock', '9'.repeat(30)],
    ['restored', 'hier'],
  ]) {
    expect(await done(...args)).toMatchObject({ code: 1, text: expect.stringMatching(/^Refusé : .*\.$/) });
  }
  expect(await support('verify', 'hier')).toMatchObject({ code: 1, text: expect.stringMatching(/n’est pas une date/) });
  expect(await journal()).toEqual([]);
});

it('an order → found by everything customers quote, with its whole history here and at Stripe; no secret', async () => {
  await buy(shop, account);
  const bought = await lastOrder(shop, account);
  const { number } = await shop.database.db
    .selectFrom('invoice')
    .select('number')
    .where('order_id', '=', bought.id)
    .executeTakeFirstOrThrow();
  const reference = await issued();
  const quoted = [account.email.toUpperCase(), String(account.id), number, reference, bought.id];
  for (const text of [...quoted, bought.session_id ?? '', bought.payment_intent_id ?? '']) {
    const { text: shown, code } = await support('find', text);
    expect([text, code]).toEqual([text, 0]);
    for (const one of [
      account.email,
      bought.id,
      number,
      reference,
      PARCELS.join(', '),
      'payée',
      'confirmation de commande',
    ]) {
      expect(shown).toContain(one);
    }
    expect(shown).not.toMatch(/token|argon|password_hash|[\da-f]{40}/);
  }
  const { text } = await support('order', number);
  for (const one of ['Chez Stripe', 'payée', '+5', `-1  ${reference}`, 'checkout.session.completed']) {
    expect(text).toContain(one);
  }
  expect(await support('find', 'personne@nulle.part')).toEqual({ text: 'Rien trouvé.', code: 1 });
  expect((await support('find', account.email.slice(0, 12))).text).toContain(account.email);
  expect(new Set(await journal())).toEqual(
    new Set([`console: find account ${account.id}`, `console: order order ${bought.id}`]),
  );
});

it('a refunded credit → rehearsed first, then once, even when requested twice concurrently; the ledger invariants hold', async () => {
  const reference = await issued();
  const before = await creditsOf(shop, account);
  expect((await support('credit', 'refund', reference, ...BY)).text).toContain('RÉPÉTITION');
  expect(await creditsOf(shop, account)).toBe(before);
  const both = await Promise.all([done('credit', 'refund', reference), done('credit', 'refund', reference)]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await creditsOf(shop, account)).toBe(before + 1);
  expect((await done('credit', 'refund', 'ERP-2020-000001')).text).toMatch(/^Refusé/);
  expect(await ledgerViolations(shop.deps)).toEqual([]);
  const lines = await journal();
  expect(lines.filter((line) => line.startsWith('Paule: credit refund'))).toHaveLength(1);
});

it('a mail → composed and sent again, except those that the user requests, and pending ones', async () => {
  const { id: orderId } = await lastOrder(shop, account);
  expect(await mailsTo(shop, account.email)).toHaveLength(1);
  expect(await done('mail', 'resend', orderId)).toMatchObject({ code: 0 });
  const [again] = await mailsTo(shop, account.email, 2);
  expect(again?.subject).toContain('Votre commande');
  const { db } = shop.database;
  const insert = (kind: string) =>
    db
      .insertInto('outgoing_mail')
      .values({ kind, recipient: account.email, account_id: account.id, claimed_until: new Date(Date.now() + 60_000) })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [reset, waiting] = [await insert('password-reset'), await insert('order-confirmed')];
  expect((await done('mail', 'resend', String(reset.id))).text).toContain('seul son titulaire');
  expect((await done('mail', 'resend', String(waiting.id))).text).toContain('attend encore');
});

it('a lost event → replayed from Stripe, any number of times', async () => {
  await control(shop, 'livraison', { mode: 'perdue' });
  const before = await creditsOf(shop, account);
  const { page, sessionId } = await order(shop, account, 'UN');
  await payAt(page);
  await control(shop, 'livraison', { mode: 'normale' });
  const events = await Array.fromAsync(shop.deps.payments.eventsSince(new Date(Date.now() - 60_000)));
  const event = events.find(({ objectId }) => objectId === sessionId)?.id ?? '';
  expect((await support('find', event)).text).toContain('ouverte');
  for (let time = 0; time < 2; time += 1) expect(await done('webhook', 'replay', event)).toMatchObject({ code: 0 });
  await until(async () => (await creditsOf(shop, account)) === before + 1);
  expect(await done('webhook', 'replay', 'evt_none')).toMatchObject({ code: 1 });
  expect(await ledgerViolations(shop.deps)).toEqual([]);
});

it('an account → locked, unlocked; its sessions closed', async () => {
  const asked = (): Promise<{ status: number }> =>
    call(shop, ['GET', '/api/v2/user_data/me/'], { token: account.token });
  expect((await asked()).status).toBe(200);
  expect(await done('account', 'lock', account.email)).toMatchObject({ code: 0 });
  expect((await asked()).status).toBe(401);
  expect((await done('account', 'lock', account.email)).text).toContain('Déjà bloqué');
  expect(await done('account', 'unlock', String(account.id))).toMatchObject({ code: 0 });
  expect((await done('account', 'revoke-sessions', account.email)).text).toContain('0 session(s)');
});

it('a dead letter → listed, queued again', async () => {
  const { db } = shop.database;
  await sql`
    insert into pgboss.job (name, data, source_name, output)
    values ('dead-letters', '{"keys": [], "folders": []}', 'files.remove', '{"message": "disque plein"}')`.execute(db);
  const { text } = await support('jobs');
  expect(text).toContain('disque plein');
  const id = /[\da-f-]{36}(?= +files\.remove)/.exec(text)?.[0] ?? '';
  expect(await done('jobs', 'retry', id)).toMatchObject({ code: 0 });
  const { rows } = await sql`select from pgboss.job where name = 'files.remove' and data->'keys' = '[]'`.execute(db);
  expect(rows).toHaveLength(1);
  expect(await done('jobs', 'retry', id)).toMatchObject({ code: 1 });
});

it('an incident, as users copy it → the account of its call; also with the proxy’s number', async () => {
  const hers = await createAccount(shop);
  const event = { account_id: hers.id, kind: 'login', request_id: '3f9c21ab' };
  await shop.database.db
    .insertInto('security_event')
    .values([event, { ...event, request_id: 'Proxy-0042' }])
    .execute();
  for (const text of [
    '3f9c21ab',
    '3F9C 21AB',
    '« Numéro d’incident : 3f9c-21ab. »',
    'incident n°3F9C21AB',
    'Proxy-0042',
  ]) {
    expect([text, (await support('find', text)).text]).toEqual([text, expect.stringContaining(hers.email)]);
  }
});

it('a generation that failed by our fault → found by the incident on the page', async () => {
  const { db } = shop.database;
  const person = await createAccount(shop, 1);
  const client = createCustomer({ url: shop.url, token: person.token });
  const id = await client.draft({ ...GOUSSAINVILLE, address: '4 Rue des Lilas 95190 Goussainville' });
  // A program that lacks a table of its version.
  await sql`alter table generation_step rename to away`.execute(db);
  const failed = await call(shop, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token: person.token });
  await sql`alter table away rename to generation_step`.execute(db);
  const [, incident = ''] = /incident (\w+)/.exec(JSON.stringify(failed.body)) ?? [];
  expect([failed.status, incident]).toEqual([500, expect.stringMatching(/^[\da-f]{8}$/)]);
  await expect.poll(async () => (await support('find', `incident ${incident}`)).text).toContain(person.email);
  expect((await support('find', incident)).text).toContain('erreur inattendue');
});

/** The database seems restored to an earlier moment: triggers otherwise prevent it. */
function forget(orderId: string): Promise<void> {
  return shop.database.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`delete from ledger_entry where lot_id in (select id from credit_lot where order_id = ${orderId})`.execute(
      db,
    );
    for (const table of ['credit_lot', 'invoice']) {
      await sql`delete from ${sql.table(table)} where order_id = ${orderId}`.execute(db);
    }
    await sql`delete from purchase_order where id = ${orderId}`.execute(db);
    await sql`update invoice_series set last_number = last_number - 1 where series like 'invoice-%'`.execute(db);
  });
}

it('after a restore: discrepancies are listed; a lost order is restored from Stripe for its buyer, without a second mail', async () => {
  const { db } = shop.database;
  const from = new Date(Date.now() - 60_000);
  const buyer = await createAccount(shop);
  await buy(shop, buyer);
  await mailsTo(shop, buyer.email);
  const lost = await lastOrder(shop, buyer);
  await forget(lost.id);
  await db
    .insertInto('outgoing_mail')
    .values({ kind: 'order-confirmed', recipient: buyer.email, account_id: buyer.id })
    .execute();
  const erased = await createAccount(shop);
  const { created_at: birth } = await db
    .selectFrom('account')
    .select('created_at')
    .where('id', '=', erased.id)
    .$castTo<{ created_at: Date }>()
    .executeTakeFirstOrThrow();
  await shop.deps.files.put(`erasures/${erased.id}-${birth.getTime()}`, Buffer.from('-'));
  const before = await support('verify');
  for (const one of ['ABSENT', 'commande inconnue ici']) expect(before.text).toContain(one);
  expect(before.code).toBe(1);
  const interval = `${from.toISOString()}/${new Date().toISOString()}`;
  const rehearsal = await support('restored', interval, ...BY);
  expect(rehearsal).toMatchObject({ code: 0, text: expect.stringMatching(/RÉPÉTITION : rien n’a changé/) });
  for (const told of [
    `order-confirmed  ${buyer.email}`,
    '10000 numéros de comptes et d’états seront sautés',
    `1 compte(s) seront effacés à nouveau : ${erased.id}`,
    lost.session_id ?? 'no session',
  ]) {
    expect(rehearsal.text).toContain(told);
  }
  await expect(lastOrder(shop, buyer)).rejects.toThrow('no result');
  expect((await support('find', String(erased.id))).text).toContain(erased.email);
  const restored = await done('restored', interval);
  expect(restored.text).toContain(`order-confirmed  ${buyer.email}`);
  expect(await lastOrder(shop, buyer)).toMatchObject({ id: lost.id, status: 'paid', amount_cents: lost.amount_cents });
  expect(await mailsTo(shop, buyer.email)).toHaveLength(1);
  expect(restored.text).toContain('1 compte(s) effacé(s) à nouveau');
  expect((await support('verify')).text).toContain('Paiements chez Stripe : 0 différence(s)');
});

/** The database seems restored to the purchase, before the buyer withdrew the unused credits. */
function forgetWithdrawal(orderId: string): Promise<void> {
  return shop.database.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`delete from ledger_entry where kind = 'refund'
      and lot_id in (select id from credit_lot where order_id = ${orderId})`.execute(db);
    await sql`delete from invoice where order_id = ${orderId} and kind = 'credit_note'`.execute(db);
    await sql`delete from order_refund where order_id = ${orderId}`.execute(db);
    await sql`update invoice_series set last_number = last_number - 1 where series like 'credit_note-%'`.execute(db);
  });
}

/** No notification or request is pending at Stripe. */
const settled = (): Promise<true> =>
  until(async () => {
    const { rows } = await sql`
      select from pgboss.job where name like 'payments.%' and state in ('created', 'retry', 'active')`.execute(
      shop.database.db,
    );
    return rows.length === 0;
  });
const refundedCents = async ({ payment_intent_id: intent }: { payment_intent_id: string | null }): Promise<number[]> =>
  (await shop.deps.payments.readRefundsAndDisputes(intent ?? '')).map(({ amountCents }) => amountCents);

it('after a restore: a refunded withdrawal takes its credits again, without a second refund; the order of a lost account is refunded', async () => {
  const { db } = shop.database;
  const from = new Date(Date.now() - 60_000);
  const [buyer, gone] = [await createAccount(shop), await createAccount(shop)];
  await buy(shop, buyer);
  const bought = await lastOrder(shop, buyer);
  const path = `/api/v2/retractation/${bought.id}/`;
  const answer = await call(shop, ['POST', path], { token: buyer.token, body: { nom: 'A. Bien' } });
  expect(answer).toMatchObject({ status: 200, body: { montant: 15 } });
  await settled();
  await forgetWithdrawal(bought.id);
  expect(await creditsOf(shop, buyer)).toBe(5);
  await buy(shop, gone);
  const lost = await lastOrder(shop, gone);
  await settled();
  // A mail that has not left yet would be lost with its order.
  await mailsTo(shop, gone.email);
  await forget(lost.id);
  await db.deleteFrom('account').where('id', '=', gone.id).execute();

  const interval = `${from.toISOString()}/${new Date().toISOString()}`;
  expect(await done('restored', interval)).toMatchObject({ code: 0 });
  const { credits } = await db
    .selectFrom('ledger_entry')
    .select(({ fn }) => fn.sum<number>('credits').as('credits'))
    .where('account_id', '=', buyer.id)
    .executeTakeFirstOrThrow();
  expect(credits).toBe(0);
  await until(async () => (await refundedCents(lost)).length === 1);
  expect(await refundedCents(lost)).toEqual([lost.amount_cents]);
  expect(await refundedCents(bought)).toEqual([1500]);
  const refunds = await db
    .selectFrom('order_refund')
    .select(['id', 'kind', 'amount_cents', 'credits_taken'])
    .where('order_id', 'in', [bought.id, lost.id])
    .orderBy('kind')
    .execute();
  expect(refunds).toEqual([
    { id: `undelivered-${lost.id}`, kind: 'undelivered', amount_cents: lost.amount_cents, credits_taken: 0 },
    { id: `withdrawal-${bought.id}`, kind: 'withdrawal', amount_cents: 1500, credits_taken: 5 },
  ]);
  const mails = await mailsTo(shop, gone.email, 2);
  expect(mails.map(({ subject }) => subject)).toContain('Votre paiement vous est remboursé');
  expect(await ledgerViolations(shop.deps)).toEqual([]);
});

it('the journal → append-only; the account’s owner finds it in the export', async () => {
  const { db } = shop.database;
  for (const query of [
    sql`update support_action set reason = ''`,
    sql`delete from support_action`,
    sql`truncate support_action`,
  ]) {
    await expect(query.execute(db)).rejects.toThrow('append-only');
  }
  const lines = await listInterventions(shop.deps, account.id);
  expect(lines).toContainEqual(expect.objectContaining({ what: 'Crédit rendu', reason: 'parcelle voisine imprimée' }));
});
