import { FAILURES, type FailureCode } from '@clairisque/contract/common/errors.ts';

/**
 * `detail` sentence, messages by field (`non_field_errors` for those without field), or Djoser's bare list, for a
 * refusal after the fields were found valid.
 */
export type FailureContent = string | Record<string, string[]> | string[];

/** An expected failure: sent as its status with a Djoser-style body, and not logged as an error. */
export class AppError extends Error {
  readonly code: FailureCode;
  readonly content: FailureContent;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(code: FailureCode, content: FailureContent, retryAfterSeconds: number | null = null) {
    super(typeof content === 'string' ? content : JSON.stringify(content));
    this.code = code;
    this.content = content;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return FAILURES[this.code];
  }
}

/** One refused value of a call to API v3. `title` is in English, `detail` in French. */
export type FieldError = { pointer?: string; parameter?: string; title: string; detail: string };

/** What tells a candidate from another; null where it is unknown. */
export type Choice = {
  candidate: string;
  area_square_metres: number | null;
  distance_metres: number | null;
  longitude: number | null;
  latitude: number | null;
};

/** A point that was asked for, from which distances are counted. */
type Asked = { longitude: number; latitude: number };

/** A refusal of API v3 with more than its sentence. */
export class DetailedError extends AppError {
  readonly more: { errors?: FieldError[]; candidates?: string[]; choices?: Choice[]; asked?: Asked[] };

  constructor(code: FailureCode, content: string, more: DetailedError['more']) {
    super(code, content);
    this.more = more;
  }
}

/** The account was erased during its own call: the same as a revoked token. */
export function accountGone(): AppError {
  return new AppError('not_authenticated', 'Token non valide.');
}
