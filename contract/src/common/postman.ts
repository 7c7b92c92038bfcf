/** A collection for Postman 2.1, which Bruno, Insomnia and Hoppscotch read too, made from the OpenAPI document. */
type Json = Record<string, unknown>;
type Example = { examples?: unknown[]; default?: unknown };
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Example };
type Operation = {
  tags: readonly string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Example; example?: string }> };
};
type Document = {
  info: { title: string; description: string };
  servers: [{ url: string }];
  paths: Record<string, Record<string, Operation>>;
};

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** Drawn anew for each request by these programs. */
const RANDOM_KEY = '{{$guid}}';

/** Its variables are `url`, the service, and `key`, to be filled in. */
export function collectionOf(given: object): Json {
  const { info, servers, paths } = given as Document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ tag: operation.tags[0] ?? '', path, method, operation })),
  );
  const folders = Object.entries(Object.groupBy(calls, ({ tag }) => tag));
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: servers[0].url },
      { key: 'key', value: '' },
    ],
    item: folders.map(([name, inside = []]) => ({
      name,
      item: inside.map(({ path, method, operation }) => requestOf(path, method, operation)),
    })),
  };
}

function requestOf(path: string, method: string, operation: Operation): Json {
  const { summary, description = '', parameters = [] } = operation;
  const named = (where: string): Json[] =>
    parameters
      .filter((one) => one.in === where)
      .map((one) => ({
        key: one.name,
        value: one.name === 'Idempotency-Key' ? RANDOM_KEY : valueOf(one.schema),
        description: one.description ?? '',
        ...(!one.required && { disabled: true }),
      }));
  const [type, body] = bodyOf(operation);
  const parts = path.replaceAll(/\{(\w+)\}/g, ':$1');
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      header: [...(type === null ? [] : [{ key: 'Content-Type', value: type }]), ...named('header')],
      url: {
        raw: `{{url}}${parts}`,
        host: ['{{url}}'],
        path: parts.slice(1).split('/'),
        query: named('query'),
        variable: named('path'),
      },
      ...(type !== null && { body: { mode: 'raw', raw: body, options: { raw: { language: languageOf(type) } } } }),
    },
  };
}

const languageOf = (type: string): string => (type === 'application/json' ? 'json' : 'text');

function valueOf({ examples = [], default: usual }: Example): string {
  const value = examples[0] ?? usual ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function bodyOf({ requestBody }: Operation): [type: string | null, body: string] {
  const [[type, body] = [null, {}]] = Object.entries(requestBody?.content ?? {});
  return [type, body.example ?? JSON.stringify(body.schema?.examples?.[0] ?? {}, null, 2)];
}
