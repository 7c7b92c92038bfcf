import type { Question } from '@clairisque/contract/questions.ts';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { NOT_APPLICABLE, valueOf } from './asked.ts';
import { typedLook, wayOf } from './question-words.ts';
import type { Answering } from './questions-query.ts';
import styles from './question-screen.module.css';
import { readTyped, typedOf } from './read-typed.ts';
import { forgetTab, readTab, writeTab } from '#lib/storage.ts';

type TypedAnswerProps = { question: Question; answer: Answering; labelledBy: string; place: string };

/** A date, a number or a text. What is typed survives a reload before it is saved. No form: the wizard has its own. */
export function TypedAnswer({ question, answer, labelledBy, place }: TypedAnswerProps) {
  const [typed, setTyped] = useState(() => readDraft(place) ?? typedOf(question, valueOf(question)));
  const box = useRef<HTMLDivElement>(null);
  const { fault } = answer;
  useEffect(() => {
    if (fault !== null) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [fault]);
  const submit = () => {
    const read = readTyped(question, typed);
    if ('fault' in read) answer.refuse(read.fault);
    else answer.give(read.value);
  };
  const submitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const { label, help, ...attributes } = typedLook(question);
  const field = {
    label,
    help,
    error: fault,
    name: 'reponse',
    autoComplete: 'off',
    value: typed,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      keepDraft(place, target.value);
    },
  };
  return (
    <div ref={box} className={styles.answers}>
      {wayOf(question) === 'lines' ? (
        <TextArea {...field} rows={4} />
      ) : (
        <TextField {...field} {...attributes} describedBy={labelledBy} onKeyDown={submitOnEnter} />
      )}
      <Button size="large" loading={answer.pending !== undefined && answer.pending !== NOT_APPLICABLE} onClick={submit}>
        Enregistrer et continuer
      </Button>
      {question.sans_objet && (
        <Button
          variant="secondary"
          size="large"
          aria-pressed={answer.value === NOT_APPLICABLE}
          loading={answer.pending === NOT_APPLICABLE}
          onClick={() => answer.give(NOT_APPLICABLE)}
        >
          Sans objet
        </Button>
      )}
    </div>
  );
}

/**
 * What is typed and not saved yet: a reload, or « Back », finds it again. `place`: the statement, or the link's secret.
 */
export function readDraft(place: string): string | null {
  const kept = readTab('reponse_en_cours');
  if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'place') !== place) return null;
  const typed: unknown = Reflect.get(kept, 'typed');
  return typeof typed === 'string' ? typed : null;
}

export function keepDraft(place: string, typed: string): void {
  writeTab('reponse_en_cours', { place, typed });
}

export const forgetDraft = (): void => forgetTab('reponse_en_cours');
