import type { Questions } from '@clairisque/contract/questions.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from '#lib/query-client.ts';
import { ListFailed } from '#ui/list-states.tsx';
import { questionsQuery, requestsQuery } from './questions-query.ts';
import { RequestItem } from './request-item.tsx';
import styles from './requests.module.css';

/** The requests of one statement; nothing before the first. */
export function AnswerRequests({ id, known }: { id: string; known: Questions }) {
  const requests = useQuery(requestsQuery(id));
  useFreshAnswers(id, requests.data?.map(({ id: request, etat }) => `${request} ${etat}`).join(' '));
  if (requests.isError && !requests.data) {
    return (
      <ListFailed label="Afficher les demandes" loading={requests.isFetching} onRetry={() => void requests.refetch()} />
    );
  }
  if (!requests.data || requests.data.length === 0) return null;
  return (
    <section aria-labelledby="demandes" className={styles.section}>
      <h2 id="demandes">
        {requests.data.some(({ proposee_par: by }) => by) ? 'Demandes et propositions' : 'Demandes envoyées'}
      </h2>
      <ul className={styles.requests} aria-live="polite">
        {requests.data.map((request) => (
          <RequestItem key={request.id} id={id} known={known} request={request} />
        ))}
      </ul>
    </section>
  );
}

/** A request that changes its state changes the questions too. */
function useFreshAnswers(id: string, states: string | undefined): void {
  const former = useRef(states);
  useEffect(() => {
    if (former.current !== undefined && former.current !== states)
      void queryClient.invalidateQueries({ queryKey: questionsQuery(id).queryKey });
    former.current = states;
  }, [id, states]);
}
