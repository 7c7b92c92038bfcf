import type { SharedApp } from './app.ts';
import { keepFile } from './issued.ts';
import { handovers, mailedHandovers, questions } from './mail-cases-links.ts';
import { orders, refunds } from './mail-cases-orders.ts';
import {
  account,
  add,
  daysAgo,
  HOSTILE,
  MANY_PARCELS,
  NOW,
  PARCELS,
  statement,
  type Issued,
  type MailCase,
  type Maker,
} from './mail-maker.ts';

export { HOSTILE, type MailCase } from './mail-maker.ts';

/** In this order in a database of its own: numbers and ids are the same each time. */
export async function composeAll(app: SharedApp): Promise<MailCase[]> {
  app.deps.clock = () => NOW;
  // Tokens of secret links are then the same too.
  await app.database.query(`update signing_key set key = $1 where name = 'links'`, [Buffer.alloc(32, 7)]);
  const maker = { app, cases: [], count: 0 };
  const makers = [accounts, programs, credits, imports, reminders, handovers, questions, orders, refunds, checks];
  for (const make of [...makers, mailedHandovers]) await make(maker);
  return maker.cases;
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
