import openApi from 'virtual:openapi';
import type { Call, Parameter, Schema } from './openapi-types.ts';

/** The schema that a reference names. */
export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (openApi.components.schemas[nameIn(schema.$ref)] ?? {});

/** The document's own examples, completed by the shortest values of the schema. */
export function exampleOf(given: Schema): unknown {
  const { examples, default: usual, const: only, enum: choices, anyOf, type, items, properties } = resolved(given);
  if (examples !== undefined) return examples[0];
  if (usual !== undefined) return usual;
  if (only !== undefined) return only;
  if (choices !== undefined) return choices[0];
  if (anyOf !== undefined) return anyOf.some((one) => one.type === 'null') ? null : exampleOf(anyOf[0] ?? {});
  if (type === 'array') return items === undefined ? [] : [exampleOf(items)];
  if (type === 'object' || properties !== undefined)
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, part]) => [name, exampleOf(part)]));
  return SHORTEST[type ?? ''] ?? null;
}

const SHORTEST: Record<string, unknown> = { string: '…', integer: 0, number: 0, boolean: false };

const shown = ({ schema, required }: Parameter): string | null => {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return String(example);
  return required ? String(exampleOf(schema)) : null;
};

/** The operation's example, for curl. */
export function curlOf({ method, path, operation }: Call): string {
  const { parameters = [], requestBody, responses } = operation;
  const of = (where: string) =>
    parameters.flatMap((one): [string, string][] => {
      const value = one.in === where ? shown(one) : null;
      return value === null ? [] : [[one.name, value]];
    });
  const filled = of('path').reduce((at, [name, value]) => at.replace(`{${name}}`, value), path);
  const query = new URLSearchParams(of('query')).toString();
  const headers = of('header').map(([name, value]) => `--header '${name}: ${value}'`);
  const body = requestBody?.content['application/json']?.schema;
  const [type = ''] = Object.keys(Object.values(responses)[0]?.content ?? {});
  return [
    `curl "$CLAIRISQUE_URL${filled}${query && `?${query}`}"`,
    ...(method === 'GET' || body ? [] : [`--request ${method}`]),
    '--header "Authorization: Bearer $CLAIRISQUE_KEY"',
    ...headers,
    ...(body
      ? ["--header 'Content-Type: application/json'", `--data '${JSON.stringify(exampleOf(body), null, 2)}'`]
      : []),
    ...(type.endsWith('json') ? [] : ['--remote-name']),
  ].join(' \\\n  ');
}

/** Every operation, in the order of the contract. */
export const CALLS: readonly Call[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
export const SCHEMAS: readonly (readonly [string, Schema])[] = Object.entries(openApi.components.schemas);
