import { EVENT_SCHEMAS } from '@clairisque/contract/common/events.ts';
import { Problem } from '@clairisque/contract/common/problems.ts';
import type { Route } from '@clairisque/contract/common/route.ts';
import { FactsV3 } from '@clairisque/contract/common/v3-facts.ts';
import { ID_KINDS, modeOf, V3 } from '@clairisque/contract/common/v3.ts';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { callV3, createKey, createTestKey } from '#test/keys.ts';
import { createResources } from '#test/openapi.ts';

const app = sharedApp();
const routes = (await contractRoutes()).filter(({ url }) => url.startsWith(V3));

type Part = { name: string; path: string; schema: JsonSchema };
type JsonSchema = {
  $defs?: Record<string, JsonSchema>;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
};

/** Every field of a schema, at any depth. */
function fieldsIn(schema: JsonSchema, path = ''): Part[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => [
    { name, path: `${path}.${name}`, schema: part },
    ...fieldsIn(part, `${path}.${name}`),
  ]);
  const parts = Object.entries(schema.$defs ?? {}).flatMap(([name, part]) => fieldsIn(part, `.${name}`));
  const inside = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) =>
    part === undefined ? [] : fieldsIn(part, path),
  );
  return [...own, ...inside, ...parts];
}

const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;

/** What a program may receive: answers, events, refusals. */
const answered = [
  ...routes.flatMap(({ method, url, schema }) =>
    Object.entries(schema.response).map(([status, one]) => [`${method} ${url} ${status}`, one] as const),
  ),
  ...Object.entries(EVENT_SCHEMAS),
  ['a refusal', Problem] as const,
].flatMap(([name, schema]) => fieldsIn(jsonSchemaOf(schema), name));

/** Names of public sources, and of one request in our logs. */
const NOT_OURS = new Set(['gaspar_id', 'request_id']);
const isOfSource = (path: string): boolean => /\.(?:details|buildings)\./.test(path);

it('every id of an answer, an event or a path says its kind and its mode', () => {
  const patterns = Object.entries(ID_KINDS).map(([kind, end]) => `^${kind}_(?:test_)?${end}$`);
  const asked = routes.flatMap(({ method, url, schema }) =>
    schema.params === undefined ? [] : fieldsIn(jsonSchemaOf(schema.params), `${method} ${url}`),
  );
  const ids = [...answered, ...asked].filter(
    ({ name, path }) => /(?:^|_)id$/.test(name) && !NOT_OURS.has(name) && !isOfSource(path),
  );
  expect(ids.length).toBeGreaterThan(100);
  const patternOf = ({ pattern, anyOf = [] }: JsonSchema) => pattern ?? anyOf.find((one) => one.pattern)?.pattern;
  expect(ids.filter(({ schema }) => !patterns.includes(patternOf(schema) ?? '')).map(({ path }) => path)).toEqual([]);
});

/** Words of French in names; `commune`, `ppr` and the like are notions of French law. */
const FRENCH = new Set(
  `adresse parcelles parcelle vendeur acheteur bailleur acquereur locataire travaux prescrit prescrits realises par
  sinistres indemnises arretes arrete copropriete etage numero batiment piece pieces libelle forme recu recus le la les
  des du de ouvertures bruit argiles cavites sismicite debroussaillement canalisations mouvements terrain remontee nappe
  trait cote departement officiel nom valeur etat jeton cle cles droits lien liens remise facture jours erreur
  erreurs champ champs motif suivant precedent debut fin ville pays voie rue telecharge cree expire revoque emis`.split(
    /\s+/,
  ),
);
const SNAKE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const isEnglish = (name: string): boolean => SNAKE.test(name) && !name.split('_').some((word) => FRENCH.has(word));

it('every key of an answer, an event or a refusal is in English and in snake_case', () => {
  expect(answered.length).toBeGreaterThan(500);
  expect([...new Set(answered.map(({ name }) => name))].filter((name) => !isEnglish(name))).toEqual([]);
  for (const name of ['declaredAddress', 'trait-de-cote', 'travaux_prescrits', 'étage', 'Vente'])
    expect([name, isEnglish(name)]).toEqual([name, false]);
});

/** Letters of the law, years, spans of years, a type of GeoJSON. */
const AS_THEY_ARE = /^(?:[A-D]|\d{4}|\d+-\d+|MultiPolygon)$/;

it('every value of a closed list is in English and in snake_case', () => {
  const values = answered
    .flatMap(({ schema }) => [schema, ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])])
    .flatMap((schema) => [...(schema.enum ?? []), schema.const])
    .filter((value) => typeof value === 'string');
  const odd = [...new Set(values)].filter(
    (value) => value !== '' && !AS_THEY_ARE.test(value) && !value.split(/[./]/).every(isEnglish),
  );
  expect(values.length).toBeGreaterThan(100);
  expect(odd).toEqual([]);
});

let account: TestAccount;
let key: string;
let testKey: string;
let resources: Record<string, string>;
beforeAll(async () => {
  account = await createAccount(app, 1);
  key = await createKey(app, account);
  testKey = await createTestKey(app, account);
  resources = await createResources(app, testKey, account);
});

const keysIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...keysIn(one)]);
};

it('facts and outlines of a statement have names of API v3 only, and facts are what the schema says', async () => {
  const read = async (file: string) =>
    (await callV3(app, ['GET', `/statements/${String(resources['statement_id'])}/${file}`], { key: testKey })).json;
  const [facts, outlines] = [await read('facts.json'), await read('map.geojson')];
  for (const [file, json] of [
    ['facts.json', facts],
    ['map.geojson', outlines],
  ] as const) {
    const names = [...new Set(keysIn(json))];
    expect(names.length).toBeGreaterThan(10);
    // RFC 7946.
    expect([file, names.filter((name) => !isEnglish(name))]).toEqual([file, []]);
  }
  expect(FactsV3.parse(facts)).toEqual(facts);
  const { features } = outlines as { features: { properties: { heading?: string } }[] };
  const headings = features.flatMap(({ properties: { heading } }) => heading ?? []);
  expect(headings.filter((heading) => !isEnglish(heading))).toEqual([]);
});

/** A call of that route, with an id of another mode than the key's for that parameter. */
async function asOther(route: Route, param: string, isTest: boolean) {
  const { method, url, schema, config } = route;
  const other = (id: string) => (modeOf(id) === 'test' ? id.replace('_test_', '_') : id.replace('_', '_test_'));
  const idFor = (name: string): string => {
    const own = resources[name] ?? '1';
    const mine = name === 'row' || (modeOf(own) === 'test') === isTest ? own : other(own);
    return name === param ? other(mine) : mine;
  };
  const path = url.slice(V3.length).replaceAll(/:(\w+)/g, (_, name: string) => idFor(name));
  const [example] = [schema.body?.meta()?.['examples'] as unknown[] | undefined].flat();
  const { status, json } = await callV3(app, [method, path], {
    key: isTest ? testKey : key,
    headers: { 'idempotency-key': `${method} ${url} ${param}`.replaceAll(' ', '-') },
    ...(schema.body && { body: example ?? {} }),
    ...(config.consumes && { body: config.consumes.example }),
  });
  return [`${method} ${url} ${param}`, status, json['code']];
}

it('an id of a test given to a live key, and the reverse → 404, whatever is asked of it', async () => {
  const named = routes
    .filter(({ config }) => config.scope !== undefined)
    .flatMap((route) => [...route.url.matchAll(/:(\w+_id)/g)].map(([, param = '']) => ({ route, param })));
  expect(named.length).toBeGreaterThan(30);
  // No test has an invoice: its calls refuse every test key.
  const tried = named.flatMap((one) =>
    (one.route.config.sandbox ? [false, true] : [false]).map((isTest) => ({ ...one, isTest })),
  );
  for (const { route, param, isTest } of tried) {
    const line = `${route.method} ${route.url} ${param}`;
    expect(await asOther(route, param, isTest)).toEqual([line, 404, 'id_of_other_mode']);
  }
});

it('a key of tests has an id of tests, and is not found by another', async () => {
  const ask = (path: string, method = 'GET') => call(app, [method, `${V3}/api_keys${path}`], { token: account.token });
  const { data } = (await ask('')).body as { data: { id: string; mode: string }[] };
  expect(data.map(({ id }) => modeOf(id)).toSorted()).toEqual(['live', 'test']);
  for (const { id, mode } of data) expect(modeOf(id)).toBe(mode);
  const [first = { id: '' }, second = { id: '' }] = data;
  const other = (id: string) => (modeOf(id) === 'test' ? id.replace('_test_', '_') : id.replace('_', '_test_'));
  for (const { id } of [first, second]) expect((await ask(`/${other(id)}`, 'DELETE')).status).toBe(404);
  for (const { id } of [first, second]) expect((await ask(`/${id}`, 'DELETE')).status).toBe(204);
});
