import type { AnswerValue } from '@clairisque/contract/common/questions.ts';

/** What became of an answer: kept, with what a source says otherwise; or refused, in one sentence. */
export type Saved = { contradictions: readonly string[] } | { fault: string };
export type Save = (value: AnswerValue) => Promise<Saved>;
