import type { AnswerRequest } from '@clairisque/contract/questions.ts';
import { expect, it } from 'vitest';
import { call, sharedApp } from '#test/app.ts';
import { codeOf, connectAssistant, use, type Data } from '#test/assistant.ts';
import { callV3, createKey, createKeyOwner, SALE, type KeyOwner } from '#test/keys.ts';

const app = sharedApp();
const createOwner = (): Promise<KeyOwner> => createKeyOwner(app, 1);
const connect = (key: string) => connectAssistant(app, key);

it('an assistant proposes answers → nothing is declared until the owner accepts them, then they are the owner’s', async () => {
  const owner = await createOwner();
  const client = await connect(owner.key);
  const issued = await callV3(app, ['POST', '/statements'], {
    key: owner.key,
    body: SALE,
    headers: { 'idempotency-key': 'proposed' },
  });
  const { id } = issued.json as { id: string };
  const path = `/api/v2/erp/${id.replace('stm_', '')}`;
  const byOwner = (method: string, at: string, body?: object) => call(app, [method, at], { token: owner.token, body });
  const propose = (...answers: { question: string; value: unknown }[]) =>
    use(client, 'propose_answers', { statement_id: id, answers });
  const classified = { question: 'E.installation-classee', value: 'no' };

  const refused = await propose(classified, { question: 'signature.date', value: '1850-01-01' });
  expect([codeOf(refused), refused.text]).toEqual(['invalid_input', expect.stringContaining('trop ancienne')]);
  expect((await byOwner('GET', `${path}/demandes/`)).body).toEqual([]);

  const first = await propose({ question: 'signature.lieu', value: 'Lille' });
  const second = await propose(classified);
  expect(second.text).toMatch(/none is declared[^]*aucune n’est déclarée/);
  expect(second.data).toMatchObject({
    proposal: { status: 'proposed', url: expect.stringContaining(`/completer/${id.replace('stm_', '')}`) },
    contradictions: [],
  });
  const listed = (await byOwner('GET', `${path}/demandes/`)).body as AnswerRequest[];
  expect(listed.map(({ etat, reponses }) => [etat, reponses.map(({ en_mots }) => en_mots)])).toEqual([
    ['proposee', ['Non']],
    ['revoquee', ['Lille']],
  ]);
  expect(codeOf(first)).toBe('ok');
  expect((await byOwner('POST', `${path}/completer/`)).status).toBe(409);
  const [proposal, replaced] = listed;
  const decide = (one: AnswerRequest | undefined, accepte: boolean) =>
    byOwner('POST', `/api/v2/demandes/${one?.id}/decision/`, { accepte });
  expect(await decide(replaced, true)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('ne sont plus proposées') },
  });
  expect(await decide(proposal, true)).toMatchObject({ status: 200, body: { etat: 'acceptee' } });
  const left = (await use(client, 'list_questions', { statement_id: id })).data['data'] as Data[];
  expect(left.find(({ key }) => key === classified.question)).toMatchObject({
    status: 'answered',
    answer: { value: 'no', declared_by: 'le propriétaire ou son mandataire' },
  });
  expect((await byOwner('POST', `${path}/completer/`)).status).toBe(201);
  await client.close();
});

it('an assistant that proposes without end, or with a key that only reads → refused, and the owner’s own requests stay possible', async () => {
  const owner = await createOwner();
  const issued = await callV3(app, ['POST', '/statements'], {
    key: owner.key,
    body: SALE,
    headers: { 'idempotency-key': 'proposed-often' },
  });
  const { id } = issued.json as { id: string };
  const answers = [{ question: 'E.installation-classee', value: 'no' }];
  const reading = await connect(await createKey(app, owner, ['read']));
  expect(codeOf(await use(reading, 'propose_answers', { statement_id: id, answers }))).toBe('scope_missing');
  await reading.close();
  const client = await connect(owner.key);
  const codes = [];
  for (let time = 0; time < 21; time += 1) {
    codes.push(codeOf(await use(client, 'propose_answers', { statement_id: id, answers })));
  }
  expect(codes).toEqual([...Array.from({ length: 20 }, () => 'ok'), 'conflict']);
  await client.close();
  const asked = await callV3(app, ['POST', `/statements/${id}/answer_requests`], {
    key: owner.key,
    body: {},
    headers: { 'idempotency-key': 'still-possible' },
  });
  expect(asked.status).toBe(201);
});
