import { FAILURES, type FailureCode } from '@clairisque/contract/errors.ts';

/**
 * `detail` sentence, messages by field (`non_field_errors` for those of no field), or Djoser's bare list for a refusal that
 * comes after the fields were found good (contract of the wire, fourth shape).
 */
export type FailureContent = string | Record<string, string[]> | string[];

/** An expected failure: it becomes its status and a Djoser-style body, and is not logged as a fault. */
export class Failure extends Error {
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

/** The account was erased while a call of its own was under way: it is as if its token had been. */
export function accountGone(): Failure {
  return new Failure('not_authenticated', 'Token non valide.');
}
