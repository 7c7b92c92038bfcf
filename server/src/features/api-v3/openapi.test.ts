import type { Route } from '@clairisque/contract/common/route.ts';
import * as contract from '@clairisque/contract/api-v3.ts';
import * as batches from '@clairisque/contract/batches-v3.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { runBatch } from '#features/batches/batches.ts';
import { callV3, createKey } from '#test/keys.ts';
import { issueAt } from '#test/wizard.ts';

type Parameter = { name: string; in: string; required: boolean; schema: { examples?: unknown[] } };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: { examples: unknown[] }; example?: string }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };

let app: TestApp;
let key: string;
let document: Document;
/** Objects of the key's account, by the name of their parameter. */
let own: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  const account = await createAccount(app, 3);
  key = await createKey(app, account);
  own = { statement_id: `stm_${await issueAt(app, account)}`, batch_id: await doubtfulBatch() };
  document = (await callV3(app, ['GET', '/openapi.json'])).json as unknown as Document;
}, 60_000);
afterAll(() => app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
const routes = Object.values<unknown>({ ...contract, ...batches }).filter(
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
  for (const { path, method, operation } of operations()) {
    const { headers, ...call } = callOf(path, operation);
    const { status, headers: answered, json } = await callV3(app, [method, call.path], { key, headers, body: call.body });
    const said = operation.responses[String(status)];
    expect([path, status, Object.keys(said?.content ?? {})]).toEqual([path, status, [answered.get('content-type')]]);
    const route = routes.find((one) => one.method === method && one.url === path.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect([path, route?.schema.response[status]?.safeParse(json).error]).toEqual([path, undefined]);
    await work();
  }
});

/** A call from the examples of its operation. */
function callOf(path: string, { parameters = [], requestBody }: Operation) {
  const exampleOf = ({ name, schema }: Parameter) =>
    name === 'Idempotency-Key' ? path : (own[name] ?? schema.examples?.[0]);
  const given = parameters.filter((one) => exampleOf(one) !== undefined);
  const missing = parameters.filter((one) => one.required && exampleOf(one) === undefined);
  expect([path, missing]).toEqual([path, []]);
  const of = (where: string) =>
    given.filter((one) => one.in === where).map((one): [string, string] => [one.name, String(exampleOf(one))]);
  const filled = of('path').reduce((at, [name, value]) => at.replace(`{${name}}`, value), path);
  const [[type, sent] = []] = Object.entries(requestBody?.content ?? {});
  return {
    path: `${filled.replace('/api/v3', '')}?${new URLSearchParams(of('query')).toString()}`,
    headers: { ...Object.fromEntries(of('header')), ...(type !== undefined && { 'content-type': type }) },
    body: sent?.example ?? sent?.schema?.examples[0],
  };
}

/** A batch whose first row waits for the choice of the example. */
async function doubtfulBatch(): Promise<string> {
  const body = batches.createBatch.schema.body.meta()?.examples as object[];
  const { json } = await callV3(app, ['POST', '/batches'], { key, body: body[0], headers: { 'idempotency-key': 'a' } });
  await app.database.query(
    `with doubt as (update batch_row set state = 'doubtful', problem = jsonb_build_object('code', 'a', 'detail', 'b', 'candidates', array[given]))
     update batch set status = 'ready'`,
    [],
  );
  return String(json['id']);
}

/** What a worker would do. */
const work = () =>
  runBatch(app.deps, { batchId: Number(own['batch_id']?.slice(4)) }, AbortSignal.timeout(20_000));

it('the page of v2 does not show it', async () => {
  const { paths } = (await (await fetch(`${app.url}/api/docs/json`)).json()) as { paths: object };
  expect(Object.keys(paths).filter((path) => path.startsWith('/api/v3'))).toEqual([]);
});
