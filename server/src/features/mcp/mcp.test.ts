import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { describe, expect, it } from 'vitest';
import { codeOf, connectAssistant, use, type Data } from '#test/assistant.ts';
import { createTestApp, sharedApp, type TestApp } from '#test/app.ts';
import { callV3, createKey, createKeyOwner, createTestKey, type KeyOwner, ON_A_PARCEL } from '#test/keys.ts';
import { newConfirmation, readConfirmation } from './confirmation.rules.ts';

const ADDRESS = '4 Rue des Lilas 95190 Goussainville';
const PARTIES = { owner: 'Mme Durand', recipient: 'M. Martin' };
const SALE = { transaction: 'sale', address: ADDRESS, parties: PARTIES };

const app = sharedApp();

const createOwner = (credits = 3): Promise<KeyOwner> => createKeyOwner(app, credits);

const connect = (key: string): Promise<Client> => connectAssistant(app, key);
const creditsOf = async ({ key }: KeyOwner) => (await callV3(app, ['GET', '/balance'], { key })).json['credits'];

it('an assistant finds an address, its parcel, assesses it, issues and reads the statement', async () => {
  const owner = await createOwner();
  const client = await connect(owner.key);
  expect(client.getInstructions()).toMatch(/legal value[^]*valeur légale/);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'find_addresses',
    'find_parcels',
    'assess_property',
    'quote_statement',
    'issue_statement',
    'read_statement',
    'list_questions',
    'propose_answers',
    'list_statements',
    'read_balance',
  ]);
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
  expect(writing.map(({ name }) => name)).toEqual(['issue_statement', 'propose_answers']);

  const { data: addresses } = await use(client, 'find_addresses', { q: '4 rue des lilas goussainville', limit: 1 });
  const [address] = addresses['data'] as { label: string; longitude: number; latitude: number }[];
  expect(address?.label).toBe(ADDRESS);
  const inMerged = { q: '5 rue Nationale 59140 Dunkerque', limit: 1 };
  expect((await use(client, 'find_addresses', inMerged)).data).toMatchObject({
    data: [{ former_commune: { insee_code: '59248', name: 'Fort-Mardyck' } }],
  });
  const { longitude = 0, latitude = 0 } = address ?? {};
  const { data: parcels } = await use(client, 'find_parcels', { longitude, latitude });
  const [parcel] = parcels['data'] as { code: string; distance_metres: number }[];
  expect(parcel).toMatchObject({ code: expect.stringMatching(/@95280$/), distance_metres: 0 });
  const codes = [parcel?.code ?? ''];
  expect((await use(client, 'find_parcels', { codes })).data).toMatchObject({
    data: [{ code: codes[0] }],
    missing: [],
  });

  const assessed = await use(client, 'assess_property', { parcels: codes, address: ADDRESS });
  expect(assessed.text).toMatch(/no legal value[^]*sans valeur légale/);
  expect(assessed.data).toMatchObject({ legal_value: false, place: { address: ADDRESS, parcels: codes } });

  const asked = { ...SALE, parcels: codes };
  const quoted = await use(client, 'quote_statement', asked);
  expect(quoted.data).toMatchObject({
    will_issue: { parcels: codes, address: ADDRESS, confirmed_address: ADDRESS, parties: PARTIES },
    price_in_credits: 1,
    credits_now: 3,
    credits_after: 2,
  });
  expect((quoted.data['doubts'] as { fr: string }[]).map(({ fr }) => fr)).toEqual([
    expect.stringContaining('déclarations'),
    expect.stringContaining('SPÉCIMEN'),
  ]);
  expect(await creditsOf(owner)).toBe(3);

  const { confirmation_token } = quoted.data;
  const issued = await use(client, 'issue_statement', { ...asked, confirmation_token });
  expect(issued.text).toMatch(/one credit debited[^]*un crédit débité/);
  expect(issued.data).toMatchObject({ status: 'issued', parcels: codes, parties: PARTIES, confirmed_address: ADDRESS });
  expect(await creditsOf(owner)).toBe(2);
  const { id } = issued.data;
  const left = await use(client, 'list_questions', { statement_id: id });
  expect((left.data as { open: number }).open).toBeGreaterThan(5);
  const read = await use(client, 'read_statement', { statement_id: id, findings: true });
  expect(read.data).toMatchObject({ id, status: 'issued' });
  // The assessment said what the statement says.
  const statesIn = ({ compulsory, informative }: Data) =>
    [compulsory, informative].flat().map((one) => {
      const { heading, state, sentence, to_verify: toVerify } = one as Data;
      return { heading, state, sentence, toVerify };
    });
  expect(statesIn(read.data['findings'] as Data)).toEqual(statesIn(assessed.data));
  expect((await use(client, 'list_statements')).data).toMatchObject({ data: [{ id }], has_more: false });
  expect((await use(client, 'read_balance')).data).toMatchObject({ credits: 2 });
  await client.close();
});

it('an assistant with a test key → a specimen, and no word of a debit', async () => {
  const owner = await createOwner(0);
  const client = await connect(await createTestKey(app, owner));
  const { confirmation_token } = (await use(client, 'quote_statement', SALE)).data;
  const issued = await use(client, 'issue_statement', { ...SALE, confirmation_token });
  expect(issued.data).toMatchObject({ mode: 'test', status: 'issued', specimen: true });
  expect(issued.text).toMatch(/a specimen, without debit[^]*un spécimen, sans débit/);
  expect(issued.text).not.toMatch(/one credit|un crédit/);
  await client.close();
});

describe('a confirmation', () => {
  const quoteOf = async (client: Client, asked: object = SALE) => ({
    ...asked,
    confirmation_token: (await use(client, 'quote_statement', asked)).data['confirmation_token'],
  });

  it('used by several calls at once, then again → one statement, one debit', async () => {
    const owner = await createOwner();
    const client = await connect(owner.key);
    const confirmed = await quoteOf(client);
    const answers = await Promise.all(Array.from({ length: 5 }, () => use(client, 'issue_statement', confirmed)));
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['ok', 'idempotency_in_progress']));
    const again = await use(client, 'issue_statement', confirmed);
    expect(again.data).toMatchObject({ status: 'issued', already_issued: true });
    expect(again.text).toMatch(/nothing more was debited[^]*rien de plus n’a été débité/);
    const { data } = (await use(client, 'list_statements')).data as { data: Data[] };
    expect([data.length, await creditsOf(owner)]).toEqual([1, 2]);
    await client.close();
  });

  it('of another body, another key or another account, or altered → confirmation_invalid, nothing is debited', async () => {
    const [owner, stranger] = [await createOwner(), await createOwner()];
    const [client, other, foreign] = [
      await connect(owner.key),
      await connect(await createKey(app, owner)),
      await connect(stranger.key),
    ];
    const confirmed = await quoteOf(client);
    const altered = String(confirmed.confirmation_token).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    const refusals = [
      await use(client, 'issue_statement', { ...confirmed, transaction: 'lease' }),
      await use(client, 'issue_statement', { ...confirmed, parties: { ...PARTIES, owner: 'M. Autre' } }),
      await use(client, 'issue_statement', { ...confirmed, point: ON_A_PARCEL }),
      await use(other, 'issue_statement', confirmed),
      await use(foreign, 'issue_statement', confirmed),
      await use(client, 'issue_statement', { ...confirmed, confirmation_token: altered }),
    ];
    expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'confirmation_invalid'));
    expect([await creditsOf(owner), await creditsOf(stranger)]).toEqual([3, 3]);
    await Promise.all([client, other, foreign].map((one) => one.close()));
  });

  it('after ten minutes → confirmation_expired, nothing is debited; a new quote is confirmed', async () => {
    const owner = await createOwner();
    const client = await connect(owner.key);
    const confirmed = await quoteOf(client);
    const { clock } = app.deps;
    const after = (minutes: number) => void (app.deps.clock = () => new Date(clock().getTime() + minutes * 60_000));
    after(10);
    const expired = await use(client, 'issue_statement', confirmed);
    const requoted = await quoteOf(client);
    after(19);
    const issued = await use(client, 'issue_statement', requoted);
    app.deps.clock = clock;
    expect([codeOf(expired), expired.text]).toEqual(['confirmation_expired', expect.stringContaining('nouveau devis')]);
    expect([codeOf(issued), await creditsOf(owner)]).toEqual(['ok', 2]);
    await client.close();
  });

  it('holds for its key, its space and its digest, until its second', () => {
    const bound = { keyId: 1, spaceId: 2, digest: Buffer.from('a') };
    const secret = Buffer.from('clé');
    const token = newConfirmation(secret, bound, new Date(1_800_000_000_900));
    expect(readConfirmation(secret, bound, token)).toEqual({
      id: expect.stringMatching(/^[\da-f]{24}$/),
      expires: new Date(1_800_000_000_000),
    });
    for (const other of [{ keyId: 12 }, { spaceId: 21 }, { digest: Buffer.from('b') }]) {
      expect(readConfirmation(secret, { ...bound, ...other }, token)).toBeNull();
    }
    expect(readConfirmation(Buffer.from('autre'), bound, token)).toBeNull();
    for (const text of ['', 'a', `${token}=`, token.slice(1)]) expect(readConfirmation(secret, bound, text)).toBeNull();
  });
});

describe('a tool is refused with the problem of API v3', () => {
  it.each<[string, string, object, string]>([
    ['an ambiguous address', 'quote_statement', { ...SALE, address: '4 rue des lilas' }, 'address_ambiguous'],
    ['an unknown parcel', 'assess_property', { parcels: ['000-ZZ-9999@95280'] }, 'parcel_not_found'],
    ['no property', 'assess_property', {}, 'invalid_input'],
    ['an unknown field', 'list_statements', { limit: 'dix' }, 'invalid_input'],
    ['no such statement', 'read_statement', { statement_id: 'stm_999999999' }, 'not_found'],
    ['no confirmation', 'issue_statement', SALE, 'invalid_input'],
  ])('%s: %s', async (...[, name, given, code]) => {
    const client = await connect((await createOwner()).key);
    const answer = await use(client, name, given);
    expect(codeOf(answer)).toBe(code);
    expect(answer.data).toMatchObject({
      title: expect.any(String),
      detail: expect.any(String),
      status: expect.any(Number),
    });
    expect(answer.text).toContain(`${code}: `);
    await client.close();
  });

  it('without a credit; without the scope; another account’s statement', async () => {
    const [poor, owner] = [await createOwner(0), await createOwner()];
    const [ofPoor, reader] = [await connect(poor.key), await connect(await createKey(app, owner, ['read']))];
    expect(codeOf(await use(ofPoor, 'quote_statement', SALE))).toBe('no_credit');
    expect(codeOf(await use(reader, 'quote_statement', SALE))).toBe('scope_missing');
    expect(codeOf(await use(reader, 'issue_statement', { ...SALE, confirmation_token: 'a' }))).toBe('scope_missing');
    const { json } = await callV3(app, ['POST', '/statements'], {
      key: owner.key,
      body: SALE,
      headers: { 'idempotency-key': 'une' },
    });
    const given = { statement_id: json['id'], findings: true };
    expect(codeOf(await use(reader, 'read_statement', given))).toBe('ok');
    expect(codeOf(await use(ofPoor, 'read_statement', given))).toBe('not_found');
    await Promise.all([ofPoor.close(), reader.close()]);
  });

  it('beyond the limit of the key → too_many_requests, with the wait', async () => {
    const slow = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0.01' }, database: app.database });
    const { key } = await createOwner();
    const ask = () => message(slow, { key, body: callOf('find_addresses', { q: 'rue' }) });
    const [first, second, third, fourth] = [await ask(), await ask(), await ask(), await ask()];
    await slow.close();
    expect([first, second, third].map((answer) => resultOf(answer)['isError'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(resultOf(fourth)).toMatchObject({
      isError: true,
      structuredContent: { code: 'too_many_requests', retry_after_seconds: expect.any(Number) },
    });
  });
});

type Sent = { key?: string; method?: string; body?: unknown; headers?: Record<string, string> };
/** Sends a message over HTTP, without the SDK. */
async function message({ url }: Pick<TestApp, 'url'>, { key, method = 'POST', body, headers = {} }: Sent) {
  const response = await fetch(`${url}/mcp`, {
    method,
    headers: {
      accept: 'application/json, text/event-stream',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: (text && JSON.parse(text)) as Data };
}
const callOf = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
const resultOf = ({ json }: { json: Data }) => json['result'] as Data;

describe('POST /mcp', () => {
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  it('with a key that is missing, unknown, expired or revoked, or without the scope → the problem', async () => {
    const { db } = app.database;
    const owner = await createOwner();
    const only = async (change: object) => {
      const { id } = await db.selectFrom('api_key').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      await db.updateTable('api_key').set(change).where('id', '=', id).execute();
    };
    const codeFor = async (key?: string) => {
      const { status, json, headers } = await message(app, { ...(key !== undefined && { key }), body: LIST });
      return [status, json['code'], headers.get('www-authenticate')];
    };
    expect(await codeFor()).toEqual([401, 'not_authenticated', 'Bearer']);
    expect(await codeFor('crt_live_rien')).toEqual([401, 'key_invalid', 'Bearer']);
    expect(await codeFor(owner.token)).toEqual([401, 'key_invalid', 'Bearer']);
    const expired = await createKey(app, owner);
    await only({ expires_at: new Date(Date.now() - 1) });
    expect(await codeFor(expired)).toEqual([401, 'key_expired', 'Bearer']);
    const revoked = await createKey(app, owner);
    const client = await connect(revoked);
    await only({ revoked_at: new Date() });
    expect(await codeFor(revoked)).toEqual([401, 'key_revoked', 'Bearer']);
    await expect(client.listTools()).rejects.toThrow(/key_revoked/);
    expect(await codeFor(await createKey(app, owner, ['issue']))).toEqual([403, 'scope_missing', null]);
  });

  it.each<[string, Sent, number, string]>([
    ['another site’s script', { headers: { origin: 'https://pirate.example' } }, 403, 'forbidden'],
    ['a script of no site', { headers: { origin: 'null' } }, 403, 'forbidden'],
    ['no stream accepted', { headers: { accept: 'application/json' } }, 406, 'not_acceptable'],
    ['an unknown version', { headers: { 'mcp-protocol-version': '1999-01-01' } }, 400, 'invalid_input'],
    ['several messages', { body: [LIST, LIST] }, 400, 'invalid_input'],
    ['no message', { body: { jsonrpc: '2.0' } }, 400, 'invalid_input'],
    ['no protocol', { body: { bonjour: 1 } }, 400, 'invalid_input'],
    ['a body of 70 kB', { body: { ...LIST, params: { a: 'a'.repeat(70_000) } } }, 413, 'too_large'],
    ['GET', { method: 'GET', body: undefined }, 405, 'method_not_allowed'],
    ['DELETE', { method: 'DELETE', body: undefined }, 405, 'method_not_allowed'],
  ])('%s → %j', async (...[, sent, status, code]) => {
    const { key } = await createOwner(0);
    const answer = await message(app, { key, body: LIST, ...sent });
    expect([answer.status, answer.json['code']]).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it('of our own pages, and of a program → served; a notification → 202; an unknown tool → a fault of the protocol', async () => {
    const { key } = await createOwner(0);
    const { origin } = new URL(app.deps.publicUrl);
    expect((await message(app, { key, body: LIST, headers: { origin } })).json).toMatchObject({
      result: { tools: expect.any(Array) },
    });
    const notified = await message(app, { key, body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
    expect([notified.status, notified.json]).toEqual([202, '']);
    const { json } = await message(app, { key, body: callOf('drop_tables', {}) });
    expect(json).toMatchObject({ error: { code: -32602, message: expect.stringContaining('drop_tables') } });
  });
});
