import type { AnswerRequest, AskedQuestions } from '@clairisque/contract/questions.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { call, createAccount, mailsTo, sharedApp, type TestAccount } from '#test/app.ts';
import { callV3, createKey } from '#test/keys.ts';
import { issueAt } from '#test/wizard.ts';
import { remindAsked } from './notices.service.ts';

const app = sharedApp({ worker: true });
const at = (instant: string): void => void (app.deps.clock = () => new Date(instant));
beforeEach(() => at('2026-12-01T09:00:00Z'));

type Owner = { account: TestAccount; id: number };
/** A session that lasts for years. */
async function longAccount(credits = 0): Promise<TestAccount> {
  const account = await createAccount(app, credits);
  await sql`update api_token set expires_at = '2100-01-01' where account_id = ${account.id}`.execute(app.database.db);
  return account;
}

async function issued(): Promise<Owner> {
  const account = await longAccount(2);
  return { account, id: await issueAt(app, account) };
}

const ask = async ({ account, id }: Owner, body: object = {}): Promise<AnswerRequest> => {
  const made = await call(app, ['POST', `/api/v2/erp/${id}/demandes/`], { token: account.token, body });
  expect(made.status).toBe(201);
  return made.body as AnswerRequest;
};
const requestsOf = async ({ account, id }: Owner): Promise<AnswerRequest[]> =>
  (await call(app, ['GET', `/api/v2/erp/${id}/demandes/`], { token: account.token })).body as AnswerRequest[];
const pathOf = ({ url }: Pick<AnswerRequest, 'url'>): string => `/api/v2/reponses/${url.split('/').at(-1) ?? ''}/`;
const open = async (request: AnswerRequest) => call(app, ['GET', pathOf(request)]);
const asked = async (request: AnswerRequest): Promise<AskedQuestions> => (await open(request)).body as AskedQuestions;
const answer = (request: AnswerRequest, ...reponses: { question: string; valeur: unknown }[]) =>
  call(app, ['PUT', `${pathOf(request)}reponses/`], { body: { reponses } });
const certify = (request: AnswerRequest, version: number, given: object = {}) =>
  call(app, ['POST', `${pathOf(request)}certification/`], {
    body: { nom: ' Mme Durand ', email: 'durand@exemple.fr', version, certifie: true, ...given },
  });
const decide = ({ account }: Owner, { id }: AnswerRequest, accepte: boolean) =>
  call(app, ['POST', `/api/v2/demandes/${id}/decision/`], { token: account.token, body: { accepte } });
const revoke = ({ account }: Owner, { id }: AnswerRequest) =>
  call(app, ['DELETE', `/api/v2/demandes/${id}/`], { token: account.token });
const complete = ({ account, id }: Owner) =>
  call(app, ['POST', `/api/v2/erp/${id}/completer/`], { token: account.token });

const CLASSIFIED = { question: 'E.installation-classee', valeur: 'non' };

it('a link is answered, certified, accepted and printed: who, when, from which link, on which version; a copy is mailed', async () => {
  const owner = await issued();
  const respondent = `durand-${owner.id}@exemple.fr`;
  const request = await ask(owner, { libelle: 'Mme Durand' });
  expect(request).toMatchObject({
    etat: 'ouverte',
    email: null,
    expire_le: '2026-12-31',
    repondant: null,
    reponses: [],
  });
  expect(request.url).toMatch(/\/questions\/[\w-]{40,64}$/u);

  const first = await asked(request);
  expect(first).toMatchObject({ version: 0, certification: null, specimen: true, demandeur: owner.account.email });
  expect(first.questions.map(({ id }) => id)).toEqual(request.questions.map(({ id }) => id));
  expect(await answer(request, CLASSIFIED)).toMatchObject({ status: 200, body: { version: 1, contradictions: [] } });
  // Resumed on another device.
  const resumed = await asked(request);
  expect(resumed.questions.find(({ id }) => id === CLASSIFIED.question)?.reponse?.valeur).toBe('non');

  at('2026-12-02T15:30:00Z');
  expect(await certify(request, 1, { email: respondent })).toMatchObject({
    status: 201,
    body: { certifie_le: '2026-12-02T15:30:00.000Z', reponses: [{ question: CLASSIFIED.question, en_mots: 'Non' }] },
  });
  const [copy] = await mailsTo(app, respondent);
  expect(copy?.subject).toContain('Votre copie');
  const [told] = await mailsTo(app, owner.account.email);
  expect(told?.subject).toContain('Réponses reçues');
  // Nothing is printed before its owner accepts.
  expect((await complete(owner)).status).toBe(409);
  expect((await requestsOf(owner))[0]).toMatchObject({
    etat: 'certifiee',
    ouvertures: 2,
    repondant: { nom: 'Mme Durand' },
  });

  at('2026-12-03T08:00:00Z');
  expect(await decide(owner, request, true)).toMatchObject({ status: 200, body: { etat: 'acceptee' } });
  expect((await decide(owner, request, true)).status).toBe(200);
  expect((await decide(owner, request, false)).status).toBe(409);
  expect((await complete(owner)).status).toBe(201);
  const { body } = await call(app, ['GET', `/api/v2/erp/${owner.id}/document/`], { token: owner.account.token });
  expect(JSON.stringify(body).replaceAll('\u00a0', ' ')).toContain('Déclaré par Mme Durand le 2 décembre 2026.');
  const { rows } = await sql`
    select a.declared_by, a.declared_at, r.edition, r.respondent_email from statement_answer a
    join answer_request r on r.id = a.request_id where a.statement_id = ${owner.id}`.execute(app.database.db);
  expect(rows).toEqual([
    {
      declared_by: 'Mme Durand',
      declared_at: new Date('2026-12-02T15:30:00Z'),
      edition: 1,
      respondent_email: respondent,
    },
  ]);
});

it('refused → the evidence stays, and nothing is printed', async () => {
  const owner = await issued();
  const request = await ask(owner);
  await answer(request, CLASSIFIED);
  expect(await decide(owner, request, true)).toMatchObject({ status: 409 });
  expect((await certify(request, 1)).status).toBe(201);
  expect(await decide(owner, request, false)).toMatchObject({
    status: 200,
    body: { etat: 'refusee', reponses: [{ valeur: 'non' }] },
  });
  expect((await complete(owner)).status).toBe(409);
});

describe('a forwarded link', () => {
  it('answered by two people → who certifies certifies what was read; the second learns that it is done', async () => {
    const owner = await issued();
    const request = await ask(owner);
    await answer(request, CLASSIFIED);
    await answer(request, { question: 'signature.lieu', valeur: 'Lille' });
    const late = await certify(request, 1);
    expect(late).toMatchObject({ status: 409, body: { detail: expect.stringContaining('relisez-les') } });
    const both = await Promise.all([certify(request, 2), certify(request, 2, { nom: 'M. Petit' })]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(await answer(request, { ...CLASSIFIED, valeur: 'oui' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('certifiées le 1er') },
    });
    expect(await asked(request)).toMatchObject({ certification: { certifie_le: '2026-12-01T09:00:00.000Z' } });
  });

  it('opened twice → the same questions, and both are counted', async () => {
    const owner = await issued();
    const request = await ask(owner);
    expect((await open(request)).body).toEqual((await open(request)).body);
    expect((await requestsOf(owner))[0]?.ouvertures).toBe(2);
  });
});

const GONE = {
  status: 404,
  body: { detail: expect.stringContaining('n’existe pas, ou il n’est plus valable') as unknown },
};

it('revoked, ended, unknown, of an erased account → one and the same refusal; a certified one stays evidence', async () => {
  const owner = await issued();
  const [revoked, ended] = [await ask(owner), await ask(owner)];
  expect(await revoke(owner, revoked)).toMatchObject({ status: 200, body: { etat: 'revoquee' } });
  expect((await revoke(owner, revoked)).status).toBe(200);
  expect(await open(revoked)).toMatchObject(GONE);
  expect(await answer(revoked, CLASSIFIED)).toMatchObject(GONE);
  expect(await certify(revoked, 0)).toMatchObject(GONE);
  at('2027-01-01T09:00:00Z');
  expect(await open(ended)).toMatchObject(GONE);
  expect((await requestsOf(owner)).map(({ etat }) => etat).toSorted()).toEqual(['expiree', 'revoquee']);
  expect(await call(app, ['GET', `/api/v2/reponses/${'A'.repeat(54)}/`])).toMatchObject(GONE);
  at('2026-12-01T09:00:00Z');
  await sql`delete from account where id = ${owner.account.id}`.execute(app.database.db);
  expect(await open(ended)).toMatchObject(GONE);
});

it('a link of a hand-over opens no question, and the reverse', async () => {
  const owner = await issued();
  const request = await ask(owner);
  const handed = await call(app, ['POST', `/api/v2/erp/${owner.id}/remises/`], {
    token: owner.account.token,
    body: {},
  });
  const token = (handed.body as { url: string }).url.split('/').at(-1) ?? '';
  expect(await call(app, ['GET', `/api/v2/reponses/${token}/`])).toMatchObject(GONE);
  expect((await call(app, ['GET', `/api/v2/remise/${request.url.split('/').at(-1) ?? ''}/`])).status).toBe(404);
});

it('what a visitor may not do: answer another question, certify nothing, certify without ticking, write a letter that no font has', async () => {
  const owner = await issued();
  const request = await ask(owner, { questions: [CLASSIFIED.question] });
  expect((await answer(request, { question: 'signature.lieu', valeur: 'Lille' })).status).toBe(400);
  expect((await certify(request, 0)).status).toBe(400);
  await answer(request, CLASSIFIED);
  expect((await certify(request, 1, { certifie: false })).status).toBe(400);
  expect((await certify(request, 1, { nom: 'A\u202Eb' })).status).toBe(400);
  expect((await decide({ ...owner, account: await longAccount() }, request, true)).status).toBe(404);
});

it('a request to a mail address → invited once, reminded once after three days, never once certified', async () => {
  const owner = await issued();
  const [one, other] = [`vendeur-${owner.id}@exemple.fr`, `autre-${owner.id}@exemple.fr`];
  const request = await ask(owner, { email: one });
  const done = await ask(owner, { email: other });
  await answer(done, CLASSIFIED);
  expect((await certify(done, 1)).status).toBe(201);
  const [invited] = await mailsTo(app, one);
  expect(invited?.subject).toMatch(/questions? sur/u);
  expect(JSON.stringify(invited)).toContain(request.url);
  at('2026-12-03T09:00:00Z');
  await remindAsked(app.deps);
  at('2026-12-05T09:00:00Z');
  await Promise.all([remindAsked(app.deps), remindAsked(app.deps)]);
  await remindAsked(app.deps);
  const mails = await mailsTo(app, one, 2);
  expect(mails.map(({ subject }) => subject.startsWith('Rappel')).filter(Boolean)).toHaveLength(1);
  expect((await mailsTo(app, other)).filter(({ subject }) => subject.startsWith('Rappel'))).toEqual([]);
  const reminded = await requestsOf(owner);
  expect(reminded.filter(({ relancee_le }) => relancee_le !== null).map(({ id }) => id)).toEqual([request.id]);
});

it('an expired document, a question that it does not ask → refused with the reason', async () => {
  const owner = await issued();
  const post = (body: object) =>
    call(app, ['POST', `/api/v2/erp/${owner.id}/demandes/`], { token: owner.account.token, body });
  expect((await post({ questions: ['A.inconnu.travaux'] })).status).toBe(400);
  at('2027-08-01T09:00:00Z');
  expect(await post({})).toMatchObject({ status: 409, body: { detail: expect.stringContaining('expiré') } });
});

it('API v3 makes the same link for the same Idempotency-Key, and lists it', async () => {
  at(new Date().toISOString());
  const owner = await issued();
  const key = await createKey(app, owner.account);
  const post = () =>
    callV3(app, ['POST', `/statements/stm_${owner.id}/answer_requests`], {
      key,
      body: { label: 'Mme Durand' },
      headers: { 'idempotency-key': 'demande' },
    });
  const made = await post();
  expect(made).toMatchObject({ status: 201, json: { status: 'open', label: 'Mme Durand' } });
  expect((await post()).json).toEqual(made.json);
  const listed = await callV3(app, ['GET', `/statements/stm_${owner.id}/answer_requests`], { key });
  expect(listed.json['data']).toEqual([made.json]);
  const request = { url: String(made.json['url']) } as AnswerRequest;
  await answer(request, CLASSIFIED);
  expect((await certify(request, 1)).status).toBe(201);
  const { json } = await callV3(app, ['GET', '/events?type=answers.received'], { key });
  expect(json['data']).toMatchObject([{ data: { answer_request_id: made.json['id'] } }]);
});
