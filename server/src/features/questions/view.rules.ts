import type { Question as QuestionView } from '@clairisque/contract/questions.ts';
import type { Temporal } from 'temporal-polyfill';
import { typeset } from '#domain/french.ts';
import { isToConfirm, type Answer, type Question } from '#domain/questions/question.ts';
import { FLOORS } from '#domain/questions/own-questions.ts';
import { boundsOf, contradictionOf, inWords } from '#domain/questions/values.ts';
import type { AnswerRow } from './questions.queries.ts';

type Given = { row: AnswerRow | undefined; answers: readonly Answer[]; printed: number; today: Temporal.PlainDate };

/** A question as screens read it. */
export function viewQuestion(question: Question, { row, answers, printed, today }: Given): QuestionView {
  const answer = answers.find(({ question: id }) => id === question.id);
  const contradiction = contradictionOf(question, answer?.value);
  return {
    id: question.id,
    bloc: question.block,
    bloc_titre: typeset(question.title),
    sujet: question.subject && typeset(question.subject),
    libelle: typeset(question.label),
    aide: typeset(question.help),
    loi: typeset(question.law),
    nature: question.kind,
    ...shapeOf(question, today),
    sans_objet: question.notApplicable,
    repond: question.who,
    si: question.onlyIf && { question: question.onlyIf.question, valeur: question.onlyIf.value },
    etat: answer === undefined ? 'ouverte' : isToConfirm(question, answer) ? 'a_confirmer' : 'repondue',
    reponse: row === undefined || answer === undefined ? null : viewAnswer(question, { row, answer, printed }),
    contradiction: contradiction && typeset(contradiction),
  };
}

type Kept = { row: AnswerRow; answer: Answer; printed: number };

const viewAnswer = (question: Question, { row, answer, printed }: Kept): QuestionView['reponse'] => ({
  valeur: answer.value,
  en_mots: typeset(inWords(question, answer.value)),
  declare_par: answer.by,
  declare_le: row.declared_at.toISOString(),
  demande: row.request_id,
  imprimee: row.version <= printed && !isToConfirm(question, answer),
});

type Shape = Pick<
  QuestionView,
  'choix' | 'plusieurs' | 'arretes' | 'longueur_max' | 'date_min' | 'date_max' | 'min' | 'max'
>;

function shapeOf(question: Question, today: Temporal.PlainDate): Shape {
  const { kind, choices, several, decrees, maxLength } = question;
  const { from, to } = boundsOf(question, today);
  return {
    ...(choices.length > 0 && { choix: choices.map(({ key, label }) => ({ cle: key, libelle: typeset(label) })) }),
    ...(several && { plusieurs: true }),
    ...(kind === 'arretes' && {
      arretes: decrees.map(({ code, hazard, start, end, decree }) => ({
        code,
        alea: typeset(hazard),
        debut: start,
        fin: end,
        arrete: decree,
      })),
    }),
    ...(kind === 'texte' && { longueur_max: maxLength ?? 300 }),
    ...(kind === 'date' && { date_min: from.toString(), date_max: to.toString() }),
    ...(kind === 'nombre' && FLOORS),
  };
}
