import type { Question } from './question.ts';

/** How a row of the form is asked to someone who has never read it. */
export type Words = {
  slug: string;
  label: string;
  help: string;
  who?: Question['who'];
  notApplicable?: boolean;
  mayChange?: boolean;
  maxLength?: number;
  /** Slug of the question of the same subject that this one depends on, and its answer. */
  onlyIf?: { slug: string; value: string };
  /** The boxes are a « oui / non » in other words: the first is `oui`. */
  isYesNo?: boolean;
  several?: boolean;
  /** The row is filled in from other questions: the parties, the signature. */
  from?: 'seller' | 'signature' | 'by-hand';
};
/** `on`: the words of the row; `in`: its block, when others have the same. */
export type Entry = Words & { on: RegExp; in?: string };
