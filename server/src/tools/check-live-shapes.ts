import type { HttpAnswer } from '#platform/suppliers/http-client.ts';

/** Structure of an answer, on which our adapters rely, without its content. */
export type Shape = {
  /** HTTP status, or why there is no answer (`timeout`, `refused`…). */
  status: string;
  contentType: string;
  /** Types of values by path: `data[].code_insee` → `texte`. */
  fields: Record<string, string[]>;
  /** Values seen in fields with a closed list. */
  values: Record<string, string[]>;
};
/** Shape of each question, by the supplier's request. */
export type Shapes = Record<string, Shape>;

/** Fields whose values our adapters know individually. */
const CLOSED = new Set([
  'classe_potentiel',
  'code_zone',
  'codeExposition',
  'exposition',
  'libelleStatutAdresse',
  'libelleStatutCommune',
  'response_code',
  'stypepsc',
  'suptype',
  'type',
  'typepsc',
  'zone',
]);

export function shapeOf({ status, contentType, bytes }: HttpAnswer): Shape {
  const shape: Shape = { status: String(status), contentType: contentType.split(';')[0] ?? '', fields: {}, values: {} };
  const value = parsed(bytes);
  if (value !== undefined) describe(shape, '', value);
  return shape;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** The answer itself has an empty path. */
function describe(shape: Shape, path: string, value: unknown): void {
  addTo(shape.fields, path, kindOf(value));
  for (const [name, one] of partsOf(path, value)) describe(shape, name, one);
  if ((typeof value === 'string' || typeof value === 'number') && CLOSED.has(path.split('.').at(-1) ?? '')) {
    addTo(shape.values, path, String(value));
  }
}

/** Items of a list share one name, and so do the numbers of a geometry, at any depth. */
function partsOf(path: string, value: unknown): [name: string, value: unknown][] {
  if (Array.isArray(value)) {
    const name = path.endsWith('[][]') ? path : `${path}[]`;
    return value.map((one) => [name, one]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, one]) => [path === '' ? name : `${path}.${name}`, one]);
}

function addTo(lists: Record<string, string[]>, name: string, word: string): void {
  const list = (lists[name] ??= []);
  if (list.includes(word)) return;
  list.push(word);
  list.sort();
}

function kindOf(value: unknown): string {
  if (value === null) return 'vide';
  if (Array.isArray(value)) return 'liste';
  if (typeof value === 'number') return 'nombre';
  if (typeof value === 'boolean') return 'oui/non';
  return typeof value === 'string' ? 'texte' : 'objet';
}

/** Several answers of one question (pages, points) share one shape. */
export function joined(one: Shape | undefined, other: Shape): Shape {
  if (one === undefined) return other;
  const both = structuredClone(one);
  if (!both.status.split(', ').includes(other.status)) both.status = `${both.status}, ${other.status}`;
  for (const list of ['fields', 'values'] as const) {
    for (const [name, words] of Object.entries(other[list])) for (const word of words) addTo(both[list], name, word);
  }
  return both;
}

/** Changes between two runs, one sentence each; empty without changes. */
export function differences(before: Shapes, today: Shapes): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(today)])].toSorted();
  return names.flatMap((name) => {
    const [was, is] = [before[name], today[name]];
    if (is === undefined) return [`${name} : n’est plus demandé`];
    if (was === undefined) return [`${name} : demandé pour la première fois`];
    return [...movedAnswer(was, is), ...movedFields(was, is), ...movedValues(was, is)].map(
      (what) => `${name} : ${what}`,
    );
  });
}

function movedAnswer(was: Shape, is: Shape): string[] {
  if (was.status !== is.status) return [`répondait ${was.status}, répond ${is.status}`];
  if (was.contentType !== is.contentType) return [`était du ${was.contentType}, est du ${is.contentType}`];
  return [];
}

/** An empty list does not show the structure of its items; a value may be missing on either day. */
function movedFields(was: Shape, is: Shape): string[] {
  const filled = (kinds: string[]): string[] => kinds.filter((kind) => kind !== 'vide');
  const hasParent = (shape: Shape, path: string): boolean => {
    const parent = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : path.replace(/\[\]$/, '');
    return parent === path || (shape.fields[parent] ?? []).some((kind) => kind === 'objet' || kind === 'liste');
  };
  const gone = Object.entries(was.fields)
    .filter(([path]) => is.fields[path] === undefined && hasParent(is, path) && !path.endsWith('[]'))
    .map(([path, kinds]) => `le champ « ${path} » (${kinds.join(' ou ')}) a disparu`);
  const come = Object.entries(is.fields)
    .filter(([path]) => was.fields[path] === undefined && hasParent(was, path) && !path.endsWith('[]'))
    .map(([path, kinds]) => `le champ « ${path} » (${kinds.join(' ou ')}) est nouveau`);
  const changed = Object.entries(is.fields).flatMap(([path, kinds]) => {
    const [former, now] = [filled(was.fields[path] ?? []), filled(kinds)];
    if (former.length === 0 || now.every((kind) => former.includes(kind))) return [];
    return [`le champ « ${path} » était : ${former.join(' ou ')} ; il est : ${now.join(' ou ')}`];
  });
  return [...gone, ...come, ...changed];
}

function movedValues(was: Shape, is: Shape): string[] {
  return Object.entries(is.values).flatMap(([path, values]) => {
    const known = was.values[path];
    if (known === undefined) return [];
    return values
      .filter((value) => !known.includes(value))
      .map((value) => `le champ « ${path} » a une valeur nouvelle, « ${value} » (connues : ${known.join(', ')})`);
  });
}
