import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { callV3, createKey, SALE, type V3Answer } from '#test/keys.ts';

const app = sharedApp();
let owner: TestAccount & { key: string };
beforeAll(async () => {
  const account = await createAccount(app, 20);
  owner = { ...account, key: await createKey(app, account) };
});

let drawn = 0;
type Sent = { body?: object; as?: string };
const post = (path: string, { body, as = `suite-${(drawn += 1)}` }: Sent = {}): Promise<V3Answer> =>
  callV3(app, ['POST', path], { key: owner.key, headers: { 'idempotency-key': as }, ...(body && { body }) });
const read = async (path: string) => (await callV3(app, ['GET', path], owner)).json;
const credits = async () => (await read('/balance'))['credits'];
const codeOf = ({ status, json }: V3Answer) => [status, json['code']];

async function issue(more: object = {}): Promise<string> {
  const { json } = await post('/statements', { body: { ...SALE, ...more } });
  return `/statements/${String(json['id'])}`;
}

const rowOf = (path: string): number => Number(path.replace('/statements/stm_', ''));

/** The statement counts as issued 200 days earlier. */
async function age(path: string): Promise<void> {
  const id = rowOf(path);
  await sql`update statement set issued_at = issued_at - interval '200 days' where id = ${id}`.execute(app.database.db);
  await sql`update statement_edition set issued_at = issued_at - interval '200 days', expires_on = expires_on - 200
    where statement_id = ${id}`.execute(app.database.db);
}

describe('POST /statements/ID/renewals', () => {
  it('the same key twenty times at once → one renewal, no debit; then the same answer', async () => {
    const path = await issue();
    await age(path);
    const before = await credits();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(`${path}/renewals`, { as: 'vingt' })));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map((one) => codeOf(one).join(' ')))).toEqual(new Set(['409 idempotency_in_progress']));
    const again = await post(`${path}/renewals`, { as: 'vingt' });
    expect([again.headers.get('idempotent-replayed'), again.json]).toEqual(['true', made[0]?.json]);
    expect(again.json).toMatchObject({
      status: 'issued',
      reference: expect.stringMatching(/-R1$/),
      renewed_at: expect.any(String),
    });
    expect(again.headers.get('location')).toBe(`/api/v3${path}`);
    expect(await credits()).toBe(before);
    const { id, reference, valid_until } = again.json;
    expect((await read('/events?type=statement.renewed'))['data']).toMatchObject([
      { type: 'statement.renewed', mode: 'live', data: { statement_id: id, reference, valid_until } },
    ]);
    // Once only.
    expect(codeOf(await post(`${path}/renewals`))).toEqual([409, 'conflict']);
  });

  it('after a process died once it was renewed, before it said so → the same key finds the renewal', async () => {
    const path = await issue();
    await age(path);
    const { json } = await post(`${path}/renewals`, { as: 'morte' });
    const claim = (until: Date) =>
      app.database.db
        .updateTable('api_request')
        .set({ claimed_until: until })
        .where('idempotency_key', '=', 'morte')
        .execute();
    await claim(new Date(Date.now() + 60_000));
    const again = await post(`${path}/renewals`, { as: 'morte' });
    expect([again.status, again.json]).toEqual([201, json]);
  });

  it('before the document expires → 409, which a read repeats; of another account → 404', async () => {
    const path = await issue();
    expect(codeOf(await post(`${path}/renewals`))).toEqual([409, 'conflict']);
    expect(await read(path)).toMatchObject({ status: 'issued', renewed_at: null });
    expect(codeOf(await post('/statements/stm_999999999/renewals'))).toEqual([404, 'not_found']);
  });
});

describe('POST /statements/ID/handovers', () => {
  it('the same key twenty times at once → one link, that the site lists; then the same answer', async () => {
    const path = await issue();
    const before = await credits();
    const handOver = () => post(`${path}/handovers`, { as: 'remise', body: { label: 'M. Martin' } });
    const answers = await Promise.all(Array.from({ length: 20 }, handOver));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    const again = await handOver();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.json).toMatchObject({ mode: 'live', label: 'M. Martin', status: 'open', openings: [], receipts: [] });
    expect((await read(`${path}/handovers`))['data']).toEqual([again.json]);
    const { body } = await call(app, ['GET', `/api/v2/erp/${rowOf(path)}/remises/`], { token: owner.token });
    expect(body).toEqual([expect.objectContaining({ url: again.json['url'], libelle: 'M. Martin' })]);
    expect(await credits()).toBe(before);
  });

  it('opened and acknowledged → the read says when and by whom', async () => {
    const path = await issue();
    const { url } = (await post(`${path}/handovers`, { body: {} })).json as { url: string };
    const page = `/api/v2/remise/${url.split('/').at(-1)}/`;
    await call(app, ['GET', page]);
    await call(app, ['POST', `${page}recu/`], { body: { nom: 'M. Martin', email: 'm@exemple.fr', recu: true } });
    expect((await read(`${path}/handovers`))['data']).toMatchObject([
      { openings: [expect.any(String)], receipts: [{ name: 'M. Martin', email: 'm@exemple.fr' }] },
    ]);
  });

  it('another label under the same key → 422; of another account → 404; once expired → 409', async () => {
    const path = await issue();
    await post(`${path}/handovers`, { as: 'une', body: { label: 'A' } });
    const other = await post(`${path}/handovers`, { as: 'une', body: { label: 'B' } });
    expect(codeOf(other)).toEqual([422, 'idempotency_key_reused']);
    const unknown = await post('/statements/stm_999999999/handovers', { body: {} });
    expect(codeOf(unknown)).toEqual([404, 'not_found']);
    await age(path);
    expect(codeOf(await post(`${path}/handovers`, { body: {} }))).toEqual([409, 'conflict']);
  });
});

describe('metadata and logo', () => {
  it('metadata are returned, kept apart from the document, and filter the list', async () => {
    const [first, second] = [await issue({ metadata: { dossier: 'A:12', agent: 'Zoé' } }), await issue()];
    expect(await read(first)).toMatchObject({ metadata: { dossier: 'A:12', agent: 'Zoé' } });
    expect(await read(second)).toMatchObject({ metadata: {} });
    expect(await read('/statements?metadata=dossier:A:12')).toMatchObject({ data: [{ id: first.slice(12) }] });
    expect(await read('/statements?metadata=dossier:A')).toMatchObject({ data: [] });
    expect(JSON.stringify(await read(`${first}/facts.json`))).not.toContain('Zoé');
  });

  it.each([
    ['21 keys', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v']))],
    ['a long value', { k: 'v'.repeat(501) }],
    ['a key that is no name', { 'a b': 'v' }],
    ['a value that is no text', { k: 1 }],
  ])('%s → 400', async (_, metadata) => {
    const answer = await post('/statements', { body: { ...SALE, metadata } });
    expect(codeOf(answer)).toEqual([400, 'invalid_input']);
    expect(answer.json['errors']).toMatchObject([{ pointer: expect.stringMatching(/^\/metadata/) }]);
  });

  it('the account’s logo is printed, unless logo is false', async () => {
    const picture = { create: { width: 60, height: 40, channels: 3, background: '#205040' } } as const;
    const body = new FormData();
    const bytes = new Uint8Array(await sharp(picture).png().toBuffer());
    body.set('file', new Blob([bytes], { type: 'image/png' }), 'logo.png');
    const headers = { authorization: `Token ${owner.token}` };
    await fetch(`${app.url}/api/v2/user/logo/upload/`, { method: 'POST', headers, body });
    const logoOf = async (path: string) => {
      const read = await call(app, ['GET', `/api/v2/erp/${rowOf(path)}/document/`], { token: owner.token });
      return (read.body as { document: { logo: unknown } }).document.logo;
    };
    expect([await logoOf(await issue()), await logoOf(await issue({ logo: false }))]).toEqual([
      expect.any(Object),
      null,
    ]);
  });
});
