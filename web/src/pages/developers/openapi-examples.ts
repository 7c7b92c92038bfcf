import openApi from 'virtual:openapi';
import type { Call, Operation, Parameter, Schema, Webhook } from './openapi-types.ts';

/** The schema that a reference names. */
export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (openApi.components.schemas[nameIn(schema.$ref)] ?? {});

/** The document's own examples, completed by the shortest values of the schema. */
export function exampleOf(given: Schema): unknown {
  const schema = resolved(given);
  const [chosen] = [schema.examples?.[0], schema.default, schema.const, schema.enum?.[0]].filter(
    (one) => one !== undefined,
  );
  return chosen === undefined ? shortestOf(schema) : chosen;
}

function shortestOf(schema: Schema): unknown {
  const { type, items, properties } = schema;
  const choices = schema.anyOf ?? schema.oneOf ?? (Array.isArray(type) ? type.map((one) => ({ type: one })) : []);
  if (choices.some((one) => one.type === 'null')) return null;
  if (choices[0] !== undefined) return exampleOf(choices[0]);
  if (items !== undefined) return [exampleOf(items)];
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exampleOf(part)]));
  return SHORTEST[String(type)] ?? null;
}

const SHORTEST: Record<string, unknown> = { array: [], string: '…', integer: 0, number: 0, boolean: false, object: {} };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const shown = ({ schema, required }: Parameter): string | null => {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return textOf(example);
  return required ? textOf(exampleOf(schema)) : null;
};

const valuesIn = ({ parameters = [] }: Operation, where: string): [string, string][] =>
  parameters.flatMap((one): [string, string][] => {
    const value = one.in === where ? shown(one) : null;
    return value === null ? [] : [[one.name, value]];
  });

/** The operation's example, for curl. */
export function curlOf({ method, path, operation }: Call): string {
  const filled = valuesIn(operation, 'path').reduce((at, [name, value]) => at.replace(`{${name}}`, value), path);
  const query = new URLSearchParams(valuesIn(operation, 'query')).toString();
  const sent = sentBy(operation);
  const usual = sent.length === 0 ? 'GET' : 'POST';
  return [
    `curl "$CLAIRISQUE_URL${filled}${query && `?${query}`}"`,
    ...(method === usual ? [] : [`--request ${method}`]),
    '--header "Authorization: Bearer $CLAIRISQUE_KEY"',
    ...valuesIn(operation, 'header').map(([name, value]) => `--header '${name}: ${value}'`),
    ...sent,
    ...(isFile(operation) ? ['--remote-name'] : []),
  ].join(' \\\n  ');
}

function sentBy({ requestBody }: Operation): string[] {
  const [[type, body] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined || body === undefined) return [];
  const { schema = {}, example: file } = body;
  const data = file ?? JSON.stringify(exampleOf(schema), null, 2);
  return [`--header 'Content-Type: ${type}'`, `${file === undefined ? '--data' : '--data-binary'} '${data}'`];
}

export const bodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema;
const isFile = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content = {} }) => 'application/pdf' in content || 'application/zip' in content);

/** Every operation, in the order of the contract. */
export const CALLS: readonly Call[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
export const WEBHOOKS: readonly Webhook[] = Object.values(openApi.webhooks ?? {}).map(({ post }) => post);
export const DELIVERIES = openApi['x-webhooks'];
export const SCHEMAS: readonly (readonly [string, Schema])[] = Object.entries(openApi.components.schemas);
