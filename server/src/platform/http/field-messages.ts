import { FIELD } from '@clairisque/contract/common/text.ts';
import {
  safeParse,
  type $ZodIssue,
  type $ZodIssueTooBig,
  type $ZodIssueTooSmall,
  type $ZodRawIssue,
  type $ZodType,
} from 'zod/v4/core';
import { AppError } from '#platform/app-error.ts';

/** Compiles a schema of the contract for Fastify: a refusal is a 400 with all messages of all fields. */
export function compileValidator({ schema }: { schema: $ZodType }) {
  return (data: unknown): { value: unknown } | { error: AppError } => {
    const parsed = safeParse(schema, data, { error: frenchMessage });
    return parsed.success
      ? { value: parsed.data }
      : { error: new AppError('invalid_input', messagesByField(parsed.error.issues)) };
  };
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
