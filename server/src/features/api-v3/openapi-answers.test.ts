import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { createAccount, sharedApp } from '#test/app.ts';
import { callV3, createKey, createTestKey, type V3Answer } from '#test/keys.ts';
import {
  answerChecker,
  createResources,
  inQuery,
  operationsOf,
  partAt,
  readDocument,
  type Described,
  type Document,
  type Parameter,
  type Schema,
} from '#test/openapi.ts';

const RUNS = propertyRuns(12, { seed: 20_261_123 });

const app = sharedApp();
let document: Document;
let resources: Record<string, string>;
/** One of test mode; one without credit; one that cannot issue; one that does not exist. */
let keys: string[];
beforeAll(async () => {
  const account = await createAccount(app);
  const [key, testKey] = [await createKey(app, account), await createTestKey(app, account)];
  resources = await createResources(app, testKey, account);
  keys = [testKey, key, await createKey(app, account, ['read']), 'crt_live_'];
  document = await readDocument(app);
});

type Call = { parts: (readonly [Parameter, unknown])[]; type: string; body: unknown; keyRank: number };

it('whatever is sent to any operation, the document knows the answer', async () => {
  const faultOf = answerChecker(document);
  const statuses = new Set<number>();
  const checked = operationsOf(document).map((described) => {
    const property = fc.asyncProperty(callOf(described), async (call) => {
      const answer = await send(described, call);
      statuses.add(answer.status);
      expect(answer.json['code']).not.toBe('internal_error');
      expect(faultOf(described, answer)).toBeNull();
    });
    return fc.assert(property, { ...RUNS, endOnFailure: true });
  });
  await Promise.all(checked);
  // Not only refusals were seen, and not of one kind.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404]));
});

function callOf({ operation }: Described): fc.Arbitrary<Call> {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    (parameter.in === 'header' ? headerOf(parameter) : valueOf(parameter)).map((value) => [parameter, value] as const),
  );
  const [type = 'application/json', { schema, example = '' } = {}] =
    Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const good = schema === undefined ? fileLike(example) : ofSchema(schema);
  return fc.record({
    parts: fc.tuple(...parameters),
    type: fc.constant(type),
    body: operation.requestBody === undefined ? fc.constant(undefined) : usually(good, fc.jsonValue()),
    keyRank: fc.nat(3),
  });
}

/** The lines of an example, and others. */
const fileLike = (example: string): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...example.split('\n')), fc.string({ unit: 'grapheme', maxLength: 40 })), {
      maxLength: 6,
    })
    .map((lines) => lines.join('\n'));

const usually = <T, U>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: bad });

/** Only what a header can carry; one Idempotency-Key for all operations would only be refused as used. */
function headerOf({ name, schema }: Parameter): fc.Arbitrary<unknown> {
  const good = name === 'Idempotency-Key' ? fc.uuid() : fc.constantFrom(...(schema.examples ?? ['']));
  const other = fc.stringMatching(/^[abc019 _=,;"-]{0,40}$/);
  return fc.option(usually(good, other), { nil: undefined });
}

function valueOf({ name, required, schema }: Parameter): fc.Arbitrary<unknown> {
  const own = resources[name];
  const good = own === undefined ? ofSchema(schema) : usually(fc.constant(own), ofSchema(schema));
  const value = usually(good, fc.string({ unit: 'grapheme', maxLength: 40 }));
  return required ? value : fc.option(value, { nil: undefined });
}

/** Values that the schema allows, or nearly: the server's own checks are finer. */
function ofSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return ofSchema(partAt(document, schema.$ref) as Schema);
  const made = byType(schema);
  return schema.examples === undefined ? made : fc.oneof(fc.constantFrom(...schema.examples), made);
}

function byType(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, enum: choices, minimum: min = -1000, maximum: max = 1000 } = schema;
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(ofSchema));
  if (choices !== undefined) return fc.constantFrom(...choices);
  return (OF_TYPE[schema.type ?? ''] ?? (() => fc.jsonValue()))(schema, { min, max });
}

const OF_TYPE: Record<string, (schema: Schema, range: { min: number; max: number }) => fc.Arbitrary<unknown>> = {
  integer: (_, range) => fc.integer(range),
  number: (_, range) => fc.double({ ...range, noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  string: textOf,
  array: ({ items = {}, minItems = 0 }) => fc.array(ofSchema(items), { minLength: minItems, maxLength: 3 }),
  object: objectOf,
};

function textOf({ pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const parts = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, ofSchema(part)]));
  return fc.record(parts, { requiredKeys: required });
}

function send({ path, method }: Described, { parts, type, body, keyRank }: Call): Promise<V3Answer> {
  const of = (where: string) =>
    parts
      .filter(([parameter, value]) => parameter.in === where && value !== undefined)
      .flatMap(([{ name }, value]) => inQuery(name, value));
  const filled = of('path').reduce(
    (at, [name, value]) => at.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  );
  return callV3(app, [method, `${filled.replace('/api/v3', '')}?${new URLSearchParams(of('query')).toString()}`], {
    key: keys[keyRank] ?? '',
    headers: {
      ...Object.fromEntries(of('header').map(([name, value]) => [name, value.trim()])),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  });
}
