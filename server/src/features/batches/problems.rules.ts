import type { RowProblem, RowRequest } from '@clairisque/contract/batches.v3.ts';
import { inV3 } from '#features/api-v3/api-v3.ts';
import { AppError, DetailedError } from '#platform/app-error.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';

const SILENT: RowProblem = {
  code: 'source_unavailable',
  detail: 'Un service public ne répond pas pour le moment.',
  candidates: [],
};
const OURS: RowProblem = { code: 'internal_error', detail: 'Une erreur inattendue s’est produite.', candidates: [] };

/** Why a row stays as it is, for the user. */
export function problemOf(error: unknown): RowProblem {
  const failure = inV3(error);
  if (failure instanceof SupplierFailure) return SILENT;
  if (!(failure instanceof AppError)) return OURS;
  const { code, content } = failure;
  const detail = typeof content === 'string' ? content : JSON.stringify(content);
  const { errors = [] } = failure instanceof DetailedError ? failure.more : {};
  return {
    code,
    detail,
    ...(failure instanceof DetailedError ? toChoose(failure) : { candidates: [] }),
    // The fields that its owner may correct.
    ...(code === 'invalid_input' && errors.length > 0 && { errors }),
  };
}

/** What its owner may choose from, and what is known of each. */
function toChoose({ code, more }: DetailedError): Pick<RowProblem, 'candidates' | 'choices' | 'asked'> {
  const { candidates: named = [], choices: known = [], asked = [] } = more;
  // A street or a town would be refused again.
  const candidates = code === 'address_not_found' ? named.filter((label) => /^\d/.test(label)) : named;
  const choices = known.filter(({ candidate }) => candidates.includes(candidate));
  return { candidates, ...(choices.length > 0 && { choices }), ...(asked.length > 0 && { asked }) };
}

/** Refusals that another attempt may not meet; our own errors too. */
const PASSING = new Set(['facts_not_obtained', 'overloaded', 'too_many_requests', 'document_damaged', 'not_found']);
/** Problems of a service that may be silent for an hour. */
const SILENT_CODES = new Set([SILENT.code, 'facts_not_obtained', 'overloaded', 'too_many_requests']);

const mayPass = (error: unknown): boolean => !(error instanceof AppError) || PASSING.has(error.code);

const MINUTE_MS = 60_000;

/** One, two, four, eight, then fifteen minutes until the next attempt; null when it was the last. */
export function waitMs(error: unknown, attempts: number): number | null {
  const most = SILENT_CODES.has(problemOf(error).code) ? 12 : 4;
  return mayPass(error) && attempts < most ? MINUTE_MS * Math.min(15, 2 ** (attempts - 1)) : null;
}

/** Names the answers of an issued row that its document does not print; null when it prints them all. */
export function notPrinted(
  answers: NonNullable<RowRequest['answers']>,
  faults: ReadonlyMap<string, string>,
): RowProblem | null {
  const errors = answers.flatMap(({ question }, rank) => {
    const detail = faults.get(question);
    return detail === undefined ? [] : [{ pointer: `/answers/${rank}`, title: 'This answer is not printed.', detail }];
  });
  if (errors.length === 0) return null;
  const words =
    errors.length === 1 ? 'Une réponse n’est pas imprimée' : `${errors.length}\u00A0réponses ne sont pas imprimées`;
  return { code: 'answers_not_printed', detail: `${words}\u00A0: ${errors[0]?.detail ?? ''}`, candidates: [], errors };
}
