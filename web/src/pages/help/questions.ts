import type { QuestionGroup } from './question.ts';
import { CREDITS } from './questions-credits.ts';
import { DOCUMENT } from './questions-document.ts';
import { DUTY } from './questions-duty.ts';
import { HANDING_OVER } from './questions-handing-over.ts';

export const QUESTION_GROUPS: readonly QuestionGroup[] = [DUTY, DOCUMENT, HANDING_OVER, CREDITS];
