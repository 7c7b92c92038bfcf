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
import { isV3 } from './problems.ts';

type Compiled = { schema: $ZodType; url?: string | undefined; httpPart?: string | undefined };

/** Compiles a schema of the contract for Fastify: a refusal is a 400 with all messages of all fields. */
export function compileValidator({ schema, url = '', httpPart }: Compiled) {
  const refuse = isV3(url)
    ? (issues: readonly $ZodIssue[], data: unknown) => detailed(issues, { schema, data, isBody: httpPart === 'body' })
    : (issues: readonly $ZodIssue[]) => new AppError('invalid_input', messagesByField(issues));
  return (data: unknown): { value: unknown } | { error: AppError } => {
    const parsed = safeParse(schema, data, { error: frenchMessage });
    return parsed.success ? { value: parsed.data } : { error: refuse(parsed.error.issues, data) };
  };
}

/** For API v3: where each fault is, in English and in French. */
function detailed(
  issues: readonly $ZodIssue[],
  { schema, data, isBody }: { schema: $ZodType; data: unknown; isBody: boolean },
): DetailedError {
  // The same faults in the same order, in the library's own English.
  const english = safeParse(schema, data).error?.issues ?? [];
  const errors = issues.map((issue, rank): FieldError => {
    const where = isBody ? { pointer: pointerTo(issue.path) } : { parameter: String(issue.path[0] ?? '') };
    return { ...where, title: inEnglish(english[rank] ?? issue), detail: issue.message };
  });
  return new DetailedError('invalid_input', 'La requête a des valeurs refusées.', { errors });
}

/** RFC 6901. */
const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A fault of ours (`superRefine`) has its English in `params`; without, it is about hidden characters. */
function inEnglish(issue: $ZodIssue): string {
  if (issue.code !== 'custom') return issue.message;
  const { title } = (issue.params ?? {}) as { title?: unknown };
  return typeof title === 'string' ? title : 'This text has a character that is not allowed.';
}

function messagesByField(issues: readonly $ZodIssue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const issue of issues) {
    const field = String(issue.path[0] ?? 'non_field_errors');
    fields.set(field, [...(fields.get(field) ?? []), issue.message]);
  }
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
