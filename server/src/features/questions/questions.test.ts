import type { Preview } from '@clairisque/contract/preview.ts';
import type { Questions } from '@clairisque/contract/questions.ts';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { issueAt } from '#test/wizard.ts';

const app = sharedApp();
beforeEach(() => void (app.deps.clock = () => new Date('2026-12-01T09:00:00Z')));

let account: TestAccount;
let id: number;
beforeAll(async () => {
  app.deps.clock = () => new Date('2026-12-01T09:00:00Z');
  account = await createAccount(app, 3);
  await sql`update api_token set expires_at = '2100-01-01' where account_id = ${account.id}`.execute(app.database.db);
  id = await issueAt(app, account);
});

const list = async (): Promise<Questions> =>
  (await call(app, ['GET', `/api/v2/erp/${id}/questions/`], { token: account.token })).body as Questions;
const answer = (...reponses: { question: string; valeur: unknown }[]) =>
  call(app, ['PUT', `/api/v2/erp/${id}/questions/reponses/`], { token: account.token, body: { reponses } });
const spaced = (body: unknown): unknown => JSON.parse(JSON.stringify(body).replaceAll(/[\u00a0\u202f]/gu, ' '));

it('answers saved one at a time, resumed, changed and taken back: each print keeps its own, and nothing is forgotten', async () => {
  const before = await list();
  expect(await answer({ question: 'parties.acquereur', valeur: 'M. Martin' })).toMatchObject({
    status: 200,
    body: { ouvertes: before.ouvertes - 1, a_imprimer: 1 },
  });
  expect(await answer({ question: 'parties.acquereur', valeur: 'M. Petit' })).toMatchObject({
    body: { a_imprimer: 1 },
  });
  const one = (await list()).questions.find((question) => question.id === 'parties.acquereur');
  expect(one).toMatchObject({
    etat: 'repondue',
    reponse: {
      valeur: 'M. Petit',
      en_mots: 'M. Petit',
      declare_le: '2026-12-01T09:00:00.000Z',
      demande: null,
      imprimee: false,
    },
  });
  expect(await answer({ question: 'parties.acquereur', valeur: null })).toMatchObject({
    body: { ouvertes: before.ouvertes },
  });
  const { rows } = await sql<{ value: unknown }>`
    select value from statement_answer where statement_id = ${id} and question = 'parties.acquereur' order by version`.execute(
    app.database.db,
  );
  expect(rows.map(({ value }) => value)).toEqual(['M. Martin', 'M. Petit', null]);
});

it.each<[string, unknown, string]>([
  ['tete.arrete-numero', 'x'.repeat(300), 'Un numéro d’arrêté a au plus 60 caractères.'],
  ['tete.arrete-date', '1850-06-01', 'Cette date est trop ancienne : au plus tôt le 1er janvier 1950.'],
  ['A.disparu.travaux', 'oui', 'Cette question n’est plus posée : ce que vous avez déjà répondu est gardé.'],
  ['E.installation-classee', 'peut-être', 'Répondez par oui ou par non.'],
])('%s ← %s → refused in one sentence, and the answers beside it are not kept', async (question, valeur, sentence) => {
  const before = await list();
  const refused = await answer({ question: 'signature.lieu', valeur: 'Lille' }, { question, valeur });
  expect(refused.status).toBe(400);
  expect(spaced(refused.body)).toEqual({ [question]: [sentence] });
  expect(await list()).toEqual(before);
});

it('two answers to one question, an id that is none, a letter that no font has → refused', async () => {
  const twice = { question: 'signature.lieu', valeur: 'Lille' };
  expect((await answer(twice, twice)).status).toBe(400);
  expect((await answer({ question: '../../etc', valeur: 'x' })).status).toBe(400);
  expect((await answer({ question: 'signature.lieu', valeur: 'Lille\u202E' })).status).toBe(400);
});

it('answers that deny each other → refused with the sentence of the declarations', async () => {
  const { questions } = await list();
  const decrees = questions.find(({ nature }) => nature === 'arretes');
  const none =
    decrees === undefined ? { question: 'I.indemnise', valeur: 'non' } : { question: decrees.id, valeur: [] };
  const refused = await answer(none, { question: 'J.secheresse', valeur: 'Reprise du pignon' });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toMatch(/aucun sinistre n’a été indemnisé/u);
});

it('the free preview asks nothing that the document does not leave open', async () => {
  const { rows } = await sql<{ code_parcelle: string; longitude: number; latitude: number }>`
    select code_parcelle, longitude, latitude from statement where id = ${id}`.execute(app.database.db);
  const { code_parcelle, longitude, latitude } = rows[0] ?? { code_parcelle: '', longitude: 0, latitude: 0 };
  const path = `/api/v2/apercu/${code_parcelle}/?longitude=${longitude}&latitude=${latitude}`;
  const { questions = [] } = (await call(app, ['GET', path])).body as Preview;
  const open = new Set((await list()).questions.map((question) => question.id));
  expect(questions.length).toBeGreaterThan(2);
  expect(questions.filter((question) => !open.has(question.id))).toEqual([]);
  expect(questions.find((question) => question.id === 'E.installation-classee')?.vente_seulement).toBe(true);
});
