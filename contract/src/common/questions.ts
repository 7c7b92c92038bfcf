import { z } from 'zod';
import { DecreeCodes } from './declarations.ts';
import { printedText } from './text.ts';

/** Form of an answer. */
export const QUESTION_KINDS = ['oui_non', 'choix', 'date', 'nombre', 'texte', 'arretes'] as const;
export const WHO_ANSWERS = ['proprietaire', 'mandataire', 'l_un_ou_l_autre'] as const;

/** Id of a question, stable from an edition to the next: `A.47DDT20140001.travaux`. */
export const QuestionId = z.string().regex(/^[\w.-]{3,120}$/);
export const ANSWER_MAX_LENGTH = 2000;

/**
 * `oui`, `non` or `ne_sait_pas`; the key of a choice; an ISO date; a text; `sans_objet` where the question allows it; a
 * floor; codes of decrees, none of them for « aucun ». Null takes the answer back.
 */
export const AnswerValue = z
  .union([printedText(ANSWER_MAX_LENGTH), z.int().min(-1_000_000).max(1_000_000), DecreeCodes, z.null()])
  .meta({ examples: ['oui'] });
export type AnswerValue = z.infer<typeof AnswerValue>;

export const MOST_ANSWERS = 300;
/** Completed editions of one document, which are free. */
export const MOST_COMPLETIONS = 20;

export const GivenAnswer = z.object({ question: QuestionId, valeur: AnswerValue });
/** Each question once. */
export const GivenAnswers = z
  .array(GivenAnswer)
  .min(1)
  .max(MOST_ANSWERS)
  .refine((given) => new Set(given.map(({ question }) => question)).size === given.length, {
    message: 'Une question a deux réponses\u00A0: gardez-en une.',
    params: { title: 'A question has two answers.' },
  });
export type GivenAnswer = z.infer<typeof GivenAnswer>;
