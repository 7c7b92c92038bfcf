import { API_CHANGES } from '@clairisque/contract/api-v3.changes.ts';
import { rowOf, V3 } from '@clairisque/contract/common/v3.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, expect, it } from 'vitest';
import { runBatch } from '#test/batches.ts';
import { createAccount, sharedApp } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { callV3, createKey, createTestKey } from '#test/keys.ts';
import {
  answerChecker,
  bodyOf,
  createResources,
  inQuery,
  operationsOf,
  partAt,
  readDocument,
  type Described,
  type Document,
  type Parameter,
} from '#test/openapi.ts';

const app = sharedApp();
let key: string;
/** For what takes one: its statement is renewed at once. */
let testKey: string;
let document: Document;
let resources: Record<string, string>;
beforeAll(async () => {
  const account = await createAccount(app, 3);
  key = await createKey(app, account);
  testKey = await createTestKey(app, account);
  resources = await createResources(app, testKey, account);
  document = await readDocument(app);
});

/** `/mcp` describes its own tools. */
const closed = (await contractRoutes()).filter(({ config, url }) => config.scope !== undefined && url.startsWith(V3));

it('has every call of the contract by key, and no other', () => {
  const described = operationsOf(document).map(
    ({ path, method }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(described.toSorted()).toEqual(closed.map(({ method, url }) => `${method} ${url}`).toSorted());
  expect(document.openapi).toBe('3.1.0');
  const ids = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('the changes that users read name each operation once, newest first', () => {
  const ids = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(API_CHANGES.flatMap(({ operations }) => operations).toSorted()).toEqual(ids.toSorted());
  const dates = API_CHANGES.map(({ date }) => date);
  expect(dates).toEqual([...new Set(dates)].toSorted().toReversed());
});

it('a file’s description names its columns and the encodings that are read', () => {
  const description = document.paths[`${V3}/batches/csv`]?.['post']?.description;
  for (const word of ['numéro', 'rep', 'type de voie', 'CSV UTF-8', 'UTF-16', 'Windows-1252', 'Latin-9', 'MacRoman'])
    expect(description).toContain(word);
});

/** Signs of French, and short words that English has not. */
const FRENCH = /[éèàâêîôûùçœ«»]|\b(le|les|des|une|du|est|qui|avec|pour|dans)\b/i;

it('every sentence is in English, names of French things and code apart', () => {
  const said = [...JSON.stringify(document).matchAll(/"(?:description|summary|title)":("(?:[^"\\]|\\.)*")/g)];
  const sentences = said.map(([, text = '""']) => JSON.parse(text) as string);
  expect(sentences.length).toBeGreaterThan(300);
  const french = sentences.filter((text) => FRENCH.test(text.replaceAll(/`[^`]*`/g, '')));
  expect([...new Set(french)]).toEqual([]);
});

it('every reference leads to a part of the document', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"(#\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(10);
  for (const path of new Set(references)) expect([path, partAt(document, path)]).toEqual([path, expect.any(Object)]);
});

it('the linter finds no fault, in examples neither', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Names that say enough.
      'tag-description': 'off',
      // The document names the server that it comes from, a developer's own one too.
      'no-server-example.com': 'off',
      'no-invalid-schema-examples': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
    },
  });
  const faults = await lintFromString({ source: JSON.stringify(document), config });
  expect(faults.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

it('a call without an Idempotency-Key → refused where the document requires one, and nowhere else', async () => {
  const posts = operationsOf(document).filter(({ method }) => method === 'POST');
  const found = await Promise.all(
    posts.map(async (described) => {
      const { at, headers, ...sent } = callOf(described);
      const { 'Idempotency-Key': _key, ...others } = headers;
      const { json } = await callV3(app, ['POST', at], { key: testKey, headers: others, ...sent });
      return [described.path, json['code'] === 'idempotency_key_missing'];
    }),
  );
  const isRequired = ({ operation: { parameters = [] } }: Described): boolean =>
    parameters.some(({ name, required }) => name === 'Idempotency-Key' && required);
  expect(found).toEqual(posts.map((described) => [described.path, isRequired(described)]));
});

/** A batch starts once its doubt is settled and its row is in hand; what ends a resource comes last. */
function rankOf({ method, path }: { method: string; path: string }): number {
  const inHand = ['/choice', '/rows/{row}', '/leave_out', '/take_back'].findIndex((end) => path.endsWith(end));
  if (inHand !== -1) return inHand - 10;
  return method === 'DELETE' || path.endsWith('/cancel') ? 2 : 1;
}

it('every operation runs with its own examples, and gives what it says', async () => {
  const faultOf = answerChecker(document);
  const operations = operationsOf(document);
  for (const described of operations.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const { path, method } = described;
    const route = closed.find((one) => one.method === method && one.url === path.replaceAll(/\{(\w+)\}/g, ':$1'));
    const { at, ...sent } = callOf(described);
    const answer = await callV3(app, [method, at], { key: route?.config.sandbox ? testKey : key, ...sent });
    const { status, json } = answer;
    expect([path, json['detail'], Math.floor(status / 100)]).toEqual([path, undefined, 2]);
    expect([path, faultOf(described, answer)]).toEqual([path, null]);
    const parsed = route?.schema.response[status]?.safeParse(status === 204 ? null : json);
    expect([path, parsed?.error]).toEqual([path, undefined]);
    // What a worker would do.
    const batchId = rowOf(resources['batch_id'] ?? '');
    await runBatch(app.deps.sandbox ?? app.deps, { batchId }, AbortSignal.timeout(20_000));
  }
});

/** A call from the examples of its operation. */
function callOf({ path, operation }: Described) {
  const { parameters = [] } = operation;
  const exampleOf = ({ name, schema }: Parameter) => resources[name] ?? schema.examples?.[0];
  const given = parameters.filter((one) => exampleOf(one) !== undefined);
  const missing = parameters.filter((one) => one.required && exampleOf(one) === undefined);
  expect([path, missing]).toEqual([path, []]);
  const of = (where: string) =>
    given.filter((one) => one.in === where).flatMap((one) => inQuery(one.name, exampleOf(one)));
  const query = new URLSearchParams(of('query')).toString();
  const filled = of('path').reduce((at, [name, value]) => at.replace(`{${name}}`, value), path);
  const [type, body] = bodyOf(operation);
  return {
    at: `${filled.replace('/api/v3', '')}?${query}`,
    // One key for each operation.
    headers: { ...Object.fromEntries(of('header')), ...type, 'Idempotency-Key': operation.operationId },
    ...(body !== undefined && { body }),
  };
}

type V2 = { paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>> };

it('the description of v2 does not show it, and says files, answers without a body, and refusals', async () => {
  const text = await (await fetch(`${app.url}/api/docs/json`)).text();
  expect(text).not.toContain('"nullable"');
  const { paths } = JSON.parse(text) as V2;
  expect(Object.keys(paths).filter((path) => path.startsWith('/api/v3'))).toEqual([]);
  const answers = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ responses }) => responses));
  expect(answers.length).toBeGreaterThan(80);
  expect(answers.filter((responses) => !('4XX' in responses && '5XX' in responses))).toEqual([]);
  expect(answers.flatMap((responses) => Object.keys(responses['204']?.content ?? {}))).toEqual([]);
  expect(Object.keys(paths['/api/v2/cgv/pdf/']?.['get']?.responses['200']?.content ?? {})).toEqual(['application/pdf']);
});
