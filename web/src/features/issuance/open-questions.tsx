import type { Question } from '@clairisque/contract/questions.ts';
import { lazy, Suspense } from 'react';
import type { Draft } from '#features/drafts/draft.ts';
import { usePreparedAnswers } from '#features/questions/prepared-answers.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import styles from './declarations-fields.module.css';
import { usePreviewedQuestions } from './plan-pages-fields.tsx';

const StepQuestions = lazy(async () => ({
  default: (await import('#features/documents/document-pages.tsx')).StepQuestions,
}));

const StepCount = lazy(async () => ({
  default: (await import('#features/documents/document-pages.tsx')).StepCount,
}));

/**
 * What no source will answer, where the free preview knows it already. The closed panel has its place from the start,
 * whatever the preview says and when: the button below, about to be pressed, never moves.
 */
export function OpenQuestions({ draft }: { draft: Draft }) {
  const { codeParcelle } = draft;
  return <Panel key={codeParcelle} codeParcelle={codeParcelle} questions={usePreviewedQuestions(draft)} />;
}

type PanelProps = { codeParcelle: string; questions: readonly Question[] | null | undefined };

function Panel({ codeParcelle, questions }: PanelProps) {
  const [answers, keep] = usePreparedAnswers(codeParcelle);
  const none = whyNone(questions);
  const asked = { questions: questions ?? [], answers };
  return (
    <Disclosure
      look="panel"
      lazy
      label={
        <>
          Ce que le document laisserait à remplir{' '}
          <span className={`${styles.optional} ${styles.count}`}>
            (
            {none === null ? (
              <Suspense fallback="facultatif">
                <StepCount {...asked} />
              </Suspense>
            ) : (
              none.state
            )}
            )
          </span>
        </>
      }
    >
      {none === null ? (
        <Suspense fallback={<output>{AWAITED}</output>}>
          <StepQuestions {...asked} codeParcelle={codeParcelle} onKeep={keep} />
        </Suspense>
      ) : (
        <output>{none.sentence}</output>
      )}
    </Disclosure>
  );
}

const AWAITED = 'Recherche de ce que les sources ne savent pas…';

/** Null when there are questions. */
function whyNone(questions: PanelProps['questions']): { state: string; sentence: string } | null {
  if (questions === undefined) return { state: 'facultatif', sentence: AWAITED };
  if (questions === null) {
    return {
      state: 'non connu',
      sentence: 'L’aperçu n’a pas pu le dire\u00A0: les questions vous seront posées une fois le document établi.',
    };
  }
  if (questions.length > 0) return null;
  return {
    state: 'rien pour l’instant',
    sentence:
      'L’aperçu n’annonce aucune question. S’il en reste, elles vous seront posées une fois le document établi.',
  };
}
