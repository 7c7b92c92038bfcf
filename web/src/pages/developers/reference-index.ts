import { PROBLEMS, type ProblemCode } from '@clairisque/contract/common/problems.ts';
import { paths } from '#paths.ts';
import { bodyOf, CALLS, SCHEMAS } from './openapi-examples.ts';
import type { Schema } from './openapi-types.ts';
import { placeOf } from './reference-map.ts';

type Entry = {
  title: string;
  /** Shown beside it. */
  kind: string;
  to: string;
  /** What is searched, in lower case. */
  text: string;
};

const entry = (title: string, kind: string, to: string, more = ''): Entry => ({
  title,
  kind,
  to,
  text: `${title} ${kind} ${more}`.toLowerCase(),
});

/** Of an object, whatever its depth: the path of each field, as `parties.owner`. */
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
  [...new Map(fieldsOf(schema))].map(([path, says]) => entry(path, `field of ${of}`, placeOf(of), says));

const ENTRIES: readonly Entry[] = [
  ...CALLS.flatMap(({ method, path, operation }) => {
    const { operationId, summary, description, parameters = [] } = operation;
    const to = placeOf(operationId);
    return [
      entry(summary, `${method} ${path}`, to, `${operationId} ${description ?? ''}`),
      ...parameters.map(({ name, description: says }) => entry(name, `parameter of ${operationId}`, to, says)),
      ...fieldEntries(operationId, bodyOf(operation) ?? {}),
    ];
  }),
  ...SCHEMAS.flatMap(([name, schema]) => [
    entry(name, 'object', placeOf(name), schema.description),
    ...fieldEntries(name, schema),
  ]),
  ...(Object.keys(PROBLEMS) as ProblemCode[]).map((code) =>
    entry(code, 'error code', `${paths.apiProblems}#${code}`, PROBLEMS[code].title),
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
