import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKeyOwner, type KeyOwner } from '#test/keys.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
});
afterAll(() => app.close());

type Row = { row: number; status: string; address: string | null; problem: Problem | null };
type Problem = { code: string; detail: string; candidates: string[] };

let drawn = 0;
const post = ({ key }: KeyOwner, path: string, body: unknown) =>
  callV3(app, ['POST', path], { key, body, headers: { 'idempotency-key': `doute-${(drawn += 1)}` } });
const read = ({ key }: KeyOwner, path: string) => callV3(app, ['GET', path], { key });

async function checked(owner: KeyOwner, id: string): Promise<Row[]> {
  const status = async () => (await read(owner, `/batches/${id}`)).json['status'];
  await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('ready');
  return (await read(owner, `/batches/${id}/rows`)).json['data'] as Row[];
}

/** Sends the addresses of a column « Adresse ». */
const send = async (owner: KeyOwner, addresses: string[]): Promise<string> => {
  const rows = addresses.map((address) => ({ transaction: 'sale', address }));
  return String((await post(owner, '/batches', { start: 'manual', rows })).json['id']);
};

/** The typed text, the only answer, and the differences. */
const REPORTED = [
  ['12 bis rue des Lilas 35000 Rennes', '12 Rue des Lilas 35000 Rennes', 'numéro 12 bis'],
  ['12/14 rue des Lilas 35000 Rennes', '12 Rue des Lilas 35000 Rennes', 'numéro 12/14'],
  ['12 BIS villa Gaudelet 75011 Paris', '12 Villa Gaudelet 75011 Paris', 'numéro 12 BIS'],
  ['103 rue du mont griffon 60110 Amblainville', '103 Le Mont Griffon 60110 Amblainville', '« rue du mont griffon »'],
  ['5 rue Nationale 59140 Dunkerque', '5 Rue Nationale 59430 Dunkerque', 'code postal 59140'],
  ['14 rue des Lilas 35000 Rennes', '4 Rue des Lilas 35000 Rennes', 'numéro 14'],
  ['4 rue de la République 35000 Rennes', '4 Place de la République 35000 Rennes', '« rue de la République »'],
  ['3 rue de Bretagne 75003 Paris', '3 Rue de Bretagne 75002 Paris', 'code postal 75003'],
  [
    '5 rue du Centre 01000 Saint-Denis-lès-Bourg',
    '5 Rue du Centre 01000 Bourg-en-Bresse',
    'commune « Saint-Denis-lès-Bourg »',
  ],
] as const;
const plain = (text: string | undefined): string | undefined => text?.replaceAll('\u00A0', ' ');

describe('another address than the one asked', () => {
  it('is doubtful in a batch, with its candidate and without a debit; the one chosen is then ready', async () => {
    const owner = await createKeyOwner(app, 1);
    const id = await send(owner, [...REPORTED.map(([asked]) => asked), '11B rue des Anges Tourcoing 59200']);
    const rows = await checked(owner, id);
    expect(rows.map(({ status }) => status)).toEqual([...REPORTED.map(() => 'doubtful'), 'refused']);
    for (const [index, [, candidate, said]] of REPORTED.entries()) {
      const problem = rows[index]?.problem;
      expect(problem).toMatchObject({ code: 'address_ambiguous', candidates: [candidate] });
      expect(plain(problem?.detail)).toContain(`n’est pas certaine : ${said} introuvable : la base connaît`);
    }
    for (const [index, [, candidate]] of REPORTED.entries()) {
      expect((await post(owner, `/batches/${id}/rows/${index + 1}/choice`, { candidate })).status).toBe(200);
    }
    const chosen = await checked(owner, id);
    expect(chosen.map(({ address, status }) => [address, status])).toEqual([
      ...REPORTED.map(([, candidate]) => [candidate, 'ready']),
      [null, 'refused'],
    ]);
    expect((await read(owner, '/balance')).json).toMatchObject({ credits: 1, credits_reserved: 0 });
  });

  it.each(REPORTED)('« %s » → API v3 refuses it with « %s »', async (...[address, candidate]) => {
    const owner = await createKeyOwner(app, 1);
    const answer = await post(owner, '/statements', { transaction: 'sale', address });
    expect([answer.status, answer.json['code'], answer.json['candidates']]).toEqual([
      422,
      'address_ambiguous',
      [candidate],
    ]);
  });

  it.each(['appt 3, 12 r. des lilas, bât. B, 35000 Rennes', '12 RUE DES LILAS RENNES'])(
    '« %s » is sure, whatever its writing',
    async (address) => {
      const owner = await createKeyOwner(app, 1);
      expect(await checked(owner, await send(owner, [address]))).toMatchObject([{ status: 'ready', problem: null }]);
    },
  );
});

describe('one address of two former communes', () => {
  const [LABEL, HERE] = ['5 Rue de la Mairie 85260 Montréverd', '5 Rue de la Mairie 85260 Montréverd (Mormaison)'];

  it('is doubtful; the former commune chosen settles it, and is printed', async () => {
    const owner = await createKeyOwner(app, 1);
    const id = await send(owner, [LABEL]);
    expect(await checked(owner, id)).toMatchObject([
      { status: 'doubtful', problem: { candidates: [`${LABEL} (SAINT-ANDRE-TREIZE-VOIES)`, HERE] } },
    ]);
    expect((await post(owner, `/batches/${id}/rows/1/choice`, { candidate: HERE })).status).toBe(200);
    expect(await checked(owner, id)).toMatchObject([{ status: 'ready', address: HERE }]);
    const issued = await post(owner, '/statements', { transaction: 'sale', address: HERE });
    expect([issued.status, issued.json['confirmed_address']]).toEqual([201, HERE]);
  }, 60_000);
});

it('a parcel whose outline cannot be read refuses its row, by its code as by its address; the others are checked', async () => {
  const owner = await createKeyOwner(app, 1);
  const rows = [
    { transaction: 'sale', parcels: ['000-AA-0001@48956'] },
    { transaction: 'sale', address: '3 rue du Moulin 48999 Parcelle-Illisible' },
    { transaction: 'sale', address: '12 RUE DES LILAS RENNES' },
  ];
  const { json } = await post(owner, '/batches', { start: 'manual', rows });
  const problem = { code: 'parcel_not_found', detail: expect.stringMatching(/contour lisible.*aucun crédit/) };
  expect(await checked(owner, String(json['id']))).toMatchObject([
    { status: 'refused', problem },
    { status: 'refused', problem },
    { status: 'ready' },
  ]);
  expect((await read(owner, '/balance')).json).toMatchObject({ credits: 1, credits_reserved: 0 });
});
