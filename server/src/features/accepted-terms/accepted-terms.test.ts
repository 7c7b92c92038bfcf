import { createHash, randomUUID } from 'node:crypto';
import { TERMS_VERSION } from '@clairisque/contract/common/consents.ts';
import { TERMS_SHOWN } from '@clairisque/contract/accepted-terms.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createAccount, type TestAccount } from '#test/app.ts';
import { openPdfReader } from '#test/pdf-reader.ts';
import { clientOf, PASSWORD, type Person } from '#test/people.ts';
import { buy, createShop, lastOrder, type Shop } from '#test/shop.ts';
import { unzip } from '#test/zip-reader.ts';
import { findKept, printAccepted } from './accepted-terms.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop({ worker: false });
});
afterAll(() => shop.close());

const query = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await shop.database.query(text, values)).rows as R[];

const signUp = async (shown?: string, email = `${randomUUID()}@exemple.fr`) => {
  const answer = await fetch(`${shop.url}/api/v2/users/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(shown !== undefined && { [TERMS_SHOWN.header]: shown }) },
    body: JSON.stringify({ email, username: email, password: PASSWORD, re_password: PASSWORD }),
  });
  return { email, status: answer.status, body: (await answer.json()) as { id: number } };
};

const acceptanceOf = (accountId: number) =>
  query<{ digest: string; content: Buffer }>(
    'select digest, content from account_terms join terms_text using (digest) where account_id = $1',
    [accountId],
  );

async function sessionOf({ email, body }: { email: string; body: { id: number } }): Promise<string> {
  await query('update account set activated_at = now() where id = $1', [body.id]);
  const person: Person = { id: body.id, email, username: email, password: PASSWORD };
  return clientOf(shop).sessionOf(person);
}

const consent = (account: TestAccount) =>
  call(shop, ['POST', '/api/v2/stripe/consents/'], {
    token: account.token,
    body: { cgv: true, execution_immediate: true, version: TERMS_VERSION },
  });

const withSeller = (name: string): Shop['deps'] => ({ ...shop.deps, publisher: { ...shop.deps.publisher, name } });

async function words(digest: string | null, deps = shop.deps): Promise<string> {
  const reader = await openPdfReader();
  const text = (await reader.texts((await printAccepted(deps, digest)).bytes)).join(' ').replaceAll(/\s+/g, ' ');
  reader.close();
  return text;
}

describe('a sign-up', () => {
  it('on a page that showed the terms in force → their very text is kept, listed, and served', async () => {
    const person = await signUp(TERMS_VERSION);
    expect(person.status).toBe(201);
    const [kept] = await acceptanceOf(person.body.id);
    expect(kept?.digest).toBe(
      createHash('sha256')
        .update(kept?.content ?? '')
        .digest('hex'),
    );
    expect(String(kept?.content)).toContain(shop.deps.publisher.name);
    const token = await sessionOf(person);
    const { body } = await call(shop, ['GET', '/api/v2/conditions/me/'], { token });
    expect(body).toEqual([
      { version: TERMS_VERSION, acceptees_le: expect.any(String), commande: null, empreinte: kept?.digest },
    ]);
    const pdf = await fetch(`${shop.url}/api/v2/cgv/${kept?.digest}/pdf/`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('of a program that sends no version → as before, without an acceptance', async () => {
    const person = await signUp();
    expect(person.status).toBe(201);
    expect(await acceptanceOf(person.body.id)).toEqual([]);
    const token = await sessionOf(person);
    expect((await call(shop, ['GET', '/api/v2/conditions/me/'], { token })).body).toEqual([]);
  });

  it.each([
    ['a made-up version', '2031-01-01'],
    ['an older one', '2026-11-27'],
    ['none, in words', ''],
    ['several', `${TERMS_VERSION}, ${TERMS_VERSION}`],
    ['8 kB', 'x'.repeat(8_000)],
  ])('%s → 400 with a sentence, and no account', async (_case, shown) => {
    const { email, status, body } = await signUp(shown);
    expect(status).toBe(400);
    expect(body).toEqual({ non_field_errors: [expect.stringContaining('rechargez la page')] });
    expect(await query('select id from account where email = $1', [email])).toEqual([]);
  });

  it('six at once, two with one address → five accounts with one text', async () => {
    await query('delete from account_terms');
    await query('delete from terms_text where not exists (select from purchase_order where consent_digest = digest)');
    const twice = `${randomUUID()}@exemple.fr`;
    const answers = await Promise.all(
      [twice, twice, undefined, undefined, undefined, undefined].map((email) => signUp(TERMS_VERSION, email)),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 201, 201, 201, 201, 400,
    ]);
    expect(await query('select count(*)::int, count(distinct digest)::int as texts from account_terms')).toEqual([
      { count: 5, texts: 1 },
    ]);
  });
});

describe('an order', () => {
  it('keeps the text that its buyer accepted: the one mailed and read again once the seller has changed its name', async () => {
    const account = await createAccount(shop);
    expect((await consent(account)).status).toBe(204);
    await buy(shop, account, 'UN');
    const { consent_digest: digest, label } = await lastOrder(shop, account);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    const { body } = await call(shop, ['GET', '/api/v2/conditions/me/'], { token: account.token });
    expect(body).toMatchObject([{ commande: label, empreinte: digest, version: TERMS_VERSION }]);
    const renamed = withSeller('Autre Éditeur');
    expect(await words(digest, renamed)).toContain(shop.deps.publisher.name);
    expect(await words(digest, renamed)).not.toContain('Autre Éditeur');
    expect(await words(null, renamed)).toContain('Autre Éditeur');
  });

  it('without consent → no text, and the mail has the terms in force', async () => {
    const account = await createAccount(shop);
    await buy(shop, account, 'UN');
    expect(await lastOrder(shop, account)).toMatchObject({ consent_version: null, consent_digest: null });
  });

  it('whose consent the former version of the program overwrote → its version, without a text that is not its own', async () => {
    const account = await createAccount(shop);
    await consent(account);
    await query(`update order_consent set version = '2026-11-27' where account_id = $1`, [account.id]);
    await buy(shop, account, 'UN');
    expect(await lastOrder(shop, account)).toMatchObject({ consent_version: '2026-11-27', consent_digest: null });
  });

  it('lost by a restored database → its text when it is the one in force, or still kept; never another', async () => {
    const known = await lastOrderDigest();
    expect(await findKept(shop.deps, known)).toBe(known);
    expect(await findKept(withSeller('Autre Éditeur'), known)).toBe(known);
    expect(await findKept(shop.deps, '0'.repeat(64))).toBeNull();
    expect(await findKept(shop.deps, null)).toBeNull();
  });
});

async function lastOrderDigest(): Promise<string> {
  const account = await createAccount(shop);
  await consent(account);
  await buy(shop, account, 'UN');
  return (await lastOrder(shop, account)).consent_digest ?? '';
}

it('a deleted account → its own acceptance goes, that of its order stays with the order', async () => {
  const person = await signUp(TERMS_VERSION);
  const account = { ...person.body, email: person.email, token: await sessionOf(person) };
  await consent(account);
  await buy(shop, account, 'UN');
  const { id, consent_digest: digest } = await lastOrder(shop, account);
  const answer = await call(shop, ['DELETE', '/api/v2/users/me/'], {
    token: account.token,
    body: { current_password: PASSWORD },
  });
  expect(answer.status).toBe(204);
  expect(await acceptanceOf(account.id)).toEqual([]);
  expect(await query('select account_id, consent_digest from purchase_order where id = $1', [id])).toEqual([
    { account_id: null, consent_digest: digest },
  ]);
  expect((await fetch(`${shop.url}/api/v2/cgv/${digest}/pdf/`)).status).toBe(200);
});

it('the export → a table of what was accepted, and each text once', async () => {
  const person = await signUp(TERMS_VERSION);
  const account = { ...person.body, email: person.email, token: await sessionOf(person) };
  await consent(account);
  await buy(shop, account, 'UN');
  const answer = await fetch(`${shop.url}/api/v2/erps/export/`, {
    headers: { authorization: `Token ${account.token}` },
  });
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  const names = [...files.keys()].filter((name) => name.startsWith('Conditions acceptées/'));
  expect(names).toHaveLength(1);
  const text = String(files.get(names[0] ?? ''));
  expect(text).toContain(`version ${TERMS_VERSION}`);
  expect(text).toContain('16. Droit applicable et juridiction compétente');
  expect(text).toContain(shop.deps.publisher.name);
  const lines = String(files.get('conditions-acceptees.csv')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"Création du compte"');
  expect(lines[2]).toContain(names[0]);
});

it.each([
  ['unknown', '0'.repeat(64), 404],
  ['not a digest', '..%2F..%2Fetc', 400],
  ['too long', 'a'.repeat(65), 400],
])('a text that is %s → %i', async (_case, digest, status) => {
  expect((await fetch(`${shop.url}/api/v2/cgv/${digest}/pdf/`)).status).toBe(status);
});

it('a kept text can be neither changed nor deleted by the service, nor stored under another digest', async () => {
  await signUp(TERMS_VERSION);
  const service = new Client({ connectionString: shop.database.serviceUrl });
  await service.connect();
  await expect(service.query(`update terms_text set version = 'x'`)).rejects.toThrow(/permission denied/);
  await expect(service.query('delete from terms_text')).rejects.toThrow(/permission denied/);
  await expect(service.query(`insert into terms_text values (repeat('0', 64), 'x', 'other', now())`)).rejects.toThrow(
    /check constraint/,
  );
  await service.end();
});
