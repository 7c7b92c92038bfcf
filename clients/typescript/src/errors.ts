/** What a refusal of the API says (RFC 9457), as far as every refusal says it. */
type Refusal = {
  type: string;
  title: string;
  status: number;
  /** It never changes its meaning: what a program compares. */
  code: string;
  /** A sentence, in French when it comes from the API: it can be shown to a user. */
  detail: string;
  instance: string;
  request_id: string;
  errors?: { pointer?: string; parameter?: string; title: string; detail: string }[];
  candidates?: string[];
};

/**
 * Why a call failed: a refusal of the API, with its fields; or `unexpected_answer`, an answer that is not the API's, as
 * that of a proxy.
 */
export class ApiError extends Error implements Refusal {
  override readonly name: string = 'ApiError';
  readonly type!: string;
  readonly title!: string;
  readonly status!: number;
  readonly code!: string;
  readonly detail!: string;
  readonly instance!: string;
  readonly request_id!: string;
  declare readonly errors?: { pointer?: string; parameter?: string; title: string; detail: string }[];
  declare readonly candidates?: string[];

  constructor(refusal: Refusal, cause?: unknown) {
    super([`${refusal.code}: ${refusal.detail}`, ...(refusal.errors ?? []).map(wordsOf)].join(' '), { cause });
    Object.assign(this, refusal);
  }
}

const wordsOf = ({ pointer, parameter, detail }: NonNullable<Refusal['errors']>[number]): string =>
  `${pointer ?? parameter ?? ''}: ${detail}`;

/** No server answered, or it stopped in the middle of its answer. What was asked may have been done: send it again. */
export class NoAnswerError extends ApiError {
  override readonly name = 'NoAnswerError';

  constructor(detail: string, cause: unknown) {
    super({ ...UNSAID, title: 'No server answered.', status: 0, code: 'no_answer', detail }, cause);
  }
}

const UNSAID = { type: 'about:blank', instance: '', request_id: '' };
/** Characters kept of an answer that is not understood. */
const LONGEST_DETAIL = 300;

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value && 'status' in value;
}

/** What a failed call reports: always an `ApiError`, except what the caller's own signal aborted. */
export function errorOf(given: unknown, response: Pick<Response, 'status'> | undefined): unknown {
  if (given instanceof ApiError || (given instanceof Error && given.name === 'AbortError')) return given;
  if (isRefusal(given)) return new ApiError(given);
  if (response === undefined || (given instanceof Error && !(given instanceof SyntaxError))) {
    return new NoAnswerError(textOf(given), given);
  }
  const title = 'The answer is not one of the API.';
  const detail = textOf(given).slice(0, LONGEST_DETAIL);
  return new ApiError({ ...UNSAID, title, status: response.status, code: 'unexpected_answer', detail }, given);
}

function textOf(given: unknown): string {
  if (given instanceof Error) return given.message;
  return typeof given === 'string' ? given : JSON.stringify(given);
}
