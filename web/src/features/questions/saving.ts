import type { AnswerValue } from '@clairisque/contract/common/questions.ts';

/** What became of an answer: kept, with what a source says otherwise; or refused, in one sentence. */
export type Saved = { contradictions: readonly string[] } | { fault: string };
export type Save = (value: AnswerValue) => Promise<Saved>;

/** A question being answered. */
export type Answering = {
  value: AnswerValue;
  give: (value: AnswerValue) => void;
  /** Being saved; undefined otherwise. */
  pending: AnswerValue | undefined;
  fault: string | null;
  refuse: (fault: string) => void;
  contradictions: readonly string[];
  isContradicted: boolean;
};
