import { PROBLEMS, type ProblemCode } from '@clairisque/contract/common/problems.ts';
import { paths } from '#paths.ts';
import { bodyOf, CALLS, SCHEMAS, WEBHOOKS } from './openapi-examples.ts';
import type { Schema } from './openapi-types.ts';
import { placeOf } from './reference-map.ts';
import { resourcePath } from './resources.ts';

type Entry = {
  title: string;
  /** Shown beside it. */
  kind: string;
  to: string;
  /** What is searched, in lower case. */
  text: string;
};

/** `says` is searched too, and not shown. */
const entry = ({ title, kind, to }: Omit<Entry, 'text'>, says = ''): Entry => ({
  title,
  kind,
  to,
  text: `${title} ${kind} ${says}`.toLowerCase(),
});

/** Lists the path of each field of an object, whatever its depth, as `parties.owner`. */
function fieldsOf({ properties = {}, items, anyOf = [], oneOf = [] }: Schema, depth = 0): [string, string][] {
  if (depth > 3) return [];
  const inside = [...(items ? [items] : []), ...anyOf, ...oneOf].flatMap((one) => fieldsOf(one, depth));
  const own = Object.entries(properties).flatMap(([name, schema]): [string, string][] => [
    [name, schema.description ?? ''],
    ...fieldsOf(schema, depth + 1).map(([path, says]): [string, string] => [`${name}.${path}`, says]),
  ]);
  return [...own, ...inside];
}

const fieldEntries = (of: string, schema: Schema): Entry[] =>
  [...new Map(fieldsOf(schema))].map(([path, says]) =>
    entry({ title: path, kind: `field of ${of}`, to: placeOf(of) }, says),
  );

const ENTRIES: readonly Entry[] = [
  ...CALLS.flatMap(({ method, path, operation }) => {
    const { operationId, summary, description, parameters = [] } = operation;
    const to = placeOf(operationId);
    return [
      entry({ title: summary, kind: `${method} ${path}`, to }, `${operationId} ${description ?? ''}`),
      ...parameters.map(({ name, description: says }) =>
        entry({ title: name, kind: `parameter of ${operationId}`, to }, says),
      ),
      ...fieldEntries(operationId, bodyOf(operation) ?? {}),
    ];
  }),
  ...SCHEMAS.flatMap(([name, schema]) => [
    entry({ title: name, kind: 'object', to: placeOf(name) }, schema.description),
    ...fieldEntries(name, schema),
  ]),
  ...WEBHOOKS.map(({ summary, description }) =>
    entry({ title: summary, kind: 'webhook', to: `${resourcePath('events')}#${summary}` }, description),
  ),
  ...(Object.keys(PROBLEMS) as ProblemCode[]).map((code) =>
    entry({ title: code, kind: 'error code', to: `${paths.apiProblems}#${code}` }, PROBLEMS[code].title),
  ),
];

/** The entries that have all these words: first those whose title begins with them, then those that have them in it. */
export function foundIn(asked: string): Entry[] {
  const words = asked.toLowerCase().split(/\s+/);
  const rankOf = ({ title }: Entry): number => {
    const at = title.toLowerCase().indexOf(words.join(' '));
    return at < 0 ? 2 : Math.min(at, 1);
  };
  const found = ENTRIES.filter(({ text }) => words.every((word) => text.includes(word)));
  return found.toSorted((one, other) => rankOf(one) - rankOf(other));
}
