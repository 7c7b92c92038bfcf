import { randomBytes } from 'node:crypto';
import { keepDraft } from '@clairisque/contract/drafts.ts';
import { createHandover } from '@clairisque/contract/handovers.ts';
import { myInvoices } from '@clairisque/contract/invoices.ts';
import { updateUserData } from '@clairisque/contract/profile.ts';
import type { Pool } from 'pg';
import { GOUSSAINVILLE, openCustomer, type Customer } from '../harness/customer.ts';
import { rowsOf } from '../../server/test/authorization-matrix.ts';
import { PLACE } from '../../server/test/honest-calls.ts';
import { NOTHING } from '../../server/test/nothing.ts';
import type { World } from './fuzz.environment.ts';

/** A word that only occurs in one account's objects. */
export const canary = (of: string): string => `Canari${of}${randomBytes(6).toString('hex')}`;

export type Victim = { accountId: number; canaries: string[]; foreign: World['foreign'] };

/** An account with a statement, a draft, an order and its invoice, and a link: each contains canaries. */
export async function plantVictim(pool: Pool, url: string): Promise<Victim> {
  const customer = await openCustomer(pool, url, 3);
  const words = ['Nom', 'Adresse', 'Vendeur', 'Acheteur', 'Lien', 'Brouillon'].map(canary);
  const made = await makeStatement(customer, words);
  const { account_id: accountId, invoiceNumber, ...order } = await buyPack(customer, pool);
  const canaries = [...words, customer.token, made.linkToken, customer.email, invoiceNumber];
  const owned = { ...NO_SECRETS, ...made, ...order };
  const foreign = rowsOf('owned').map(([key, named]) => ({ method: key.split(' ')[0] ?? '', ...named(owned) }));
  return { accountId: Number(accountId), canaries, foreign };
}

/** The victim's secret URLs, which no attacker has; and no receipt. */
const NO_SECRETS = {
  token: '',
  key: '',
  keyId: NOTHING.keyId,
  batchId: NOTHING.batchId,
  checkId: NOTHING.checkId,
  webhookId: NOTHING.webhookId,
  otherWebhookId: NOTHING.otherWebhookId,
  deliveryId: NOTHING.deliveryId,
  invoicePath: '',
  answerRequestId: NOTHING.answerRequestId,
  questionsPath: '',
  handoverPath: '',
  acknowledgement: '',
  receiptId: NOTHING.receiptId,
  logoPath: '',
  calendarPath: '',
  unsubscribePath: '',
  marks: [],
};

async function makeStatement(customer: Customer, words: string[]) {
  const [nom, adresse, vendeur_nom, acheteur_nom, libelle, drafted] = words;
  await customer.call(updateUserData, { body: { nom, prenom: nom, adresse } });
  const content = { adresse, vendeur_nom, acheteur_nom };
  const { id: statementId } = await customer.issue(GOUSSAINVILLE, content);
  const draftId = await customer.draft(GOUSSAINVILLE, content);
  await customer.call(keepDraft, { body: { ...PLACE, ...content, vendeur_nom: drafted, declarations: null } });
  const link = await customer.call(createHandover, { params: { erp_id: statementId }, body: { libelle } });
  return { statementId, draftId, handoverId: link.id, linkToken: link.url.split('/').at(-1) ?? '' };
}

async function buyPack(customer: Customer, pool: Pool) {
  const sessionId = await customer.buy();
  const [invoice] = await customer.call(myInvoices);
  const { rows } = await pool.query<{ id: string; account_id: string; session: number }>(
    `select o.id, o.account_id, (select max(id)::int from api_token where account_id = o.account_id) as session
     from purchase_order o where session_id = $1`,
    [sessionId],
  );
  const [order] = rows;
  if (invoice === undefined || order === undefined) throw new Error('no order');
  const { pdf_a_telecharger: invoiceName, numero_facture: invoiceNumber } = invoice;
  const { id: orderId, session: otherSessionId, account_id } = order;
  return { sessionId, orderId, otherSessionId, invoiceName, invoiceNumber, account_id };
}

/** One line for everything that the account owns: a change means that an attacker touched it. */
export async function fingerprint(pool: Pool, accountId: number): Promise<string> {
  const whole = (table: string, where: string): string =>
    `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t where ${where}`;
  const own = [
    'api_token',
    'statement',
    'statement_draft',
    'handover',
    'purchase_order',
    'invoice',
    'credit_lot',
    'ledger_entry',
  ];
  const ofStatements = 'statement_id in (select id from statement where account_id = $1)';
  const { rows } = await pool.query<{ name: string; sum: string }>(
    [
      whole('account', 'id = $1'),
      ...own.map((table) => whole(table, 'account_id = $1')),
      whole('statement_edition', ofStatements),
    ].join(' union all '),
    [accountId],
  );
  return rows
    .map(({ name, sum }) => `${name}:${sum}`)
    .toSorted()
    .join(' ');
}
