import { EVENT_TYPES, EVENTS, type ApiEvent, type EventType } from '@clairisque/contract/common/events.ts';
import type { AnswerRequest } from '@clairisque/contract/questions.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitExpiring } from '#features/webhooks/webhooks.jobs.ts';
import { call, createAccount, type TestAccount } from '#test/app.ts';
import { callV3, createKey, createTestKey, SALE, type V3Answer } from '#test/keys.ts';
import { readDocument } from '#test/openapi.ts';
import { proveEndpoints } from '#test/proved-webhooks.ts';
import { buy, createShop, type Shop } from '#test/shop.ts';
import { startWebhookServer, type Received, type WebhookServer } from '#test/webhook-server.ts';
import { issueAt } from '#test/wizard.ts';

type Described = { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } };

let app: Shop;
let server: WebhookServer;
/** Why the document does not know that body as one of its type; null when it does. */
let faultOf: (type: string, body: unknown) => string | null;
let described: Record<string, Described>;
beforeAll(async () => {
  app = await createShop();
  server = await startWebhookServer();
  const document = await readDocument(app);
  described = (document as unknown as { webhooks: Record<string, Described> }).webhooks;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: 'document' });
  faultOf = (type, body) => {
    const { $ref } = described[type]?.post.requestBody.content['application/json']?.schema ?? { $ref: '#/nowhere' };
    return ajv.validate({ $ref: `document${$ref}` }, body) ? null : ajv.errorsText();
  };
});
afterAll(async () => {
  await app.close();
  server.close();
});

type Owner = TestAccount & { key: string };
async function createOwner(credits = 0): Promise<Owner> {
  const account = await createAccount(app, credits);
  return { ...account, key: await createKey(app, account) };
}
let drawn = 0;
const post = (path: string, { key, body }: { key: string; body?: unknown }): Promise<V3Answer> =>
  callV3(app, ['POST', path], {
    key,
    headers: { 'idempotency-key': `evenement-${(drawn += 1)}` },
    ...(body !== undefined && { body }),
  });
const makeEndpoint = async (key: string, events: readonly string[] = ['credits.low']) =>
  (await post('/webhook_endpoints', { key, body: { url: server.url, events } })).json as { id: string; secret: string };
const eventsOf = async (key: string): Promise<ApiEvent[]> =>
  (await callV3(app, ['GET', '/events?limit=100'], { key })).json['data'] as ApiEvent[];
const fieldsOf = (data: object): string[] => Object.keys(data).toSorted();

it('the document describes each event, with an example that its schema accepts', async () => {
  expect(Object.keys(described).toSorted()).toEqual(EVENT_TYPES.toSorted());
  const { components } = await readDocument(app);
  for (const [type, { post: delivery }] of Object.entries(described)) {
    const { $ref = '' } = delivery.requestBody.content['application/json']?.schema ?? {};
    const [example, ...others] = components.schemas[$ref.split('/').at(-1) ?? '']?.examples ?? [];
    expect([type, others, faultOf(type, example)]).toEqual([type, [], null]);
    expect(faultOf(type, { ...(example as object), data: {} })).not.toBeNull();
  }
});

describe('POST /webhook_endpoints/ID/tests', () => {
  it.each(EVENT_TYPES)('%s → its example, signed, to this endpoint only, and marked as a sample', async (type) => {
    const { key } = await createOwner();
    const other = await startWebhookServer();
    const { id, secret } = await makeEndpoint(key);
    await post('/webhook_endpoints', {
      key,
      body: { url: other.url, events: [type === 'ping' ? 'credits.low' : type] },
    });
    const before = server.received.length;
    const { status, json } = await post(`/webhook_endpoints/${id}/tests`, { key, body: { type } });
    expect([status, json['event']]).toEqual([201, expect.objectContaining({ type, mode: 'live', sample: true })]);
    await expect.poll(() => server.received.length).toBe(before + 1);
    const received = server.received.at(-1);
    new Webhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>);
    expect(received?.event).toEqual(json['event']);
    expect(faultOf(type, received?.event)).toBeNull();
    expect(received?.event.data).toEqual(type === 'ping' ? { endpoint_id: id } : EVENTS[type].example);
    expect(await eventsOf(key)).toEqual([received?.event]);
    expect(other.received).toEqual([]);
    other.close();
  });

  it('of an unknown type, another field, another account → refused, and nothing is written', async () => {
    const [owner, stranger] = [await createOwner(), await createOwner()];
    const { id } = await makeEndpoint(owner.key);
    const path = `/webhook_endpoints/${id}/tests`;
    const refusalOf = async (body: unknown, key = owner.key) => {
      const { status, json } = await post(path, { key, body });
      return [status, json['code'], (json['errors'] as { pointer: string }[] | undefined)?.[0]?.pointer];
    };
    expect(await refusalOf({ type: 'statement.deleted' })).toEqual([400, 'invalid_input', '/type']);
    expect(await refusalOf({ type: ['ping'] })).toEqual([400, 'invalid_input', '/type']);
    expect(await refusalOf({ type: '__proto__' })).toEqual([400, 'invalid_input', '/type']);
    expect((await refusalOf({ type: 'ping', data: { credits: 0 } })).slice(0, 2)).toEqual([400, 'invalid_input']);
    expect(await refusalOf({ type: 'ping' }, stranger.key)).toEqual([404, 'not_found', undefined]);
    const token = await call(app, ['POST', `/api/v3${path}`], { token: stranger.token, body: { type: 'ping' } });
    expect([token.status, (token.body as { code: string }).code]).toEqual([404, 'not_found']);
    expect([await eventsOf(owner.key), await eventsOf(stranger.key)]).toEqual([[], []]);
  });

  it('four rotations of the secret at once → four secrets, and what is sent then is signed by each', async () => {
    const { key } = await createOwner();
    const { id } = await makeEndpoint(key);
    const rotate = () => post(`/webhook_endpoints/${id}/secret_rotations`, { key, body: { overlap_hours: 24 } });
    const answers = await Promise.all([rotate(), rotate(), rotate(), rotate()]);
    const secrets = answers.map(({ json }) => String(json['secret']));
    expect(new Set(secrets).size).toBe(4);
    const before = server.received.length;
    await post(`/webhook_endpoints/${id}/tests`, { key });
    await expect.poll(() => server.received.length).toBe(before + 1);
    const { body = '', headers = {} } = server.received.at(-1) ?? {};
    for (const secret of secrets) new Webhook(secret).verify(body, headers as Record<string, string>);
  });
});

describe('events as they happen', () => {
  /** All that one account can live through. */
  async function live(owner: Owner): Promise<void> {
    const { key } = owner;
    await buy(app, owner);
    const id = await issueAt(app, owner);
    const link = await call(app, ['POST', `/api/v2/erp/${id}/remises/`], {
      token: owner.token,
      body: { libelle: 'Étude' },
    });
    const secret = (link.body as { url: string }).url.split('/').at(-1);
    const visitor = { nom: 'Camille', email: 'camille@exemple.fr', recu: true };
    await call(app, ['POST', `/api/v2/remise/${secret}/recu/`], { body: visitor });
    await complete(owner, id);
    await checkThrice(key, id);
    const later = (days: number) => ({ ...app.deps, clock: () => new Date(Date.now() + days * 86_400_000) });
    await emitExpiring(later(160));
    await makeBatch(key);
    while ((await post('/statements', { key, body: SALE })).status === 201);
    await app.database.query(`update statement set issued_at = issued_at - interval '200 days' where account_id = $1`, [
      owner.id,
    ]);
    await app.database.query(
      `update statement_edition set issued_at = issued_at - interval '200 days', expires_on = expires_on - 200
       where statement_id = $1`,
      [id],
    );
    await post(`/statements/stm_${id}/renewals`, { key });
  }

  /** Another person answers, and the owner accepts. */
  async function complete({ token }: Owner, id: number): Promise<void> {
    const ask = async (method: string, path: string, body: object): Promise<unknown> => {
      const answer = await call(app, [method, path], { token, body });
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201])]);
      return answer.body;
    };
    const request = (await ask('POST', `/api/v2/erp/${id}/demandes/`, { libelle: 'Étude' })) as AnswerRequest;
    const link = `/api/v2/reponses/${request.url.split('/').at(-1)}/`;
    const reponses = [{ question: 'signature.lieu', valeur: 'Senlis' }];
    const { version } = (await ask('PUT', `${link}reponses/`, { reponses })) as { version: number };
    const visitor = { nom: 'Camille', email: 'camille@exemple.fr', version, certifie: true };
    await ask('POST', `${link}certification/`, visitor);
    await ask('POST', `/api/v2/demandes/${request.id}/decision/`, { accepte: true });
    await ask('POST', `/api/v2/erp/${id}/completer/`, {});
  }

  /** Unchanged answers, another one, then a parcel that is gone. */
  async function checkThrice(key: string, id: number): Promise<void> {
    const check = async (status: string): Promise<void> => {
      await post(`/statements/stm_${id}/checks`, { key });
      const last = async () => (await callV3(app, ['GET', `/statements/stm_${id}/checks`], { key })).json['data'];
      await expect.poll(last, { interval: 100 }).toMatchObject([{ status }]);
      await app.database.query('delete from statement_check where statement_id = $1', [id]);
    };
    await check('unchanged');
    await app.database.query(
      `update statement_edition set facts = jsonb_set(facts, '{radon,value,potential}', '3') where statement_id = $1`,
      [id],
    );
    await check('changed');
    const { rows } = await app.database.query('select code_parcelle as code from statement where id = $1', [id]);
    const move = (code: unknown) =>
      app.database.query('update statement set code_parcelle = $2 where id = $1', [id, code]);
    await move('000-ZZ-9999@95280');
    await check('incomplete');
    await move((rows as { code: string }[])[0]?.code);
  }

  /** The batch has a row to choose for, and one whose parcel is gone when it is issued. */
  async function makeBatch(key: string): Promise<void> {
    const rows = [SALE, SALE, { transaction: 'sale', address: '4 rue des lilas' }];
    const { json } = await post('/batches', { key, body: { start: 'manual', rows } });
    const id = String(json['id']);
    const statusOf = async () => (await callV3(app, ['GET', `/batches/${id}`], { key })).json['status'];
    await expect.poll(statusOf, { interval: 100 }).toBe('ready');
    await app.database.query(
      `update batch_row set property = property || '{"codes": ["000-ZZ-9999@95280"]}' where batch_id = $1 and position = 2`,
      [Number(id.slice('bat_'.length))],
    );
    await post(`/batches/${id}/start`, { key });
    await expect.poll(statusOf, { interval: 100 }).toBe('finished');
  }

  it('are those of the document: each has its fields and no other, and none names a person or an address', async () => {
    const owner = await createOwner();
    await live(owner);
    const events = await eventsOf(owner.key);
    const types = new Set(events.map(({ type }) => type));
    expect([...types].toSorted()).toEqual(EVENT_TYPES.filter((type) => type !== 'ping').toSorted());
    for (const event of events) {
      const { type, data } = event;
      expect([type, faultOf(type, event)]).toEqual([type, null]);
      expect([type, fieldsOf(data)]).toEqual([type, fieldsOf(EVENTS[type].example)]);
      expect([type, event.sample]).toEqual([type, false]);
    }
    expect(JSON.stringify(events)).not.toMatch(/Camille|Nuñez|Lilas/i);
    const of = (type: EventType) => events.filter((event) => event.type === type).map(({ data }) => data);
    expect(of('batch.choices_wanted')).toEqual([{ batch_id: expect.stringMatching(/^bat_/), doubtful: 1 }]);
    const failed = { batch_id: expect.stringMatching(/^bat_/), row: 2, during: 'issue', code: 'parcel_not_found' };
    expect(of('statement.failed')).toEqual([{ statement_id: null, ...failed }]);
  });

  it('a source that gives no answer → statement.failed for the statement that the key asked for', async () => {
    const owner = await createOwner(1);
    const silent = { transaction: 'sale', point: { longitude: 3.36, latitude: 44.231 } };
    expect((await post('/statements', { key: owner.key, body: silent })).json['code']).toBe('facts_not_obtained');
    const [event, ...others] = await eventsOf(owner.key);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'statement.failed', data: { during: 'issue', code: 'facts_not_obtained' } });
    expect(faultOf('statement.failed', event)).toBeNull();
    const { statement_id: id } = (event as ApiEvent).data as { statement_id: string };
    const read = await callV3(app, ['GET', `/statements/${id}`], owner);
    expect(read.json).toMatchObject({ status: 'failed', failure: { code: 'facts_not_obtained' } });
  });

  it('a renewal that is refused → statement.failed, during the renewal', async () => {
    const owner = await createOwner(3);
    const { json } = await post('/statements', { key: owner.key, body: SALE });
    expect((await post(`/statements/${String(json['id'])}/renewals`, { key: owner.key })).status).toBe(409);
    const [last] = await eventsOf(owner.key);
    expect(last).toMatchObject({
      type: 'statement.failed',
      data: { statement_id: json['id'], during: 'renewal', code: 'conflict' },
    });
  });
});

describe('the renewal of a test, months ahead', () => {
  /** These columns date a document. */
  const OF_A_DOCUMENT = ['statement.renewed_at', 'statement_edition.issued_at', 'statement_edition.expires_on'];

  /** Instants to come, in the tables that a test key writes. */
  async function instantsAhead(): Promise<string[]> {
    const { rows } = await app.database.query(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'sandbox' and data_type = 'timestamp with time zone'`,
      [],
    );
    const ahead: string[] = [];
    for (const { table, column } of rows as { table: string; column: string }[]) {
      const found = await app.database.query(
        `select 1 from sandbox."${table}" where "${column}" > now() + interval '2 days' limit 1`,
        [],
      );
      if (found.rows.length > 0) ahead.push(`${table}.${column}`);
    }
    return ahead.toSorted();
  }

  it('is sent at once, and dates the document only: no row waits for that day', async () => {
    const account = await createAccount(app);
    const key = await createTestKey(app, account);
    // Files announced for a day to come would be swept months too late.
    await app.database.query(
      `create function refuse_ahead() returns trigger language plpgsql as $$ begin
         if new.announced_at > now() + interval '2 days' then raise exception 'announced ahead'; end if;
         return new;
       end $$`,
      [],
    );
    await app.database.query(
      `create trigger ahead before insert on unnamed_file for each row execute function refuse_ahead()`,
      [],
    );
    const receiver = await startWebhookServer();
    await post('/webhook_endpoints', { key, body: { url: receiver.url, events: ['statement.renewed'] } });
    await proveEndpoints(app.database, receiver.url);
    const { json } = await post('/statements', { key, body: SALE });
    const renewed = await post(`/statements/${String(json['id'])}/renewals`, { key });
    expect([renewed.status, renewed.json['detail']]).toEqual([201, undefined]);
    await expect.poll(() => receiver.received).toHaveLength(1);
    const [received] = receiver.received;
    expect(faultOf('statement.renewed', received?.event)).toBeNull();
    const { timestamp, data } = (received as Received).event as ApiEvent & { data: { issued_at: string } };
    expect(Date.parse(timestamp)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(data.issued_at)).toBeGreaterThan(Date.now() + 150 * 86_400_000);
    expect(OF_A_DOCUMENT).toEqual(expect.arrayContaining(await instantsAhead()));
    receiver.close();
  });
});
