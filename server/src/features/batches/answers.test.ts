import { expect, it } from 'vitest';
import { batchCalls } from '#test/batches.ts';
import { sharedApp } from '#test/app.ts';
import { callV3, createKeyOwner, SALE, type KeyOwner } from '#test/keys.ts';

const app = sharedApp({ worker: true });
const { post, read, ended } = batchCalls(() => app);

type Row = {
  status: string;
  statement_id: string;
  reference: string;
  problem: { code: string; errors?: unknown } | null;
};
type Question = { key: string; kind: string; status: string; answer: { value: unknown; printed: boolean } | null };

async function run(owner: KeyOwner, rows: object[]): Promise<Row[]> {
  const { json } = await post(owner, '/batches', { body: { start: 'automatic', rows } });
  const id = String(json['id']);
  await ended(owner, id, 'finished');
  return (await read(owner, `/batches/${id}/rows`)).json['data'] as Row[];
}
const questionsOf = async (owner: KeyOwner, { statement_id: id }: Row) =>
  new Map(((await read(owner, `/statements/${id}/questions`)).json['data'] as Question[]).map((one) => [one.key, one]));

it('answers of a row → its first document prints them; each that it cannot print is named, and asked', async () => {
  const owner = await createKeyOwner(app, 2);
  const answers = [
    { question: 'E.installation-classee', value: 'no' },
    { question: 'signature.lieu', value: 'Lille' },
    { question: 'signature.date', value: '1850-01-01' },
    { question: 'A.inconnu.travaux', value: 'yes' },
  ];
  const [row, plain] = await run(owner, [{ ...SALE, answers }, SALE]);
  expect(row).toMatchObject({
    status: 'issued',
    problem: {
      code: 'answers_not_printed',
      detail: expect.stringMatching(/^2\u00A0réponses ne sont pas imprimées/u),
      errors: [
        { pointer: '/answers/2', detail: expect.stringContaining('trop ancienne') },
        { pointer: '/answers/3', detail: expect.stringContaining('n’est plus posée') },
      ],
    },
  });
  expect(row?.reference).not.toContain('-C');
  expect(plain?.problem).toBeNull();
  const questions = await questionsOf(owner, row!);
  const printed = { status: 'answered', answer: { printed: true } };
  expect(questions.get('E.installation-classee')).toMatchObject({ ...printed, answer: { value: 'no' } });
  expect(questions.get('signature.lieu')).toMatchObject(printed);
  expect(questions.get('signature.date')).toMatchObject({ status: 'open', answer: null });
  expect((await questionsOf(owner, plain!)).get('E.installation-classee')).toMatchObject({ status: 'open' });
});

it('a question answered twice, a hidden character, no answer at all → that row alone is refused', async () => {
  const owner = await createKeyOwner(app, 2);
  const twice = { question: 'signature.lieu', value: 'Lille' };
  const rows = await run(owner, [
    { ...SALE, answers: [twice, twice] },
    { ...SALE, answers: [{ ...twice, value: 'Li\u202Elle' }] },
    { ...SALE, answers: [] },
    SALE,
  ]);
  expect(rows.map(({ status, problem }) => [status, problem?.code])).toEqual([
    ['refused', 'invalid_input'],
    ['refused', 'invalid_input'],
    ['refused', 'invalid_input'],
    ['issued', undefined],
  ]);
});

it('a row corrected by hand → its answers stay', async () => {
  const owner = await createKeyOwner(app, 1);
  const answers = [{ question: 'signature.lieu', value: 'Lille' }];
  const { json } = await post(owner, '/batches', {
    body: { start: 'manual', rows: [{ transaction: 'sale', address: 'Goussainville', answers }] },
  });
  const id = String(json['id']);
  await ended(owner, id, 'ready');
  const edited = await callV3(app, ['PATCH', `/batches/${id}/rows/1`], {
    key: owner.key,
    body: { address: '4 Rue des Lilas 95190 Goussainville' },
  });
  expect(edited.status).toBe(200);
  await expect
    .poll(async () => (await read(owner, `/batches/${id}`)).json['rows'], { interval: 100 })
    .toMatchObject({ ready: 1 });
  await post(owner, `/batches/${id}/start`);
  await ended(owner, id, 'finished');
  const [row] = (await read(owner, `/batches/${id}/rows`)).json['data'] as Row[];
  expect((await questionsOf(owner, row!)).get('signature.lieu')).toMatchObject({ status: 'answered' });
});
