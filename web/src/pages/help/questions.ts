import { CREDITS } from './questions-credits.ts';
import { DOCUMENT } from './questions-document.ts';
import { DUTY } from './questions-duty.ts';
import { HANDING_OVER } from './questions-handing-over.ts';

/**
 * A question of the help page, as data: search engines get the same. Plain spaces: `typeset` adds French typography.
 */
export type Question = {
  /** Anchor on the page. */
  id: string;
  question: string;
  /** One string per paragraph. */
  answer: readonly string[];
  link?: { to: string; label: string };
};

export type QuestionGroup = { id: string; title: string; questions: readonly Question[] };

export const QUESTION_GROUPS: readonly QuestionGroup[] = [DUTY, DOCUMENT, HANDING_OVER, CREDITS];
