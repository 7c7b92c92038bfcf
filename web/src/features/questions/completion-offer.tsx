import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import styles from './checklist.module.css';
import { questionsQuery } from './questions-query.ts';
import { paths } from '#paths.ts';

/** After the issue: how many questions are left open, and where they are answered. Nothing when none is. */
export function CompletionOffer({ erpId }: { erpId: number }) {
  const { data } = useQuery({ ...questionsQuery(String(erpId)), retry: false });
  if (!data || data.ouvertes === 0) return null;
  const count = data.ouvertes === 1 ? 'Une réponse manque' : `${data.ouvertes} réponses manquent`;
  return (
    <Card className={styles.summary}>
      <h2>{count} encore</h2>
      <p>
        Aucune base publique ne les connaît. Donnez-les ici, une à la fois, ou demandez-les à la personne qui
        sait&nbsp;: le document est imprimé de nouveau, gratuitement, et il n’y a plus rien à écrire à la main.
      </p>
      <div className={styles.actions}>
        <ButtonLink to={completionPath(erpId)} icon={<ListChecks aria-hidden="true" />}>
          Compléter ({data.ouvertes})
        </ButtonLink>
      </div>
    </Card>
  );
}

/** « Compléter »: the checklist of a statement, or one of its questions. */
export function completionPath(id: number | string, question?: string): string {
  const path = paths.completion.replace(':id', String(id));
  return question === undefined ? path : `${path}?${new URLSearchParams({ question })}`;
}
