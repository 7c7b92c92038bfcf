import { FIELD } from '@clairisque/contract/common/text.ts';
import {
  safeParse,
  type $ZodIssue,
  type $ZodIssueTooBig,
  type $ZodIssueTooSmall,
  type $ZodRawIssue,
  type $ZodType,
} from 'zod/v4/core';
import { AppError, DetailedError, type FieldError } from '#platform/app-error.ts';
import { escaped } from './body-bounds.ts';
import { withoutItems } from './long-lists.ts';
import { exampleAt } from './schema-examples.ts';
import { decimalsOf } from './url-numbers.ts';
import { isV3 } from './problems.ts';

type Compiled = { schema: $ZodType; url?: string | undefined; httpPart?: string | undefined };

/** Faults that a refusal names; it counts the others. */
export const MOST_FAULTS = 20;
/** Characters of a sentence, which may name what was sent. */
const MOST_CHARACTERS = 300;

/** Compiles a schema of the contract for Fastify: a refusal is a 400 with the messages of its first faults. */
export function compileValidator({ schema: given, url = '', httpPart }: Compiled) {
  const isBody = httpPart === 'body';
  const schema = isBody ? withoutItems(given) : given;
  const read = isBody ? (fields: unknown) => fields : decimalsOf(schema);
  return (sent: unknown): { value: unknown } | { error: AppError } => {
    const data = read(sent);
    const parsed = safeParse(schema, data, { error: frenchMessage });
    if (parsed.success) return { value: parsed.data };
    const faults = faultsOf(parsed.error.issues, { schema, data, url });
    return { error: refusalOf(faults, { url, isBody, left: parsed.error.issues.length - faults.length }) };
  };
}

/** A fault in French, and in the library's own English for API v3. */
export type Fault = { path: readonly PropertyKey[]; message: string; title: string };

/** The first faults of a value. */
function faultsOf(
  issues: readonly $ZodIssue[],
  { schema, data, url }: { schema: $ZodType; data: unknown; url: string },
): Fault[] {
  if (!isV3(url)) return issues.slice(0, MOST_FAULTS).map((issue) => faultOf(issue, issue, null));
  // Both lists have the faults in one order.
  const english = safeParse(schema, data).error?.issues ?? [];
  return issues.slice(0, MOST_FAULTS).map((issue, rank) => {
    const example = FORMATS.has(issue.code) ? exampleAt(schema, issue.path) : null;
    return faultOf(issue, english[rank] ?? issue, example);
  });
}

const FORMATS = new Set(['invalid_format', 'invalid_union']);

/** `example`: of a right value, for one whose format is wrong. */
function faultOf({ path, message }: $ZodIssue, english: $ZodIssue, example: string | null): Fault {
  const isVague = message === WRONG_FORMAT && example !== null;
  return {
    path,
    message: short(isVague ? `${message} Exemple\u00A0: «\u00A0${example}\u00A0».` : message),
    title: short(inEnglish(english, example)),
  };
}

/** Checks one value of a list; paths start from it. */
export function checkItem(
  schema: $ZodType,
  data: unknown,
  url: string,
): { value: unknown } | { faults: Fault[]; left: number } {
  const parsed = safeParse(schema, data, { error: frenchMessage });
  if (parsed.success) return { value: parsed.data };
  const faults = faultsOf(parsed.error.issues, { schema, data, url });
  const left = parsed.error.issues.length - faults.length;
  return { faults, left };
}

/** `left`: faults that are not named. `unread`: values of a list that were not read. */
type Refused = { url: string; isBody: boolean; left: number; unread?: number };

/** The refusal of a request, in the shape of its API. */
export function refusalOf(faults: readonly Fault[], { url, isBody, left, unread = 0 }: Refused): AppError {
  if (!isV3(url)) return new AppError('invalid_input', messagesByField(faults, left));
  const errors = faults.map((fault) => fieldErrorOf(fault, isBody));
  const others = [...(left > 0 ? [otherFaults(left)] : []), ...(unread > 0 ? [unreadItems(unread)] : [])];
  return new DetailedError('invalid_input', ['La requête a des valeurs refusées.', ...others].join(' '), { errors });
}

/** Where a fault is, in a body or in the URL, and what it is. */
export function fieldErrorOf({ path, title, message: detail }: Fault, isBody: boolean): FieldError {
  const where = isBody ? { pointer: short(pointerTo(path)) } : { parameter: short(String(path[0] ?? '')) };
  return { ...where, title, detail };
}

const otherFaults = (count: number): string => `Et ${count === 1 ? 'une autre' : `${count} autres`}.`;
const unreadItems = (count: number): string =>
  count === 1 ? 'La dernière ligne n’a pas été lue.' : `Les ${count} dernières lignes n’ont pas été lues.`;

/** RFC 6901. */
const pointerTo = (path: readonly PropertyKey[]): string => path.map((part) => `/${escaped(String(part))}`).join('');

/** What a refusal quotes of a caller, and may store: a part of it, without NUL and half letters, which no database takes. */
const short = (text: string): string => {
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return shown.toWellFormed().replaceAll('\0', '\uFFFD');
};

/** A fault of ours (`superRefine`) has its English in `params`; without, it is about hidden characters. */
function inEnglish(issue: $ZodIssue, example: string | null): string {
  if (example !== null) return `The format is not valid: write it as in "${example}".`;
  // An expression is for the documentation, and its own sentence is in French.
  if (issue.code === 'invalid_format' && issue.format === 'regex') return 'The format is not valid.';
  if (issue.code !== 'custom') return issue.message;
  const { title } = (issue.params ?? {}) as { title?: unknown };
  return typeof title === 'string' ? title : 'This text has a character that is not allowed.';
}

function messagesByField(faults: readonly Fault[], left: number): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const { path, message } of faults) {
    const field = short(String(path[0] ?? 'non_field_errors'));
    fields.set(field, [...(fields.get(field) ?? []), message]);
  }
  if (left > 0) fields.set('non_field_errors', [...(fields.get('non_field_errors') ?? []), otherFaults(left)]);
  return Object.fromEntries(fields);
}

/** Default messages, where the contract has none. */
function frenchMessage(issue: $ZodRawIssue): string {
  if (issue.input === undefined) return FIELD.required;
  if (issue.input === null) return FIELD.null;
  if (issue.code === 'invalid_type') return WRONG_TYPES[issue.expected] ?? WRONG_FORMAT;
  if (issue.code === 'unrecognized_keys') return `Le champ « ${issue.keys.join(', ')} » n’existe pas.`;
  if (issue.code === 'invalid_value') return 'La valeur n’est pas un choix valide.';
  if (issue.code === 'too_small' || issue.code === 'too_big') return outOfBounds(issue);
  return WRONG_FORMAT;
}

function outOfBounds(issue: $ZodRawIssue<$ZodIssueTooSmall | $ZodIssueTooBig>): string {
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return FIELD.tooLong(issue.maximum);
    return `Assurez-vous que cette valeur est inférieure ou égale à ${issue.maximum}.`;
  }
  if (issue.origin === 'string') return issue.minimum === 1 ? FIELD.blank : 'La valeur est trop courte.';
  return `Assurez-vous que cette valeur est supérieure ou égale à ${issue.minimum}.`;
}

const WRONG_FORMAT = 'Le format de ce champ est invalide.';
const WRONG_TYPES: Partial<Record<string, string>> = {
  string: FIELD.notString,
  number: 'Un nombre valide est requis.',
  int: 'Un nombre valide est requis.',
  boolean: 'Doit être un booléen valide.',
};
