import { FAILURES, type FailureCode } from '@clairisque/contract/errors.ts';

/** An expected failure: it becomes its status and a Djoser-style body, and is not logged as a fault. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** `detail` sentence, or messages by field (`non_field_errors` for those of no field). */
  readonly content: string | Record<string, string[]>;

  constructor(code: FailureCode, content: string | Record<string, string[]>) {
    super(typeof content === 'string' ? content : JSON.stringify(content));
    this.code = code;
    this.content = content;
  }

  get status(): number {
    return FAILURES[this.code];
  }
}
