import { z } from 'zod';
import {
  ANSWER_WITHIN_SECONDS,
  RETRY_MINUTES,
  EVENT_SCHEMAS,
  EVENT_TYPES,
  EVENTS,
  LOW_CREDITS,
  type EventType,
} from './events.ts';
import { apiLimitOf } from './limits.ts';
import { Problem } from './problems.ts';
import { refusalsOf } from './refusals.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of API v3, from the routes that also check its calls. `routes` by their names: the operations' ids. */
export function openApiOf(routes: Readonly<Record<string, Route>>, site: string): Json {
  const components: Json = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => hoisted(schema, io, components);
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route, schemaOf) };
  }
  // Referenced by every operation.
  schemaOf(Problem, 'output');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clairisque',
      version: '3',
      description: INTRODUCTION,
      license: { name: 'Conditions générales de vente', url: `${site}/CGV` },
    },
    externalDocs: { description: 'Guides and changes.', url: `${site}/developpeurs/guides#changements` },
    servers: [{ url: site }],
    security: [{ key: [] }],
    tags: [...new Set(Object.values(routes).flatMap(({ schema }) => schema.tags ?? []))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: deliveryOf(type, schemaOf) }])),
    'x-webhooks': {
      answer_within_seconds: ANSWER_WITHIN_SECONDS,
      retry_after_minutes: RETRY_MINUTES,
      credits_low_at: LOW_CREDITS,
    },
    components: { schemas: components, ...SHARED },
  };
}

const INTRODUCTION = `Legal statements of the risks and of the aircraft noise of a French property.

Changes add operations, fields, values and codes; anything else is a new version. Refusals are problems (RFC 9457): \`x-error-codes\` lists those of each operation. \`x-rate-limit\` is what a key may ask; the headers say what is left.`;

const header = (description: string): Json => ({ description, schema: { type: 'string' } });

const SHARED = {
  securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key: crt_live_…, or crt_test_…' } },
  headers: {
    'RateLimit-Policy': header('Requests (q) in so many seconds (w), by key.'),
    RateLimit: header('Requests left (r), for so many seconds (t).'),
    'X-Request-Id': header('To give to the support.'),
  },
  responses: {
    problem: {
      description: 'Refused; `code` says why.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
};
const HEADERS = Object.fromEntries(
  Object.keys(SHARED.headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const idempotencyKey = (required: boolean): Json => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description:
    'Drawn at random for each operation; the same to try again, for 24 hours: the first success is returned again, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['3f0c8a52-9c1b-4e57-8f64-2f1f0a6f7d11'] },
});

const PREFER: Json = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: 'wait=N: seconds that the response waits (RFC 7240).',
  schema: { type: 'string', examples: ['wait=20'] },
};

/** An assessment changes nothing: its key is optional. */
const headersOf = ({ method, config, schema }: Route): Json[] =>
  method === 'POST' && !config.withoutEffect
    ? [idempotencyKey(config.scope !== 'read'), ...(202 in schema.response ? [PREFER] : [])]
    : [];

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

/** An endpoint receives an event, signed as Standard Webhooks. */
const deliveryOf = (type: EventType, schemaOf: SchemaOf): Json => ({
  operationId: `on ${type}`.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
  tags: ['Events'],
  summary: type,
  description: EVENTS[type].says,
  security: [],
  parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaOf(EVENT_SCHEMAS[type], 'output') } },
  },
  responses: {
    '2XX': { description: `Received, within ${ANSWER_WITHIN_SECONDS} seconds. Anything else is a failure.` },
  },
});

const limitOf = ({ throttle }: Route['config']): Json => {
  const limit = throttle && apiLimitOf(throttle);
  return limit ? { 'x-rate-limit': { family: throttle, requests: limit.calls, seconds: limit.seconds } } : {};
};

/** A route's name in the contract, without what tells it from the site's. */
const operationIdOf = (name: string): string => name.replace(/V3$/, '');

function operationOf(name: string, route: Route, schemaOf: SchemaOf): Json {
  const { schema, config } = route;
  const operationId = operationIdOf(name);
  const { tags, summary, description, params, querystring, body, response } = schema;
  const parameters = [
    ...parametersOf(params, 'path', schemaOf),
    ...parametersOf(querystring, 'query', schemaOf),
    ...headersOf(route),
  ];
  const successes = Object.entries(response).map(([status, answer]) => {
    if (status === '204') return [status, { description: 'Done.', headers: HEADERS }];
    const content = {
      [config.produces ?? 'application/json']: config.produces ? {} : { schema: schemaOf(answer, 'output') },
    };
    return [status, { description: DESCRIPTIONS[status] ?? 'Done.', headers: HEADERS, content }];
  });
  return {
    operationId,
    tags,
    summary,
    ...(description !== undefined && { description }),
    'x-scope': config.scope,
    ...limitOf(config),
    'x-error-codes': refusalsOf(operationId, route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    ...(config.consumes && {
      requestBody: {
        required: true,
        content: { [config.consumes.type]: { schema: FILE, example: config.consumes.example } },
      },
    }),
    responses: { ...Object.fromEntries(successes), '4XX': REFUSAL, '5XX': REFUSAL },
  };
}

/** Bytes, in any encoding: generators leave out a body without a schema. */
const FILE: Json = { type: 'string', format: 'binary' };
const REFUSAL = { $ref: '#/components/responses/problem' };
const DESCRIPTIONS: Record<string, string> = { 201: 'Created.', 202: 'Being prepared: ask again at `Location`.' };

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query', schemaOf: SchemaOf): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    ...(hasKeys(rest) && { style: 'deepObject', explode: true }),
    schema: rest,
  }));
}

/** Written `name[key]=value`. */
const hasKeys = ({ type, anyOf = [] }: Json): boolean =>
  type === 'object' || (anyOf as Json[]).some((one) => one['type'] === 'object');

/** The JSON Schema, whose named parts are moved to the components. */
function hoisted(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Answers may gain fields: a client that refused them would break at the first addition.
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      asList(jsonSchema);
    },
  });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _dialect, $defs = {}, id, ...rest } = JSON.parse(text) as Json & { $defs?: Json };
  for (const [name, part] of Object.entries($defs)) components[name] ??= withoutId(part as Json);
  // zod leaves them out of a body that it transforms; ours are as sent.
  const examples = schema.meta()?.['examples'];
  if (examples !== undefined) rest['examples'] = examples;
  if (typeof id !== 'string') return rest;
  components[id] ??= rest;
  return { $ref: `#/components/schemas/${id}` };
}

/** Some generators cannot read a tuple: one whose members are alike is a list of that length. */
function asList(schema: z.core.JSONSchema.BaseSchema): void {
  const [first, ...others] = schema.prefixItems ?? [];
  if (first === undefined || others.some((one) => JSON.stringify(one) !== JSON.stringify(first))) return;
  delete schema.prefixItems;
  schema.items = first;
}

const withoutId = ({ id: _id, ...rest }: Json): Json => rest;
