import type { Route } from '@clairisque/contract/common/route.ts';
import * as contract from '@clairisque/contract/api-v3.ts';
import * as events from '@clairisque/contract/events.ts';
import * as followUps from '@clairisque/contract/follow-ups.v3.ts';
import * as webhooks from '@clairisque/contract/webhooks.v3.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKey, createTestKey } from '#test/keys.ts';

type Parameter = { name: string; in: string; required: boolean; schema: { examples?: unknown[] } };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': { schema: { examples: unknown[] } } } };
  responses: Record<string, { content?: Record<string, unknown> }>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };

let app: TestApp;
let key: string;
/** For what takes one: its statement is renewed at once. */
let testKey: string;
let document: Document;
/** Of objects that exist, by the name of the parameter. */
let ids: Partial<Record<string, string>>;
beforeAll(async () => {
  app = await createTestApp();
  const account = await createAccount(app);
  key = await createKey(app, account);
  testKey = await createTestKey(app, account);
  const body = { transaction: 'sale', point: { longitude: 2.4747, latitude: 49.0327 } };
  const headers = { 'idempotency-key': 'exemple' };
  const { id: statement } = (await callV3(app, ['POST', '/statements'], { key: testKey, body, headers })).json;
  const create = { url: 'http://127.0.0.1:9/', events: ['statement.issued'] };
  const { id: endpoint } = (await callV3(app, ['POST', '/webhook_endpoints'], { key, body: create })).json;
  const { id: delivery } = (await callV3(app, ['POST', `/webhook_endpoints/${endpoint}/tests`], { key })).json;
  ids = {
    statement_id: String(statement),
    endpoint_id: String(endpoint),
    delivery_id: String(delivery),
  };
  document = (await callV3(app, ['GET', '/openapi.json'])).json as unknown as Document;
}, 60_000);
afterAll(() => app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
const routes = Object.values<unknown>({ ...contract, ...followUps, ...events, ...webhooks }).filter(
  (one): one is Route => typeof one === 'object' && one !== null && 'config' in one && 'url' in one,
);

it('has every call of the contract by key, and no other', () => {
  const described = operations().map(({ path, method }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  const closed = routes.filter(({ config }) => config.scope !== undefined);
  expect(described.toSorted()).toEqual(closed.map(({ method, url }) => `${method} ${url}`).toSorted());
  expect(document.openapi).toBe('3.1.0');
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('every reference leads to a part of the document', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(10);
  for (const path of new Set(references)) {
    const part = path.split('/').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
    expect([path, part]).toEqual([path, expect.any(Object)]);
  }
});

it('every operation runs with its own examples, and gives what it says', async () => {
  // A deletion comes last: the others need what it deletes.
  const isLast = ({ method }: { method: string }): number => Number(method === 'DELETE');
  for (const { path, method, operation } of operations().toSorted((one, other) => isLast(one) - isLast(other))) {
    const route = routes.find((one) => one.method === method && one.url === path.replaceAll(/\{(\w+)\}/g, ':$1'));
    const exampleOf = ({ name, schema }: Parameter) => ids[name] ?? schema.examples?.[0];
    const given = (operation.parameters ?? []).filter((one) => exampleOf(one) !== undefined);
    const missing = (operation.parameters ?? []).filter((one) => one.required && exampleOf(one) === undefined);
    expect([path, missing]).toEqual([path, []]);
    const of = (where: string) =>
      given.filter((one) => one.in === where).map((one): [string, string] => [one.name, String(exampleOf(one))]);
    const query = new URLSearchParams(of('query')).toString();
    const filled = of('path').reduce((at, [name, value]) => at.replace(`{${name}}`, value), path);
    const body = operation.requestBody?.content['application/json'].schema.examples[0];
    const { status, headers, json } = await callV3(app, [method, `${filled.replace('/api/v3', '')}?${query}`], {
      key: route?.config.sandbox ? testKey : key,
      // One for each operation.
      headers: { ...Object.fromEntries(of('header')), 'Idempotency-Key': operation.operationId },
      ...(body !== undefined && { body }),
    });
    const said = operation.responses[String(status)];
    expect([path, status, Object.keys(said?.content ?? {})]).toEqual([
      path,
      status,
      [headers.get('content-type') ?? []].flat(),
    ]);
    expect([path, route?.schema.response[status]?.safeParse(status === 204 ? null : json).error]).toEqual([
      path,
      undefined,
    ]);
  }
});

it('the page of v2 does not show it', async () => {
  const { paths } = (await (await fetch(`${app.url}/api/docs/json`)).json()) as { paths: object };
  expect(Object.keys(paths).filter((path) => path.startsWith('/api/v3'))).toEqual([]);
});
