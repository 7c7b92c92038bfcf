import { insertAccount } from '../../tests/harness/accounts.ts';
import { issueCreditNote, issueInvoice } from '../src/features/invoices/invoices.ts';
import { mailNamed } from '../src/wiring/mails.ts';
import { transact } from '../src/platform/db/db.ts';
import type { MailContent } from '../src/platform/mails/outbox.ts';
import { openQuestions } from '../src/domain/statement-document/form.ts';
import type { SharedApp } from './app.ts';
import { insertIssued, keepFile } from './issued.ts';
import { statementInput } from './statement-input.ts';

/**
 * Every kind of mail, composed by the product from rows of its database. `kind` is the name in the outbox; `name` is
 * unique, and that of the reference picture of a typical mail.
 */
export type MailCase = { name: string; kind: string; isTypical: boolean; content: MailContent };

/** A first of the month in Paris: « 1er ». */
const NOW = new Date('2026-12-01T08:30:00Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

export const HOSTILE = {
  name: `<b>Jean-Baptiste</b> "O’Neil" & fils, http://pirate.example/?a=1 \u202Etxt.exe ${'très '.repeat(20)}`,
  long: 'Anticonstitutionnellement'.repeat(6),
  address: `12 bis, allée "des <i>Lilas</i>" & d’${'Anticonstitutionnellement'.repeat(4)}, www.pirate.example`,
  email: `${'a'.repeat(60)}.${'b'.repeat(60)}@${'c'.repeat(60)}.exemple.fr`,
};

type Maker = { app: SharedApp; cases: MailCase[]; count: number };

/** In this order in a database of its own: numbers and ids are the same each time. */
export async function composeAll(app: SharedApp): Promise<MailCase[]> {
  app.deps.clock = () => NOW;
  // Tokens of secret links are then the same too.
  await app.database.query(`update signing_key set key = $1 where name = 'links'`, [Buffer.alloc(32, 7)]);
  const maker = { app, cases: [], count: 0 };
  for (const make of [accounts, programs, credits, imports, reminders, handovers, questions, orders, refunds, checks])
    await make(maker);
  return maker.cases;
}

type Asked = { kind: string; name?: string; accountId?: number | null; params?: Record<string, string> };

async function add({ app, cases }: Maker, asked: Asked): Promise<void> {
  const { kind, name = kind, accountId = null, params = {} } = asked;
  const queued = { id: 1, kind, recipient: 'camille@exemple.fr', accountId, params };
  const content = await mailNamed(kind).compose(app.deps, queued);
  if (content === null) throw new Error(`${name}: nothing to say`);
  cases.push({ name, kind, isTypical: !name.includes(','), content: withoutChance(content) });
}

/** Links to activate an account and ids of rows are drawn: letters of the same width take their place. */
function withoutChance(content: MailContent): MailContent {
  const fixed = (text: string): string =>
    text
      .replaceAll(
        /(?<=\/(?:remise|questions|(?:activate|pas-moi|password-reset-confirmation)\/\w+)\/)[\w-]{40,60}/g,
        (token) => 'n'.repeat(token.length),
      )
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '0a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d');
  return { ...content, text: fixed(content.text), html: fixed(content.html) };
}

async function account(maker: Maker, given: { email?: string; activated?: boolean } = {}): Promise<number> {
  maker.count += 1;
  const email = given.email ?? `camille.martin${maker.count}@exemple.fr`;
  return (await insertAccount(maker.app.database.query, { ...given, email })).id;
}

async function accounts(maker: Maker): Promise<void> {
  const waiting = await account(maker, { activated: false });
  const open = await account(maker);
  const params = { password: 'to-choose' };
  await add(maker, { kind: 'activation', accountId: waiting });
  await add(maker, { kind: 'activation', name: 'activation-password-to-choose', accountId: waiting, params });
  await add(maker, { kind: 'password-reset', accountId: open });
  const hostile = await account(maker, { email: HOSTILE.email });
  await add(maker, { kind: 'password-reset', name: 'password-reset, hostile', accountId: hostile });
  await add(maker, { kind: 'password-changed', accountId: open });
  await add(maker, { kind: 'account-deleted', params: { refundedCents: '0' } });
  await add(maker, { kind: 'account-deleted', name: 'account-deleted, refunded', params: { refundedCents: '2500' } });
}

async function spaceOf({ app }: Maker, accountId: number): Promise<number> {
  const values = { account_id: accountId };
  return (await app.database.db.insertInto('space').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function programs(maker: Maker): Promise<void> {
  const accountId = await account(maker);
  await add(maker, { kind: 'api-key-created', accountId, params: { name: 'Étude Nuñez' } });
  const hostile = `${HOSTILE.name}${HOSTILE.long}`;
  await add(maker, { kind: 'api-key-created', name: 'api-key-created, hostile', accountId, params: { name: hostile } });
  const spaceId = await spaceOf(maker, accountId);
  for (const [name, host] of [
    ['webhook-asleep', 'logiciel.agence-martin.example'],
    ['webhook-asleep, hostile', `${'sous-domaine-'.repeat(4)}x.${'a'.repeat(60)}.example`],
  ] as const) {
    const { id } = await maker.app.database.db
      .insertInto('webhook_endpoint')
      .values({
        space_id: spaceId,
        url: `https://${host}/clairisque`,
        types: ['statement.issued'],
        created_at: daysAgo(30),
        asleep_since: NOW,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await add(maker, { kind: 'webhook-asleep', name, accountId, params: { endpointId: id } });
  }
}

async function lot(maker: Maker, count: number, label: string): Promise<{ accountId: number; lotId: string }> {
  const accountId = await account(maker);
  const { db } = maker.app.database;
  const { id } = await db
    .insertInto('credit_lot')
    // The end of the 8th of December in Paris.
    .values({ account_id: accountId, product_code: 'PA5', label, expires_at: new Date('2026-12-08T22:59:59.999Z') })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('ledger_entry')
    .values({ account_id: accountId, lot_id: id, kind: 'purchase', credits: count })
    .execute();
  return { accountId, lotId: String(id) };
}

async function credits(maker: Maker): Promise<void> {
  const one = await lot(maker, 1, 'Pack de 100 crédits, valable 1 mois');
  const two = await lot(maker, 2, 'Formule sur mesure de 300 crédits, valable 3 mois');
  await add(maker, { kind: 'low-balance', accountId: two.accountId });
  await add(maker, { kind: 'low-balance', name: 'low-balance, one', accountId: one.accountId });
  await add(maker, { kind: 'low-balance', name: 'low-balance, none', accountId: await account(maker) });
  await add(maker, { kind: 'credits-expiring', ...two, params: { lotId: two.lotId } });
  await add(maker, { kind: 'credits-expiring', name: 'credits-expiring, one', params: { lotId: one.lotId } });
}

type Rows = Partial<Record<'issued' | 'doubtful' | 'refused' | 'failed', number>>;

async function batch({ app }: Maker, spaceId: number, { name, rows }: { name: string; rows: Rows }): Promise<string> {
  const { db } = app.database;
  const { id } = await db
    .insertInto('batch')
    .values({ space_id: spaceId, name, status: 'finished', starts_alone: true, created_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow();
  const states = Object.entries(rows).flatMap(([state, count]) => Array.from({ length: count }, () => state));
  await db
    .insertInto('batch_row')
    .values(states.map((state, index) => ({ batch_id: id, position: index + 1, given: '-', state })))
    .execute();
  return String(id);
}

async function imports(maker: Maker): Promise<void> {
  const accountId = await account(maker);
  const spaceId = await spaceOf(maker, accountId);
  const whole = { name: 'Mandats de décembre.csv', rows: { issued: 42, doubtful: 3, refused: 2, failed: 2 } };
  const ended: [string, { name: string; rows: Rows }][] = [
    ['batch-ended', whole],
    ['batch-ended, one of each', { name: '', rows: { issued: 1, doubtful: 1, refused: 1, failed: 1 } }],
    ['batch-ended, one left', { name: '', rows: { issued: 1, failed: 1 } }],
    ['batch-ended, all issued', { name: 'a', rows: { issued: 2 } }],
    ['batch-ended, none issued', { name: `${HOSTILE.name}${HOSTILE.long}`, rows: { refused: 1 } }],
  ];
  for (const [name, given] of ended) {
    await add(maker, { kind: 'batch-ended', name, accountId, params: { batchId: await batch(maker, spaceId, given) } });
  }
  const choices: [string, { name: string; rows: Rows }][] = [
    ['batch-choices', whole],
    ['batch-choices, one', { name: HOSTILE.name, rows: { doubtful: 1 } }],
  ];
  for (const [name, given] of choices) {
    const params = { batchId: await batch(maker, spaceId, given) };
    await add(maker, { kind: 'batch-choices', name, accountId, params });
  }
}

type Issued = { accountId: number; days: number; adresse?: string; parcels?: string[] | null; isDeclared?: boolean };

/** A statement issued that many days ago; a renewal too when `renewedDays` is given. */
async function statement(maker: Maker, given: Issued & { renewedDays?: number }): Promise<number> {
  const { accountId, days, renewedDays, adresse, parcels, isDeclared } = given;
  const { db } = maker.app.database;
  const { id } = await insertIssued(db, {
    accountId,
    issuedAt: daysAgo(days),
    ...(renewedDays !== undefined && { renewedAt: daysAgo(renewedDays) }),
    ...(adresse !== undefined && { adresse }),
  });
  if (parcels) await db.updateTable('statement').set({ parcelles: parcels }).where('id', '=', id).execute();
  if (isDeclared) {
    const editions = db.updateTable('statement_edition').set({ confirmed_address: null });
    await editions.where('statement_id', '=', id).execute();
  }
  return id;
}

const PARCELS = ['000-AB-0001@95280', '000-AB-0002@95280'];
const MANY_PARCELS = Array.from({ length: 12 }, (_, index) => `000-AB-${String(index + 1).padStart(4, '0')}@95280`);

async function reminders(maker: Maker): Promise<void> {
  const one = async (name: string, given: Omit<Issued, 'accountId'> & { renewedDays?: number }): Promise<void> => {
    const accountId = await account(maker);
    const id = await statement(maker, { ...given, accountId });
    const statements = `${id}.${given.renewedDays === undefined ? 1 : 2}`;
    await add(maker, { kind: 'expiry-reminder', name, accountId, params: { statements } });
  };
  await one('expiry-reminder', { days: 172, parcels: PARCELS });
  await one('expiry-reminder, declared', { days: 179, adresse: '3 Rue A 69320 Feyzin', isDeclared: true });
  await one('expiry-reminder, renewed', { days: 300, renewedDays: 178, parcels: MANY_PARCELS });
  await one('expiry-reminder, hostile', { days: 149, adresse: HOSTILE.address, isDeclared: true, parcels: PARCELS });
  const accountId = await account(maker);
  const statements: string[] = [];
  for (let index = 0; index < 22; index += 1) {
    const adresse = index === 0 ? HOSTILE.address : `${index} Rue des Lilas 95190 Goussainville`;
    statements.push(`${await statement(maker, { accountId, days: 150 + index, adresse })}.1`);
  }
  const renewed = { accountId, days: 300, renewedDays: 172, parcels: MANY_PARCELS };
  statements.push(`${await statement(maker, renewed)}.2`);
  const params = { statements: statements.join(' ') };
  await add(maker, { kind: 'expiry-reminder', name: 'expiry-reminder, many', accountId, params });
}

async function questions(maker: Maker): Promise<void> {
  const { db } = maker.app.database;
  const accountId = await account(maker);
  const plain = await statement(maker, { accountId, days: 3, parcels: PARCELS });
  const hostile = await statement(maker, { accountId, days: 3, adresse: HOSTILE.address, isDeclared: true });
  const request = async (statementId: number, certified: { name: string; text: string } | null): Promise<string> => {
    const row = {
      account_id: accountId,
      statement_id: statementId,
      edition: 1,
      label: certified?.name ?? 'Mme Durand',
      email: 'durand@exemple.fr',
      questions: QUESTIONS.map(({ id }) => id),
      created_at: daysAgo(3),
      expires_on: '2026-12-31',
      ...(certified && {
        certified_at: NOW,
        respondent_name: certified.name,
        respondent_email: 'durand@exemple.fr',
        answers: JSON.stringify({ 'E.installation-classee': 'non', 'J.secheresse': certified.text }),
      }),
    };
    await db
      .updateTable('statement_edition')
      .set({ questions: JSON.stringify(QUESTIONS) })
      .where('statement_id', '=', statementId)
      .execute();
    return (await db.insertInto('answer_request').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const open = await request(plain, null);
  const done = await request(plain, { name: 'Camille Durand', text: 'Reprise du pignon' });
  const worst = await request(hostile, {
    name: `${HOSTILE.name}${HOSTILE.long}`,
    text: `${HOSTILE.name}${HOSTILE.long}`,
  });
  for (const kind of ['answer-request', 'answer-request-reminder'])
    await add(maker, { kind, accountId, params: { requestId: open } });
  for (const kind of ['answers-copy', 'answers-received']) {
    await add(maker, { kind, accountId, params: { requestId: done } });
    await add(maker, { kind, name: `${kind}, hostile`, accountId, params: { requestId: worst } });
  }
}

const QUESTIONS = openQuestions(statementInput()).filter(({ id }) =>
  ['E.installation-classee', 'J.secheresse', 'signature.lieu'].includes(id),
);

async function handovers(maker: Maker): Promise<void> {
  const { db } = maker.app.database;
  const receipt = async (statementId: number, accountId: number, name: string): Promise<string> => {
    const { id: handover_id } = await db
      .insertInto('handover')
      .values({ account_id: accountId, statement_id: statementId, edition: 1, label: 'Étude', created_at: daysAgo(2) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = { handover_id, name, email: 'camille.nunez@exemple.fr', acknowledged_at: NOW, document_sha256: '0' };
    return (await db.insertInto('handover_receipt').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const accountId = await account(maker);
  const plain = await statement(maker, { accountId, days: 3, parcels: PARCELS });
  const hostile = await statement(maker, { accountId, days: 3, adresse: HOSTILE.address, isDeclared: true });
  const [first, second] = [
    await receipt(plain, accountId, 'Camille Nuñez'),
    await receipt(hostile, accountId, `${HOSTILE.name}${HOSTILE.long}`),
  ];
  const acknowledged: [string, string][] = [
    ['handover-acknowledged', first],
    ['handover-acknowledged, hostile', second],
    ['handover-acknowledged, two', `${first} ${second}`],
  ];
  for (const [name, receiptId] of acknowledged) {
    await add(maker, { kind: 'handover-acknowledged', name, accountId, params: { receiptId } });
  }
  const more = [];
  for (let index = 0; index < 21; index += 1) more.push(await receipt(plain, accountId, `Acquéreur ${index + 1}`));
  const params = { receiptId: more.join(' ') };
  await add(maker, { kind: 'handover-acknowledged', name: 'handover-acknowledged, many', accountId, params });
  await add(maker, { kind: 'handover-copy', params: { receiptId: first } });
  await add(maker, { kind: 'handover-copy', name: 'handover-copy, hostile', params: { receiptId: second } });
  for (const [name, receiptId] of [
    ['handover-replaced', first],
    ['handover-replaced, hostile', second],
  ] as const)
    await add(maker, { kind: 'handover-replaced', name, params: { receiptId } });
}

async function checks(maker: Maker): Promise<void> {
  const { db } = maker.app.database;
  const accountId = await account(maker);
  const file = await keepFile(maker.app.deps, 'statements/attestation.pdf', Buffer.from('%PDF-1.7 attestation'));
  const check = async (given: Record<string, unknown>, adresse?: string): Promise<string> => {
    const hostile = adresse === undefined ? {} : { adresse, isDeclared: true };
    const id = await statement(maker, { accountId, days: 30, parcels: PARCELS, ...hostile });
    const row = {
      statement_id: id,
      edition: 1,
      origin: 'date',
      subject: 'acte:2026-12-03:2',
      asked_at: NOW,
      document_reference: 'ERP-2026-000123',
      ...given,
    };
    const { id: checkId } = await db
      .insertInto('statement_check')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return String(checkId);
  };
  const unchanged = { outcome: 'unchanged', ended_at: NOW, file_key: file.key, file_sha256: file.sha256 };
  const missing = JSON.stringify([{ heading: 'radon', title: 'Potentiel radon', reason: 'service indisponible' }]);
  const sentences = ['Radon : niveau 3 (niveau 1 auparavant).'];
  const changed = { outcome: 'changed', ended_at: NOW, new_reference: 'ERP-2026-000123-A1', sentences };
  const eve = { kind: 'acte', day: '2026-12-02' };
  const one = async (name: string, given: Record<string, unknown>, params: Record<string, string> = {}) => {
    const checkId = await check(given, name.includes(',') ? HOSTILE.address : undefined);
    await add(maker, { kind: name.split(',')[0] ?? name, name, accountId, params: { checkId, ...params } });
  };
  await one('check-confirmed', { ...unchanged, reference: 'ERP-2026-000123-V1' });
  await one('check-confirmed, visitor', { ...unchanged, reference: 'ERP-2026-000123-V2', origin: 'visitor' });
  await one('check-changed', changed);
  await one('check-changed, hostile', { ...changed, sentences: [`Nouveau plan : « ${HOSTILE.name} ».`] });
  await one('check-incomplete', { missing, next_at: NOW }, eve);
  await one('check-incomplete, ended', { missing, outcome: 'incomplete', ended_at: NOW, sentences });
  await one('check-incomplete, promesse', { missing, next_at: NOW }, { ...eve, kind: 'promesse' });
}

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

async function orders(maker: Maker): Promise<void> {
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

async function refunds(maker: Maker): Promise<void> {
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
