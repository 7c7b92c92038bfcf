/**
 * What the operator can correct: its message is one sentence of English, which names the variable to change and shows
 * no secret. A program prints it alone, without a stack (decision 0024).
 */
export class Mistake extends Error {
  override name = 'Mistake';
}

type Failure = { code: string; path: string | null; detail: string };

/** Node's or PostgreSQL's code of an error, and its own words; an error of several addresses has those of the first. */
export function failureOf(error: unknown): Failure {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const { code = '', path = null, message = '' } = first as { code?: unknown; path?: string | null; message?: string };
  return { code: String(code), path, detail: message };
}
