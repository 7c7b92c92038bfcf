import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { mailNamed } from '#wiring/mails.ts';
import type { MailContent } from '#platform/mails/outbox.ts';
import { createAccount, mailsTo, type TestAccount } from '#test/app.ts';
import { buy, createShop, lastOrder, type Shop } from '#test/shop.ts';

let shop: Shop;
/** Its jobs do not run: no invoice is printed before a mail needs it. */
let idle: Shop;
beforeAll(async () => {
  [shop, idle] = await Promise.all([createShop(), createShop({ worker: false })]);
});
afterAll(() => Promise.all([shop.close(), idle.close()]));

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const invoiceOf = (of: Shop, { id }: TestAccount) =>
  of.database.db.selectFrom('invoice').selectAll().where('account_id', '=', id).executeTakeFirstOrThrow();

async function bought(
  of: Shop,
): Promise<{ account: TestAccount; compose: (deps?: Shop['deps']) => Promise<MailContent> }> {
  const account = await createAccount(of);
  await buy(of, account, 'PA1');
  const { id: orderId } = await lastOrder(of, account);
  const mail = { id: 1, kind: 'order-confirmed', recipient: account.email, accountId: account.id, params: { orderId } };
  const compose = async (deps = of.deps) => {
    const content = await mailNamed('order-confirmed').compose(deps, mail);
    if (content === null) throw new Error('no mail');
    return content;
  };
  return { account, compose };
}

it('an order → its mail holds the archived invoice and the terms, and says so', async () => {
  const { account } = await bought(shop);
  const [mail] = await mailsTo(shop, account.email);
  const { number, file_sha256: sha256 } = await invoiceOf(shop, account);
  expect(mail?.pieces.map(({ name }) => name)).toEqual([`${number}.pdf`, expect.stringMatching(/^CGV-Clairisque-/)]);
  expect(mail?.text).toContain(`Votre facture, numéro ${number}, et les conditions générales de vente sont jointes`);
  const sent = await fetch(inject('simulatorsUrl') + (mail?.pieces[0]?.path ?? ''));
  expect(digest(await sent.bytes())).toBe(sha256);
});

it('a mail made twice at once before its invoice is printed → one invoice, the same in both; well under a megabyte', async () => {
  const { account, compose } = await bought(idle);
  expect((await invoiceOf(idle, account)).file_key).toBeNull();
  const contents = await Promise.all([compose(), compose()]);
  // A worker that died after it composed: the next one composes again.
  const files = [...contents, await compose()].map(({ attachments = [] }) => attachments);
  const { file_sha256: sha256 } = await invoiceOf(idle, account);
  expect(files.map(([invoice]) => digest(invoice?.bytes ?? Buffer.alloc(0)))).toEqual([sha256, sha256, sha256]);
  const bytes = files[0]?.reduce((sum, file) => sum + file.bytes.length, 0);
  expect(bytes).toBeLessThan(1_000_000);
});

it('a store that fails → no mail without its invoice; the next attempt has it', async () => {
  const { compose } = await bought(idle);
  const put = (): Promise<never> => Promise.reject(new Error('store away'));
  await expect(compose({ ...idle.deps, files: { ...idle.deps.files, put } })).rejects.toThrow('store away');
  expect((await compose()).attachments).toHaveLength(2);
});

it('support sends a confirmation again after its account is gone → the invoice, and no credit to use', async () => {
  const { account, compose } = await bought(idle);
  await idle.database.db.deleteFrom('account').where('id', '=', account.id).execute();
  const { text, attachments } = await compose();
  expect(attachments).toHaveLength(2);
  expect(text).not.toMatch(/dès maintenant|myspace|Renoncer/);
});
