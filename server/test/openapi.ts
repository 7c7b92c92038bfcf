import { createBatch } from '@clairisque/contract/batches.v3.ts';
import { invoiceKey } from '@clairisque/contract/common/v3.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TestApp } from './app.ts';
import { insertInvoice } from './invoices.ts';
import { callV3, SALE, type V3Answer } from './keys.ts';
import { proveEndpoints } from './proved-webhooks.ts';

/** JSON Schema 2020-12, as far as the tests read it. */
export type Schema = {
  $ref?: string;
  type?: string;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};
export type Parameter = { name: string; in: string; required: boolean; style?: string; schema: Schema };
type Content = Record<string, { schema?: Schema }>;
export type Operation = {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema; example?: string }> };
  responses: Record<string, { content?: Content; $ref?: string }>;
};
export type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
export type Described = { path: string; method: string; operation: Operation };

export const readDocument = async ({ url }: Pick<TestApp, 'url'>): Promise<Document> =>
  (await (await fetch(`${url}/api/v3/openapi.json`)).json()) as Document;

export const operationsOf = ({ paths }: Document): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** The part of the document that a reference names. */
export const partAt = (document: object, reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);

/** Why the document does not know that answer; null when it does. */
export function answerChecker(document: Document): (described: Described, answer: V3Answer) => string | null {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: 'document' });
  return (described, { status, headers, json }) => {
    const at = responseFor(described, status);
    if (at === null) return `status ${status}`;
    const { content = {} } = partAt(document, at) as { content?: Content };
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    if (status === 204) return type === '' ? null : 'content';
    const said = content[type];
    if (said === undefined) return `content of type ${type}`;
    if (said.schema === undefined) return null;
    const reference = `document${at}/content/${escaped(type)}/schema`;
    return ajv.validate({ $ref: reference }, json) ? null : `${ajv.errorsText()}: ${JSON.stringify(json)}`;
  };
}

/** Where the document describes that status. */
function responseFor({ path, method, operation }: Described, status: number): string | null {
  const known = String(status) in operation.responses ? String(status) : `${Math.floor(status / 100)}XX`;
  const said = operation.responses[known];
  if (said === undefined) return null;
  return said.$ref ?? `#/${['paths', path, method.toLowerCase(), 'responses', known].map(escaped).join('/')}`;
}

const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Form of a query: an object is written `name[key]=value`. */
export const inQuery = (name: string, value: unknown): [string, string][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, one]) => [`${name}[${key}]`, String(one)])
    : [[name, String(value)]];

/** One of each resource of test mode, by the name of its parameter; an invoice, which is never a test. */
export async function createResources(
  app: Pick<TestApp, 'url' | 'database'>,
  key: string,
  account: { id: number; email: string },
): Promise<Record<string, string>> {
  const make = async (path: string, body?: object): Promise<string> => {
    const headers = { 'idempotency-key': `exemple ${path}`.replaceAll(' ', '-') };
    return String((await callV3(app, ['POST', path], { key, body, headers })).json['id']);
  };
  const statement = await make('/statements', SALE);
  const endpoint = await make('/webhook_endpoints', { url: 'http://127.0.0.1:9/', events: ['statement.issued'] });
  await proveEndpoints(app.database, 'http://127.0.0.1:9/');
  const delivery = await make(`/webhook_endpoints/${endpoint}/tests`);
  return {
    statement_id: statement,
    endpoint_id: endpoint,
    delivery_id: delivery,
    handover_id: await make(`/statements/${statement}/handovers`),
    invoice_id: invoiceKey(await insertInvoice(app.database.db, account), 'live'),
    batch_id: await doubtfulBatch(app, key),
  };
}

/** Its first row waits for the choice of the example. */
async function doubtfulBatch(app: Pick<TestApp, 'url' | 'database'>, key: string): Promise<string> {
  const [body] = [createBatch.schema.body.meta()?.examples].flat();
  const { json } = await callV3(app, ['POST', '/batches'], { key, body, headers: { 'idempotency-key': 'lot' } });
  await app.database.query(
    `with doubt as (
       update sandbox.batch_row
       set state = 'doubtful', problem = jsonb_build_object('code', 'a', 'detail', 'b', 'candidates', array[given])
     ) update sandbox.batch set status = 'ready'`,
    [],
  );
  return String(json['id']);
}

/** The example of a body, and the header of its type when it is not JSON. */
export function bodyOf({ requestBody }: Operation): [type: Record<string, string>, body: unknown] {
  const [sent] = Object.entries(requestBody?.content ?? {});
  if (sent === undefined) return [{}, undefined];
  const [type, { schema, example }] = sent;
  return example === undefined ? [{}, schema?.examples?.[0]] : [{ 'content-type': type }, example];
}
