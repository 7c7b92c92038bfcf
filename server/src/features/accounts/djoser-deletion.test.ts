import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { call, grantLot, mailsTo, sharedApp } from '#test/app.ts';
import {
  clientOf,
  createPerson,
  mailedLink,
  OTHER_PASSWORD,
  PASSWORD,
  type Client,
  type Person,
} from '#test/people.ts';
import { until } from '../../../../tests/harness/until.ts';

const app = sharedApp({ worker: true });
let client: Client;
beforeAll(async () => {
  client = clientOf(app);
});

const erase = (token: string, body?: unknown) =>
  call(app, ['DELETE', '/api/v2/users/me/'], { token, ...(body !== undefined && { body }) });

it.each<[string, unknown, Record<string, unknown>]>([
  ['no body', undefined, { current_password: ['Ce champ est obligatoire.'] }],
  ['blank', { current_password: ' ' }, { current_password: ['Ce champ ne peut être vide.'] }],
  ['wrong', { current_password: OTHER_PASSWORD }, { current_password: ['Mot de passe invalide.'] }],
])('%s → 400, the account intact, the device still known', async (_case, body, errors) => {
  const token = await client.sessionOf(await createPerson(app));
  const answer = await erase(token, body);
  expect(answer).toMatchObject({ status: 400, body: errors });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await client.statusOf(token)).toBe(200);
});

it('without a token → 401', async () => {
  expect((await call(app, ['DELETE', '/api/v2/users/me/'])).status).toBe(401);
});

const DRAFT = {
  adresse: '1 Rue de la Liberté 21000 Dijon',
  longitude: 5.0415,
  latitude: 47.322,
  type_de_transaction: 'Vente',
  vendeur_nom: '-',
  acheteur_nom: '-',
  cadastre: '000-HM-0048',
  code_parcelle: '000-HM-0048@21231',
};

/** A draft ready to be generated. */
async function draftOf(person: Person, token: string): Promise<number> {
  await grantLot(app, { accountId: person.id, credits: 3, expiresAt: null });
  const parcels = await call(app, ['POST', '/api/v2/cadastre/proximite/5.0415/47.3220/']);
  const [parcel] = parcels.body as Record<string, string>[];
  const cadastre = `${parcel?.['prefixe']}-${parcel?.['section']}-${parcel?.['numero']}`;
  const draft = { ...DRAFT, cadastre, code_parcelle: `${cadastre}@${parcel?.['commune']}` };
  return ((await client.post('erp/me/create/', draft, token)).body as { erp_id: number }).erp_id;
}

const generate = (id: number, token: string) => call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token });
const filesOf = (person: Person): string[] =>
  readdirSync(app.filesDir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.startsWith(`statements/${person.id}/`) && /\.(pdf|gz)$/.test(path),
  );

async function eventually(check: () => boolean): Promise<boolean> {
  return until(async () => check(), { everyMs: 20 });
}

const OWNED = ['account_token', 'api_token', 'statement', 'credit_lot', 'ledger_entry'] as const;

it('the right password → 204; only an anonymous event is left, and the e-mail is free again', async () => {
  const person = await createPerson(app);
  const [token, other] = [await client.sessionOf(person), await client.sessionOf(person)];
  expect((await generate(await draftOf(person, token), token)).status).toBe(200);
  await draftOf(person, token);
  const link = await mailedLink(app, person, 'password_reset');
  // The document, its inputs and the suppliers' answers; then files left by a process that died before their row.
  expect(filesOf(person)).toHaveLength(3);
  await app.deps.files.put(`statements/${person.id}/9/left-behind.pdf`, Buffer.from('-'));

  expect(await erase(token, { current_password: PASSWORD })).toMatchObject({ status: 204, body: '' });
  for (const session of [token, other]) expect(await client.statusOf(session)).toBe(401);
  expect((await client.login(person.username)).status).toBe(400);
  expect((await client.post('users/reset_password_confirm/', { ...link, new_password: OTHER_PASSWORD })).status).toBe(
    400,
  );
  for (const table of OWNED) {
    const rows = await app.database.db.selectFrom(table).select('id').where('account_id', '=', person.id).execute();
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
  expect(await eventually(() => filesOf(person).length === 0)).toBe(true);
  // The record that a restored database reads.
  expect(
    await eventually(
      () =>
        existsSync(join(app.filesDir, 'erasures')) &&
        readdirSync(join(app.filesDir, 'erasures')).join().includes(`${person.id}-`),
    ),
  ).toBe(true);
  const [mail] = await mailsTo(app, person.email);
  expect(mail?.subject).toBe('Suppression du compte sur Clairisque');
  const form = { email: person.email, username: person.email, password: PASSWORD, re_password: PASSWORD };
  expect((await client.post('users/', form)).status).toBe(201);
});

it('a deletion during a generation, at any moment → no 500, no file left, no deadlock', async () => {
  for (const delayMs of [0, 60, 150, 300]) {
    const person = await createPerson(app);
    const token = await client.sessionOf(person);
    const id = await draftOf(person, token);
    const generation = generate(id, token);
    await sleep(delayMs);
    expect((await erase(token, { current_password: PASSWORD })).status).toBe(204);
    expect([200, 401, 404]).toContain((await generation).status);
    expect(await eventually(() => filesOf(person).length === 0)).toBe(true);
  }
});

it('a deletion while drafts are made and the account is read → no 500', async () => {
  const person = await createPerson(app);
  const token = await client.sessionOf(person);
  await draftOf(person, token);
  const calls = [
    () => client.post('erp/me/create/', DRAFT, token),
    () => call(app, ['GET', '/api/v2/users/me/'], { token }),
    () => call(app, ['GET', '/api/v2/user_data/me/'], { token }),
    () => call(app, ['PATCH', '/api/v2/user_data/me/update/'], { token, body: { nom: 'Autre' } }),
  ];
  const others = Array.from({ length: 60 }, (_, index) => sleep(index).then(() => calls[index % calls.length]!()));
  expect((await erase(token, { current_password: PASSWORD })).status).toBe(204);
  for (const answer of await Promise.all(others)) expect([200, 201, 401]).toContain(answer.status);
});

it('two deletions at once → one 204, the other as if the token or the password were wrong', async () => {
  const person = await createPerson(app);
  const token = await client.sessionOf(person);
  const answers = await Promise.all([1, 2, 3].map(() => erase(token, { current_password: PASSWORD })));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.every(({ status }) => [204, 400, 401].includes(status))).toBe(true);
  expect(await mailsTo(app, person.email)).toHaveLength(1);
});

it('erasing thousands of statements reads the ledger by its index, not whole each time', async () => {
  const plan = await app.database.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    // PostgreSQL's own query for each erased statement (its foreign key).
    return sql`explain select 1 from only ledger_entry x where ${7}::bigint = statement_id for key share of x`.execute(
      db,
    );
  });
  expect(JSON.stringify(plan.rows)).toContain('ledger_entry_statement');
});
