import { revokeAnswerRequest, type AnswerRequest, type Questions } from '@clairisque/contract/questions.ts';
import { useMutation } from '@tanstack/react-query';
import { Ban, CalendarX2, CircleCheck, CircleX, Clock, Inbox } from 'lucide-react';
import { useState } from 'react';
import { announce } from '#lib/announce.ts';
import { call } from '#lib/api.ts';
import { formatDay, formatMoment } from '#lib/dates.ts';
import { showToast } from '#lib/toasts.ts';
import { typeset } from '#lib/typeset.ts';
import { useFocusOnArrival } from '#lib/use-focus-on-arrival.ts';
import { Button } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { State } from '#ui/state.tsx';
import { Decision } from './decision.tsx';
import { showRequest } from './questions-query.ts';
import { RequestLink } from './request-link.tsx';
import styles from './requests.module.css';

const STATES = {
  ouverte: { icon: Clock, tone: 'quiet', words: 'En attente' },
  certifiee: { icon: Inbox, tone: 'late', words: 'À accepter' },
  acceptee: { icon: CircleCheck, tone: 'good', words: 'Acceptée' },
  refusee: { icon: CircleX, tone: 'quiet', words: 'Refusée' },
  expiree: { icon: CalendarX2, tone: 'quiet', words: 'Expirée' },
  revoquee: { icon: Ban, tone: 'quiet', words: 'Révoquée' },
} as const;

type RequestItemProps = { id: string; known: Questions; request: AnswerRequest; isNew?: boolean };

/** A request: its state, its link while it is open, and what was certified. */
export function RequestItem({ id, known, request, isNew = false }: RequestItemProps) {
  const item = useFocusOnArrival<HTMLLIElement>(isNew);
  const { words, ...state } = STATES[request.etat];
  const titleId = `demande-${request.id}`;
  return (
    <li ref={item} tabIndex={-1} className={styles.request} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId}>{request.libelle || request.email || `Demande du ${formatDay(request.cree_le)}`}</h3>
        <State {...state}>{words}</State>
      </div>
      <p className={styles.note}>{typeset(storyOf(request))}</p>
      {request.etat === 'ouverte' &&
        (isNew ? (
          <RequestLink request={request} reference={known.reference} />
        ) : (
          <Disclosure label="Voir le lien" lazy>
            <RequestLink request={request} reference={known.reference} />
          </Disclosure>
        ))}
      {request.etat === 'ouverte' && <Revoke id={id} request={request} />}
      {request.repondant !== null && <Decision id={id} known={known} request={request} />}
    </li>
  );
}

/** What happened, in the order in which it did. */
function storyOf(request: AnswerRequest): string {
  const { questions, email, cree_le: created, relancee_le: reminded, expire_le: lastDay } = request;
  const count = questions.length === 1 ? 'Une question' : `${questions.length} questions`;
  const sent = email === null ? `${count}, lien créé` : `${count}, lien envoyé à ${email}`;
  return [
    `${sent} le ${formatMoment(created)}.`,
    reminded !== null && `Rappel envoyé le ${formatMoment(reminded)}.`,
    openings(request.ouvertures),
    endOf(request, formatDay(lastDay)),
  ]
    .filter(Boolean)
    .join(' ');
}

function openings(count: number): string {
  if (count === 0) return 'Pas encore ouvert.';
  return count === 1 ? 'Ouvert une fois.' : `Ouvert ${count} fois.`;
}

function endOf({ etat, revoquee_le: revoked, decidee_le: decided }: AnswerRequest, lastDay: string): string {
  if (etat === 'ouverte') return `Valable jusqu’au ${lastDay}.`;
  if (etat === 'expiree') return `Il n’est plus valable depuis le ${lastDay}.`;
  if (etat === 'revoquee') return revoked === null ? '' : `Révoqué le ${formatMoment(revoked)}.`;
  if (decided === null) return '';
  return `${etat === 'acceptee' ? 'Réponses acceptées' : 'Réponses refusées'} le ${formatMoment(decided)}.`;
}

function Revoke({ id, request }: { id: string; request: AnswerRequest }) {
  const [isAsked, setAsked] = useState(false);
  const revocation = useMutation({
    mutationFn: () => call(revokeAnswerRequest, { params: { demande_id: request.id } }),
    onSuccess: (revoked) => {
      showRequest(id, revoked);
      announce('Le lien est révoqué.');
    },
    onError: () => showToast('error', 'Le lien n’a pas pu être révoqué. Veuillez réessayer.'),
    onSettled: () => setAsked(false),
  });
  return (
    <div>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        Révoquer
      </Button>
      <AlertDialog
        open={isAsked}
        onDismiss={() => setAsked(false)}
        title="Révoquer ce lien ?"
        description="Il ne s’ouvrira plus pour personne, et les réponses commencées ne seront pas certifiées."
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsked(false)}>
              Garder le lien
            </Button>
            <Button variant="danger" loading={revocation.isPending} onClick={() => revocation.mutate()}>
              Révoquer
            </Button>
          </>
        }
      />
    </div>
  );
}
