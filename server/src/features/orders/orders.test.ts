import { TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { printInvoice } from '#features/invoices/download.service.ts';
import { call, createAccount, mailsTo, type TestAccount } from '#test/app.ts';
import { keepFile } from '#test/issued.ts';
import {
  buy,
  CARDS,
  chargeOf,
  control,
  createShop,
  creditsOf,
  daysLater,
  order,
  payAt,
  read,
  until,
  type Shop,
} from '#test/shop.ts';
import { settleObject } from './events.service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterAll(() => shop.close());

const get = (account: TestAccount, path: string): Promise<unknown> => read(shop, account, path);
const credits = (account: TestAccount): Promise<number> => creditsOf(shop, account);
const orderOf = (account: TestAccount, sessionId: string): Promise<unknown> =>
  get(account, `/api/v2/stripe/session/${sessionId}/`);

describe('a pack paid by card', () => {
  it.each([
    ['UN', 1, 7.9],
    ['PA1', 5, 15],
    ['PA2', 10, 25],
    ['PA5', 100, 40],
  ])('%s → %i credits, one VAL lot, one invoice of %f €', async (code, count, price) => {
    const account = await createAccount(shop);
    const sessionId = await buy(shop, account, code);
    expect(await orderOf(account, sessionId)).toMatchObject({ etat: 'payee', credits: count });
    expect(await credits(account)).toBe(count);
    expect(await get(account, '/api/v2/solde/me/')).toMatchObject([
      { nb_restants: count, nb_consommes: 0, statut: 'VAL' },
    ]);
    expect(await get(account, '/api/v2/facture/me/')).toMatchObject([{ montant: price }]);
  });

  it('bespoke, `quantité` in NFD → the price that the simulator showed', async () => {
    const account = await createAccount(shop);
    const body = { ['quantité'.normalize('NFD')]: 300, duree: '3' };
    const shown = await call(shop, ['POST', '/api/v2/solde/simulator/'], { body });
    expect(shown.body).toEqual({ prix: 120 });
    const { body: session } = await call(shop, ['POST', '/api/v2/stripe/create/session/PAS/'], {
      token: account.token,
      body,
    });
    await payAt((session as { url: string }).url);
    await until(async () => (await credits(account)) === 300);
    expect(await get(account, '/api/v2/facture/me/')).toMatchObject([{ montant: 120 }]);
  });

  it('with the tab closed → granted by the notification alone, confirmed by a mail that holds the terms', async () => {
    const account = await createAccount(shop);
    await call(shop, ['POST', '/api/v2/stripe/consents/'], {
      token: account.token,
      body: { cgv: true, execution_immediate: true, version: TERMS_VERSION },
    });
    const { page } = await order(shop, account, 'PA2');
    await payAt(page);
    await until(async () => (await credits(account)) === 10);
    const [mail] = await mailsTo(shop, account.email);
    expect(mail).toMatchObject({ subject: expect.stringContaining('Votre commande') as unknown });
    expect(mail?.text).toContain(`version ${TERMS_VERSION}`);
  });

  it.each([[CARDS.declined], [CARDS.insufficientFunds]])(
    'card %s → refused at the page, nothing granted',
    async (card) => {
      const account = await createAccount(shop);
      const { page, sessionId } = await order(shop, account);
      expect(await payAt(page, card)).toBeNull();
      expect(await orderOf(account, sessionId)).toMatchObject({ etat: 'ouverte', numero_facture: null });
      expect(await credits(account)).toBe(0);
    },
  );

  it('delayed → PENDING until the bank says yes', async () => {
    const account = await createAccount(shop);
    const { page, sessionId } = await order(shop, account);
    await fetch(`${page}/differe`, {
      method: 'POST',
      body: new URLSearchParams({ issue: 'attente' }),
      redirect: 'manual',
    });
    expect(await orderOf(account, sessionId)).toMatchObject({ etat: 'en_attente' });
    expect(await get(account, '/api/v2/solde/me/')).toMatchObject([{ statut: 'PENDING', nb_restants: 0 }]);
    await control(shop, `sessions/${sessionId}/regler`, { issue: 'succes' });
    await until(async () => (await credits(account)) === 5);
    expect(await get(account, '/api/v2/solde/me/')).toMatchObject([{ statut: 'VAL' }]);
  });

  it('expired page → no credit', async () => {
    const account = await createAccount(shop);
    const { sessionId } = await order(shop, account);
    await control(shop, `sessions/${sessionId}/expirer`, {});
    expect(await orderOf(account, sessionId)).toMatchObject({ etat: 'expiree' });
  });
});

describe('another account’s session, or an unknown product', () => {
  it('another account’s session, an unknown one → 404; unknown product code → 400', async () => {
    const [buyer, other] = [await createAccount(shop), await createAccount(shop)];
    const { sessionId } = await order(shop, buyer);
    const readAs = (id: string) => call(shop, ['GET', `/api/v2/stripe/session/${id}/`], { token: other.token });
    expect(await readAs(sessionId)).toMatchObject({ status: 404 });
    expect(await readAs('cs_test_rien')).toMatchObject({ status: 404 });
    const unknown = await call(shop, ['POST', '/api/v2/stripe/create/session/ZZZ/'], { token: buyer.token });
    expect(unknown.status).toBe(400);
  });
});

describe('refunds and disputes', () => {
  it('refund → unspent credits taken, a credit note that names its invoice', async () => {
    const account = await createAccount(shop);
    await buy(shop, account, 'PA2');
    await control(shop, `paiements/${await chargeOf(shop, await paymentOf(account))}/rembourser`, {});
    await until(async () => (await credits(account)) === 0);
    expect(await get(account, '/api/v2/facture/me/')).toMatchObject([{ montant: -25 }, { montant: 25 }]);
  });

  it('dispute → credits taken; won → given again; no credit note', async () => {
    const account = await createAccount(shop);
    await buy(shop, account, 'PA1');
    const { result } = await control(shop, `paiements/${await chargeOf(shop, await paymentOf(account))}/contester`, {});
    await until(async () => (await credits(account)) === 0);
    await control(shop, `contestations/${result.id}/fermer`, { issue: 'won' });
    await until(async () => (await credits(account)) === 5);
    expect(await get(account, '/api/v2/facture/me/')).toHaveLength(1);
  });

  it('« Confirmer la rétractation » → unused credits taken, paid back once, receipt mailed; twice → 409', async () => {
    const account = await createAccount(shop);
    await buy(shop, account, 'PA1');
    const [offer] = (await get(account, '/api/v2/retractation/me/')) as { commande: string }[];
    expect(offer).toMatchObject({ credits_restants: 5, montant: 15 });
    const withdraw = () =>
      call(shop, ['POST', `/api/v2/retractation/${offer?.commande}/`], {
        token: account.token,
        body: { nom: 'A. Bien' },
      });
    expect(await withdraw()).toMatchObject({ status: 200, body: { montant: 15 } });
    expect(await withdraw()).toMatchObject({ status: 409 });
    expect(await credits(account)).toBe(0);
    const paidBack = await until(async () => {
      const given = await shop.deps.payments.readRefundsAndDisputes(await paymentOf(account));
      return given.length > 0 && given;
    });
    expect(paidBack).toMatchObject([{ amountCents: 1500 }]);
    expect(await get(account, '/api/v2/retractation/me/')).toEqual([]);
    const mails = await mailsTo(shop, account.email, 2);
    const receipt = mails.find(({ subject }) => subject === 'Accusé de réception de votre rétractation');
    const [{ numero_facture: invoice } = { numero_facture: '' }] = (
      (await get(account, '/api/v2/facture/me/')) as { numero_facture: string }[]
    ).filter(({ numero_facture }) => numero_facture.startsWith('F-'));
    expect(receipt?.text).toContain(
      `Commande numéro ${offer?.commande}\u00A0: «\u00A0Pack de 5 crédits\u00A0», payée le `,
    );
    expect(receipt?.text).toContain(`, facture ${invoice}.\n`);
    expect(receipt?.text).toMatch(/Nous avons reçu le \d+(er)?\u00A0\p{L}+\u00A0\d{4} à \d\d:\d\d la déclaration/u);
  });
});

describe('an invoice', () => {
  it('of an account without a name or an address has those of the payment page', async () => {
    const account = await createAccount(shop);
    await buy(shop, account, 'UN');
    const { document } = await shop.database.db
      .selectFrom('invoice')
      .select('document')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(document).toMatchObject({
      buyer: { name: 'Camille Essai', address: { lines: ['1 rue de l’Essai'], postcode: '25000', city: 'Besançon' } },
    });
  });

  it('of a machine whose clock is a day ahead → the next one is dated no earlier', async () => {
    const account = await createAccount(shop);
    await control(shop, 'livraison', { mode: 'perdue' });
    const { page, sessionId } = await order(shop, account, 'UN');
    await payAt(page);
    await settleObject(daysLater(shop, 1), { about: 'checkout', objectId: sessionId });
    await control(shop, 'livraison', { mode: 'normale' });
    await buy(shop, account, 'UN');
    const invoices = (await get(account, '/api/v2/facture/me/')) as { numero_facture: string; date0: string }[];
    const [first, second] = invoices.toSorted((a, b) => (a.numero_facture < b.numero_facture ? -1 : 1));
    expect(second?.date0).toBe(first?.date0);
  });

  it('is downloaded by its signed address; a changed or foreign one is a 404', async () => {
    const [account, other] = [await createAccount(shop), await createAccount(shop)];
    await buy(shop, account, 'UN');
    const [invoice] = (await get(account, '/api/v2/facture/me/')) as { pdf_a_telecharger: string }[];
    const path = `/api/v2/facture/generate_url/${invoice?.pdf_a_telecharger}/`;
    const { url } = (await get(account, path)) as { url: string };
    const signed = new URL(url);
    const pdf = await fetch(shop.url + signed.pathname + signed.search);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    signed.searchParams.set('expire', '9999999999');
    expect((await fetch(shop.url + signed.pathname + signed.search)).status).toBe(404);
    expect((await call(shop, ['GET', path], { token: other.token })).status).toBe(404);
  });

  it('printed twice at once by machines of two versions → the first file stays, the other goes', async () => {
    const account = await createAccount(shop);
    await buy(shop, account, 'UN');
    const { db } = shop.database;
    const row = () =>
      db.selectFrom('invoice').selectAll().where('account_id', '=', account.id).executeTakeFirstOrThrow();
    const { id, file_key: own } = await until(async () => ((await row()).file_key === null ? null : row()));
    const other = Buffer.from('%PDF-1.7 of another version');
    const first = await keepFile(shop.deps, 'invoices/2026/of-another-version.pdf', other);
    let isBoth = false;
    const put = async (key: string, bytes: Buffer): Promise<void> => {
      isBoth = true;
      await shop.deps.files.put(key, bytes);
      await db
        .updateTable('invoice')
        .set({ file_key: first.key, file_sha256: first.sha256 })
        .where('id', '=', id)
        .execute();
    };
    // A job of the same invoice may print it in between: then once more.
    await until(async () => {
      await db.updateTable('invoice').set({ file_key: null, file_sha256: null }).where('id', '=', id).execute();
      await printInvoice({ ...shop.deps, files: { ...shop.deps.files, put } }, id);
      return isBoth;
    });
    expect((await row()).file_key).toBe(first.key);
    await until(async () => (await shop.deps.files.size(own ?? '')) === null);
  });

  it('cannot be read once its account is erased, even by a URL signed before', async () => {
    const account = await createAccount(shop);
    await buy(shop, account, 'UN');
    const [invoice] = (await get(account, '/api/v2/facture/me/')) as { pdf_a_telecharger: string }[];
    const { url } = (await get(account, `/api/v2/facture/generate_url/${invoice?.pdf_a_telecharger}/`)) as {
      url: string;
    };
    await shop.database.db.deleteFrom('account').where('id', '=', account.id).execute();
    const { pathname, search } = new URL(url);
    expect((await fetch(shop.url + pathname + search)).status).toBe(404);
  });
});

it('credits are counted as sold once they are their buyer’s, not when the commit fails', async () => {
  const account = await createAccount(shop);
  const { page, sessionId } = await order(shop, account, 'PA1');
  await control(shop, 'livraison', { mode: 'perdue' });
  await payAt(page);
  const sold = async () => (await shop.deps.telemetry.metrics.creditsSold.get()).values[0]?.value ?? 0;
  const before = await sold();
  const { db } = shop.database;
  await sql`create function no_commit() returns trigger language plpgsql as $$ begin raise 'no commit'; end $$`.execute(
    db,
  );
  await sql`create constraint trigger no_commit after insert on credit_lot deferrable initially deferred
    for each row execute function no_commit()`.execute(db);
  const settle = () => settleObject(shop.deps, { about: 'checkout', objectId: sessionId });
  await expect(settle()).rejects.toThrow('no commit');
  expect(await sold()).toBe(before);
  await sql`drop function no_commit cascade`.execute(db);
  await settle();
  expect(await sold()).toBe(before + 5);
  await control(shop, 'livraison', { mode: 'normale' });
});

it('afterwards the ledger invariants hold', async () => {
  expect(await ledgerViolations(shop.deps)).toEqual([]);
});

async function paymentOf(account: TestAccount): Promise<string> {
  const row = await shop.database.db
    .selectFrom('purchase_order')
    .select('payment_intent_id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  return row.payment_intent_id ?? '';
}
