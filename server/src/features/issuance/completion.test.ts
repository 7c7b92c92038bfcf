import type { ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import type { Question, Questions } from '@clairisque/contract/questions.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { callV3, createKey } from '#test/keys.ts';
import { issueAt } from '#test/wizard.ts';

const app = sharedApp();
const NOW = '2026-12-01T09:00:00Z';
const at = (instant: string): void => void (app.deps.clock = () => new Date(instant));
beforeEach(() => at(NOW));

type Owner = { account: TestAccount; id: number };
/** A session that lasts for years. */
async function longAccount(credits = 0): Promise<TestAccount> {
  const account = await createAccount(app, credits);
  await sql`update api_token set expires_at = '2100-01-01' where account_id = ${account.id}`.execute(app.database.db);
  return account;
}

async function issued(): Promise<Owner> {
  const account = await longAccount(3);
  return { account, id: await issueAt(app, account) };
}

const get = async ({ account, id }: Owner, path: string) =>
  (await call(app, ['GET', `/api/v2/erp/${id}/${path}`], { token: account.token })).body;
const questionsOf = async (owner: Owner): Promise<Questions> => (await get(owner, 'questions/')) as Questions;
const answer = ({ account, id }: Owner, ...reponses: { question: string; valeur: unknown }[]) =>
  call(app, ['PUT', `/api/v2/erp/${id}/questions/reponses/`], { token: account.token, body: { reponses } });
const complete = ({ account, id }: Owner) =>
  call(app, ['POST', `/api/v2/erp/${id}/completer/`], { token: account.token });
const verify = async (reference: string) => (await call(app, ['GET', `/api/v2/verification/${reference}/`])).body;
const renew = ({ account, id }: Owner) =>
  call(app, ['PATCH', `/api/v2/erp/${id}/regenerate/`], { token: account.token });
const editions = async (owner: Owner) =>
  (await get(owner, 'editions/')) as { edition: number; reference: string; emis_le: string; expire_le: string }[];
const printed = async (owner: Owner): Promise<string> =>
  JSON.stringify(((await get(owner, 'document/')) as ReadableDocument).document).replaceAll(
    /[\u00a0\u202f\u200b]/gu,
    ' ',
  );

const valueFor = (question: Question): unknown =>
  ({
    oui_non: 'non',
    choix: question.plusieurs ? [question.choix?.[0]?.cle] : question.choix?.[0]?.cle,
    date: question.date_max,
    nombre: 2,
    texte: 'Mme Durand',
    arretes: [],
  })[question.nature];

const NOT_CLASSIFIED = { question: 'E.installation-classee', valeur: 'non' };
const BUYER = { question: 'parties.acquereur', valeur: 'SCI des Lilas, représentée par M. Martin' };

it('every answer given → a completed edition with the same dates and no box left; the former stays, marked « complété »', async () => {
  const owner = await issued();
  const before = await questionsOf(owner);
  expect(before).toMatchObject({ a_imprimer: 0, editions_restantes: 20, refus: null });
  expect(before.ouvertes).toBeGreaterThan(5);
  const reference = before.reference;
  expect(await complete(owner)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('répondez d’abord') },
  });

  at('2026-12-03T10:00:00Z');
  const reponses = before.questions.map((question) => ({ question: question.id, valeur: valueFor(question) }));
  expect(await answer(owner, ...reponses)).toMatchObject({ status: 200, body: { ouvertes: 0 } });
  const done = await complete(owner);
  expect(done).toMatchObject({
    status: 201,
    body: {
      edition: 2,
      reference: `${reference}-C1`,
      emis_le: '2026-12-01',
      complete_le: '2026-12-03T10:00:00.000Z',
      ouvertes: 0,
    },
  });
  const [newest, former] = await editions(owner);
  expect(newest).toMatchObject({
    reference: `${reference}-C1`,
    remplace: false,
    emis_le: former?.emis_le,
    expire_le: former?.expire_le,
  });
  expect(former).toMatchObject({ reference, remplace: true, complete_le: null });

  expect(await verify(reference)).toMatchObject({
    etat: 'complete',
    complete_par: { reference: `${reference}-C1`, complete_le: '2026-12-03' },
    remplace_par: null,
  });
  expect(await verify(`${reference}-C1`)).toMatchObject({
    etat: 'valide',
    emis_le: '2026-12-01',
    complete: { reference, complete_le: '2026-12-03' },
  });
  const words = await printed(owner);
  expect(words).toContain('Déclaré par le propriétaire ou son mandataire le 3 décembre 2026.');
  expect(words).toContain(`complète l’état ${reference}`);
  expect(words).toContain('Rien : chaque question a sa réponse.');
  const list = (await call(app, ['GET', '/api/v2/erps/with-regeneration/'], { token: owner.account.token })).body;
  expect(list).toMatchObject([{ reference: `${reference}-C1`, a_completer: 0, nb_regenerations: 0 }]);
  expect(await complete(owner)).toMatchObject({ status: 200, body: { reference: `${reference}-C1` } });
});

it('a completed edition asks no source and keeps the answers of its document’s sources', async () => {
  const owner = await issued();
  const asked = () => sql<{ count: number }>`select count(*)::int from supplier_answer`.execute(app.database.db);
  const { rows: before } = await asked();
  await answer(owner, NOT_CLASSIFIED);
  expect((await complete(owner)).status).toBe(201);
  expect((await asked()).rows).toEqual(before);
  const { rows } = await sql<{ keys: number; facts: number }>`
    select count(distinct answers_key)::int as keys, count(distinct facts)::int as facts
    from statement_edition where statement_id = ${owner.id}`.execute(app.database.db);
  expect(rows).toEqual([{ keys: 1, facts: 1 }]);
  expect((await ledgerViolations(app.deps)).filter(({ rule }) => rule.includes('edition'))).toEqual([]);
});

it('ten calls at once for the same answers → one edition; two people with different answers → none is lost', async () => {
  const owner = await issued();
  await answer(owner, NOT_CLASSIFIED);
  const all = await Promise.all(Array.from({ length: 10 }, () => complete(owner)));
  expect(all.filter(({ status }) => status === 200 || status === 201)).toHaveLength(10);
  expect(await editions(owner)).toHaveLength(2);

  const one = async (given: typeof BUYER) => {
    expect((await answer(owner, given)).status).toBe(200);
    return complete(owner);
  };
  const both = await Promise.all([one(BUYER), one({ question: 'signature.lieu', valeur: 'Senlis' })]);
  expect(both.every(({ status }) => status === 200 || status === 201)).toBe(true);
  const words = await printed(owner);
  expect(words).toContain('SCI des Lilas, représentée par M. Martin');
  expect(words).toContain('Senlis');
  expect(await questionsOf(owner)).toMatchObject({ a_imprimer: 0 });
  expect((await editions(owner)).length).toBeLessThanOrEqual(4);
});

describe('refused, with the reason; the answers are kept', () => {
  const refusalOf = async (owner: Owner) => {
    const { status, body } = await complete(owner);
    const { questions, refus } = await questionsOf(owner);
    const answered = questions.find(({ id }) => id === NOT_CLASSIFIED.question)?.reponse?.valeur;
    const said = (body as { detail: string }).detail.replaceAll('\u00a0', ' ');
    return { status, said, isListed: refus?.replaceAll('\u00a0', ' ') === said, answered };
  };
  const refused = (sentence: RegExp) => ({
    status: 409,
    said: expect.stringMatching(sentence) as unknown,
    isListed: true,
    answered: 'non',
  });

  it('an expired document', async () => {
    const owner = await issued();
    at('2027-10-01T09:00:00Z');
    await answer(owner, NOT_CLASSIFIED);
    expect(await refusalOf(owner)).toEqual(
      refused(/a expiré le 30 mai 2027 : renouvelez-le, vos réponses sont gardées/u),
    );
  });

  it('a sale marked as concluded', async () => {
    const owner = await issued();
    await answer(owner, NOT_CLASSIFIED);
    await call(app, ['PUT', `/api/v2/erp/${owner.id}/conclusion/`], {
      token: owner.account.token,
      body: { conclu: true },
    });
    expect(await refusalOf(owner)).toEqual(refused(/la vente est conclue : annulez cette indication/u));
  });

  it('twenty editions', async () => {
    const owner = await issued();
    await answer(owner, BUYER);
    expect((await complete(owner)).status).toBe(201);
    await sql`update statement_edition set reference = replace(reference, '-C1', '-C20') where statement_id = ${owner.id}`.execute(
      app.database.db,
    );
    await answer(owner, NOT_CLASSIFIED);
    expect(await refusalOf(owner)).toEqual(refused(/a déjà 20 éditions complétées/u));
  });
});

it('a document made before questions were kept → its checklist and its completion say so', async () => {
  const account = await longAccount();
  const { id } = await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date(NOW) });
  const owner = { account, id };
  const detail = expect.stringContaining('avant que ses réponses se complètent à l’écran') as unknown;
  expect(await call(app, ['GET', `/api/v2/erp/${id}/questions/`], { token: account.token })).toMatchObject({
    status: 409,
    body: { detail },
  });
  expect(await answer(owner, NOT_CLASSIFIED)).toMatchObject({ status: 409, body: { detail } });
  expect(await complete(owner)).toMatchObject({ status: 409, body: { detail } });
});

it('another account, a draft, an erased account → not found', async () => {
  const owner = await issued();
  await answer(owner, NOT_CLASSIFIED);
  const stranger = { ...owner, account: await longAccount() };
  expect((await complete(stranger)).status).toBe(404);
  expect((await answer(stranger, NOT_CLASSIFIED)).status).toBe(404);
  await sql`delete from account where id = ${owner.account.id}`.execute(app.database.db);
  expect((await complete(owner)).status).toBe(401);
  const { rows } = await sql`select from statement_answer where statement_id = ${owner.id}`.execute(app.database.db);
  expect(rows).toEqual([]);
});

it('renewed → the answers are carried, what may have changed is asked again, and the renewal is completed in turn', async () => {
  const owner = await issued();
  await answer(owner, NOT_CLASSIFIED, { question: 'signature.lieu', valeur: 'Senlis' });
  expect((await complete(owner)).status).toBe(201);
  at('2027-06-10T09:00:00Z');
  expect((await renew(owner)).status).toBe(200);
  const after = await questionsOf(owner);
  const find = (id: string) => after.questions.find((question) => question.id === id);
  expect(after.reference).toMatch(/^ERP-2027-\d+-R1$/u);
  expect(find(NOT_CLASSIFIED.question)).toMatchObject({ etat: 'repondue', reponse: { imprimee: true } });
  expect(find('signature.lieu')).toMatchObject({ etat: 'a_confirmer', reponse: { valeur: 'Senlis', imprimee: false } });
  expect(await printed(owner)).not.toContain('Senlis');

  await answer(owner, { question: 'signature.lieu', valeur: 'Senlis' });
  const again = (await questionsOf(owner)).questions.find((question) => question.id === 'signature.lieu');
  expect(again).toMatchObject({ etat: 'repondue', reponse: { valeur: 'Senlis', imprimee: false } });
  await answer(owner, { question: 'signature.lieu', valeur: 'Creil' });
  expect(await complete(owner)).toMatchObject({
    status: 201,
    body: { reference: `${after.reference}-C1`, emis_le: '2027-06-10' },
  });
  expect(await printed(owner)).toContain('Creil');
  expect((await editions(owner)).map(({ reference }) => reference.replace(/^ERP-\d+-\d+/u, ''))).toEqual([
    '-R1-C1',
    '-R1',
    '-C1',
    '',
  ]);
  const [, , , original] = await editions(owner);
  expect(await verify(original?.reference ?? '')).toMatchObject({
    etat: 'remplace',
    remplace_par: { reference: `${after.reference}-C1` },
  });
  expect((await ledgerViolations(app.deps)).filter(({ rule }) => rule.includes('edition'))).toEqual([]);
});

it('completed while it is renewed → both end, and no answer is lost', async () => {
  const owner = await issued();
  at('2027-06-10T09:00:00Z');
  await sql`update statement_edition set expires_on = '2027-12-01' where statement_id = ${owner.id}`.execute(
    app.database.db,
  );
  await answer(owner, NOT_CLASSIFIED);
  const [renewed, completed] = await Promise.all([renew(owner), complete(owner)]);
  expect(renewed.status).toBe(200);
  expect([200, 201, 409]).toContain(completed.status);
  const { questions, a_imprimer } = await questionsOf(owner);
  expect(questions.find(({ id }) => id === NOT_CLASSIFIED.question)?.reponse?.valeur).toBe('non');
  const last = a_imprimer > 0 ? await complete(owner) : completed;
  expect([200, 201, 409]).toContain(last.status);
  expect(await questionsOf(owner)).toMatchObject({ a_imprimer: 0 });
});

it('answers given to a draft are in its first document; refused while it is generated', async () => {
  const owner = await issued();
  const source = await sql<Record<string, unknown>>`select * from statement where id = ${owner.id}`.execute(
    app.database.db,
  );
  const { adresse, cadastre, code_parcelle, latitude, longitude, type_de_transaction, vendeur_nom } =
    source.rows[0] ?? {};
  const created = await call(app, ['POST', '/api/v2/erp/me/create/'], {
    token: owner.account.token,
    body: {
      adresse,
      cadastre,
      code_parcelle,
      latitude,
      longitude,
      type_de_transaction,
      vendeur_nom,
      acheteur_nom: '-',
    },
  });
  const draft = { ...owner, id: (created.body as { erp_id: number }).erp_id };
  expect(await answer(draft, NOT_CLASSIFIED, BUYER)).toMatchObject({ status: 200, body: { ouvertes: null } });
  await sql`update statement set generating_until = '2030-01-01' where id = ${draft.id}`.execute(app.database.db);
  expect(await answer(draft, NOT_CLASSIFIED, { ...BUYER, valeur: 'M. Petit' })).toMatchObject({ status: 409 });
  await sql`update statement set generating_until = null where id = ${draft.id}`.execute(app.database.db);
  const generated = await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${draft.id}/`], {
    token: owner.account.token,
  });
  expect(generated.status).toBe(200);
  expect(await printed(draft)).toContain('SCI des Lilas, représentée par M. Martin');
  expect(await questionsOf(draft)).toMatchObject({ a_imprimer: 0 });
});

it('API v3: questions, answers and the completed statement; a repetition makes no other edition; the event says it', async () => {
  at(new Date().toISOString());
  const owner = await issued();
  const key = await createKey(app, owner.account);
  const listed = await callV3(app, ['GET', `/statements/stm_${owner.id}/questions`], { key });
  expect(listed.json).toMatchObject({ completions_left: 20 });
  const post = () =>
    callV3(app, ['POST', `/statements/stm_${owner.id}/answers`], {
      key,
      body: { answers: [{ question: NOT_CLASSIFIED.question, value: 'no' }] },
      headers: { 'idempotency-key': 'complete' },
    });
  const done = await post();
  expect(done).toMatchObject({ status: 200, json: { reference: expect.stringMatching(/-C1$/u) } });
  expect((await post()).json).toEqual(done.json);
  expect(await editions(owner)).toHaveLength(2);
  const { json } = await callV3(app, ['GET', '/events?type=statement.completed'], { key });
  expect(json['data']).toMatchObject([{ data: { reference: done.json['reference'] } }]);
});
