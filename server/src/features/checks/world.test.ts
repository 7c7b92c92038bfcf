import type { Check } from '@clairisque/contract/checks.ts';
import type { ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import type { Questions } from '@clairisque/contract/questions.ts';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { call, createAccount, type TestAccount, type TestApp } from '#test/app.ts';
import { createCheckingApp } from '#test/checked.ts';
import { draftAt, issueAt } from '#test/wizard.ts';
import { DATED_SENTINELS } from '../../../../simulators/src/territory/sentinel-communes.ts';
import { runCheck } from './run.service.ts';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await createCheckingApp();
  account = await createAccount(app, DATED_SENTINELS.length);
});
afterEach(() => void (app.deps.clock = systemClock));
afterAll(async () => {
  await play('');
  await app.close();
});

async function play(jour: string): Promise<void> {
  const body = new URLSearchParams({ jour });
  const headers = { accept: 'application/json' };
  const answer = await fetch(`${inject('simulatorsUrl')}/monde`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

async function checkNow(id: number): Promise<Check> {
  await call(app, ['POST', `/api/v2/erp/${id}/controles/`], { token: account.token });
  const open = app.database.db.selectFrom('statement_check').select('id').where('statement_id', '=', id);
  for (const row of await open.where('ended_at', 'is', null).execute()) await runCheck(app.deps, row.id);
  const { body } = await call(app, ['GET', `/api/v2/erp/${id}/controles/`], { token: account.token });
  const [check] = (body as { controles: Check[] }).controles;
  if (check === undefined) throw new Error('no check');
  return check;
}

const SAYS: Record<string, RegExp> = {
  approuve: /a changé d’état\s?: approuvé le 10\/03\/2027/u,
  prescrit: /Nouveau plan de prévention/u,
  revise: /en cours de révision/u,
  abroge: /n’est plus recensé/u,
  deplace: /Zones du plan de prévention/u,
  arrete: /1 arrêté en plus/u,
  radon: /niveau 3 \(niveau 1 auparavant\)/u,
};

const CHANGING = DATED_SENTINELS.filter(({ mode }) => mode !== 'muet');
const SILENT = DATED_SENTINELS.filter(({ mode }) => mode === 'muet');

it.each(CHANGING)('$name: unchanged on the 9th, found on the 10th, in words', async ({ mode, longitude, latitude }) => {
  await play('2027-03-09');
  const id = await issueAt(app, account, { longitude, latitude });
  expect(await checkNow(id)).toMatchObject({ etat: 'inchange', changements: [] });
  await play('2027-03-10');
  const { etat, changements } = await checkNow(id);
  const said = changements.join(' ').replaceAll(/[\u00A0\u202F]/gu, ' ');
  expect([etat, said]).toEqual(['change', expect.stringMatching(SAYS[mode] ?? /(?!)/u)]);
});

it.each(SILENT)('$name: incomplete while it is silent, unchanged once it answers', async ({ longitude, latitude }) => {
  await play('2027-03-09');
  const id = await issueAt(app, account, { longitude, latitude });
  await play('2027-03-10');
  const check = await checkNow(id);
  const missing = [{ rubrique: expect.stringMatching(/radon/iu) }];
  expect(check).toMatchObject({ etat: 'incomplet', changements: [], attestation: null, non_obtenu: missing });
  await play('2027-03-13');
  // Sources that were asked a moment ago rest.
  app.deps.clock = () => new Date(Date.now() + 11 * 60_000);
  expect(await checkNow(id)).toMatchObject({ id: check.id, etat: 'inchange' });
});

/** What was said of a plan or of decrees says nothing of what they have become. Sources answer a new application afresh. */
let carrying: TestApp;
let carrier: TestAccount;
beforeAll(async () => {
  carrying = await createCheckingApp();
  carrier = await createAccount(carrying, 10);
});
afterAll(() => carrying.close());

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) =>
  (await call(carrying, [method, `/api/v2/erp/${path}`], { token: carrier.token, ...(body !== undefined && { body }) }))
    .body as Record<string, unknown>;
const questionsOf = async (id: number) => (await ask('GET', `${id}/questions/`)) as unknown as Questions;
const printed = async (id: number): Promise<string> => {
  const { document } = (await ask('GET', `${id}/document/`)) as unknown as ReadableDocument;
  return JSON.stringify(document).replaceAll(/[\u00a0\u202f\u200b]/gu, ' ');
};
const answer = (id: number, question: string, valeur: unknown) =>
  ask('PUT', `${id}/questions/reponses/`, { reponses: [{ question, valeur }] });

async function issueIn(mode: string, declarations?: object, further = 0): Promise<number> {
  const where = DATED_SENTINELS.find((one) => one.mode === mode);
  if (where === undefined) throw new Error(mode);
  const point = { longitude: where.longitude + further, latitude: where.latitude };
  const { erp_id: id } = await ask('POST', 'me/create/', await draftAt(carrying, point));
  if (declarations !== undefined) await ask('PUT', `me/id/${String(id)}/declarations/`, declarations);
  await ask('PATCH', `me/id/generate/${String(id)}/`);
  return Number(id);
}

async function checkCarried(id: number): Promise<void> {
  await ask('POST', `${id}/controles/`);
  const open = carrying.database.db.selectFrom('statement_check').select('id').where('statement_id', '=', id);
  for (const row of await open.where('ended_at', 'is', null).execute()) await runCheck(carrying.deps, row.id);
}

const NOTHING_PRESCRIBED = {
  travaux_prescrits: false,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};

const isWorks = ({ id }: { id: string }): boolean => id.endsWith('.travaux');

it.each([
  ['approved since', 'approuve', 'n° 1789-07'],
  ['with another zone since', 'deplace', 'n° 1789-08'],
])('a plan %s → its works and its number are asked again, and printed once answered again', async (...given) => {
  const [, mode, said] = given;
  await play('2027-03-09');
  const id = await issueIn(mode, NOTHING_PRESCRIBED);
  const { questions } = await questionsOf(id);
  const question = questions.find((one) => one.id.endsWith('.arrete-numero') && one.bloc === 'A')?.id ?? '';
  expect(questions.filter(isWorks)).toEqual([]);
  await answer(id, question, said);
  await ask('POST', `${id}/completer/`);
  expect(await printed(id)).toContain(said);

  await play('2027-03-10');
  await checkCarried(id);
  const updated = await questionsOf(id);
  expect(updated.reference).toMatch(/-A1$/u);
  const find = async () => (await questionsOf(id)).questions.find((one) => one.id === question);
  expect(await find()).toMatchObject({ etat: 'a_confirmer', reponse: { valeur: said, imprimee: false } });
  expect(updated.questions.filter(isWorks)).toHaveLength(1);
  expect(await printed(id)).not.toMatch(new RegExp(`${said}|aucuns travaux prescrits`, 'u'));

  // A completed edition prints no more of it.
  await answer(id, 'signature.lieu', 'Senlis');
  await ask('POST', `${id}/completer/`);
  expect(await printed(id)).not.toContain(said);

  await answer(id, question, said);
  expect(await find()).toMatchObject({ etat: 'repondue' });
  await ask('POST', `${id}/completer/`);
  expect(await printed(id)).toContain(said);
});

it.each([
  ['declared before the issue', { ...NOTHING_PRESCRIBED, sinistres_indemnises: false }],
  ['answered since', undefined],
])('« aucun sinistre indemnisé » %s, another decree since → asked again', async (_, declared) => {
  // Two parcels: an answer of a source is kept for an hour.
  await play('2027-03-09');
  const id = await issueIn('arrete', declared, declared === undefined ? 0 : 0.0012);
  if (declared === undefined) await answer(id, 'sinistres.arretes', []);
  await ask('POST', `${id}/completer/`);
  const none = 'Déclaration du propriétaire : aucun sinistre indemnisé.';
  expect(await printed(id)).toContain(none);
  await play('2027-03-10');
  await checkCarried(id);
  const { reference, questions } = await questionsOf(id);
  expect(reference).toMatch(/-A1$/u);
  expect(questions.find((one) => one.id === 'sinistres.arretes')?.etat).not.toBe('repondue');
  expect(await printed(id)).not.toContain(none);
});

it('answers certified by a link before an update, and accepted after it, of what it changed → asked again', async () => {
  await play('2027-03-09');
  const id = await issueIn('approuve', undefined, 0.0024);
  const question = (await questionsOf(id)).questions.find(
    (one) => one.id.endsWith('.arrete-numero') && one.bloc === 'A',
  );
  const { id: request, url } = await ask('POST', `${id}/demandes/`, { questions: [question?.id] });
  const path = `/api/v2/reponses/${String(url).split('/').at(-1)}/`;
  await call(carrying, ['PUT', `${path}reponses/`], {
    body: { reponses: [{ question: question?.id, valeur: 'n° 5' }] },
  });
  const certified = { nom: 'Mme Durand', email: 'durand@exemple.fr', version: 1, certifie: true };
  expect((await call(carrying, ['POST', `${path}certification/`], { body: certified })).status).toBe(201);
  await play('2027-03-10');
  await checkCarried(id);
  const decision = { token: carrier.token, body: { accepte: true } };
  expect((await call(carrying, ['POST', `/api/v2/demandes/${String(request)}/decision/`], decision)).status).toBe(200);
  const { reference, questions } = await questionsOf(id);
  expect(reference).toMatch(/-A1$/u);
  expect(questions.find((one) => one.id === question?.id)).toMatchObject({ etat: 'a_confirmer' });
});

it('nothing of the plan has changed → answers and declarations are carried', async () => {
  await play('2027-03-09');
  const id = await issueIn('radon', NOTHING_PRESCRIBED);
  const before = await questionsOf(id);
  await play('2027-03-10');
  await checkCarried(id);
  const after = await questionsOf(id);
  expect(after.reference).toMatch(/-A1$/u);
  const plans = (all: Questions) => all.questions.filter(({ bloc }) => bloc === 'A').map(({ id: one }) => one);
  expect(plans(after)).toEqual(plans(before));
});
