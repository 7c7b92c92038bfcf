import { REFERENCE_STATEMENTS } from '#test/reference-statements.ts';
import { openQuestions, answeredForm } from '#domain/statement-document/form.ts';
import { allRows } from '#domain/questions/form.ts';
import { isOpen } from '#domain/questions/rows.ts';
import { questionsOfRow } from '#domain/questions/questions.ts';
import { buildStatementDocument } from '#domain/statement-document/statement-document.ts';
import { openAmong, answersOf } from '#domain/questions/question.ts';
const answer = (q: any) => q.kind==='oui_non' ? 'oui' : q.kind==='choix' ? (q.several ? [q.choices[0].key] : q.choices[0].key) : q.kind==='date' ? '2026-11-20' : q.kind==='nombre' ? 2 : q.kind==='arretes' ? [] : 'Douze';
for (const { name, input } of REFERENCE_STATEMENTS) {
  const questions = openQuestions(input);
  const answers = questions.map((q) => ({ question: q.id, value: answer(q), by: 'le propriétaire', on: '2026-11-28' }));
  const done = { ...input, answers, completes: { reference: 'X', on: input.statement.issuedOn } };
  const { form } = answeredForm(done as any);
  const open = allRows(form).filter(({ row }) => isOpen(row));
  const dup = questions.length - new Set(questions.map((q) => q.id)).size;
  const unknown = openAmong(questions, answersOf([])).length;
  console.log(name, questions.length, unknown, 'dup', dup, 'open', open.map(({ key }) => key).join(' '), form.disasters.other, JSON.stringify(buildStatementDocument(done as any).cover.next[0]));
  if (name.startsWith('12')||name.startsWith('08')) for (const q of questions) console.log('   ', q.id, '|', q.kind, '|', q.label, '|', q.law, '|', JSON.stringify(q.onlyIf), JSON.stringify(q.against).slice(0,90));
}
