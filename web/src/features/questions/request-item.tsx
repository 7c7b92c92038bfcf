import { revokeAnswerRequest, type AnswerRequest, type Questions } from '@clairisque/contract/questions.ts';
import { Ban, Bot, CalendarX2, CircleCheck, CircleX, Clock, Inbox } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { call } from '#lib/api.ts';
import { formatDay, formatMoment } from '#lib/dates.ts';
import { sentences, typeset } from '#lib/typeset.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { LinkItem, LinkNote } from '#ui/link-item.tsx';
import { State } from '#ui/state.tsx';
import { Decision } from './decision.tsx';
import { showRequest } from './questions-query.ts';
import { RequestLink } from './request-link.tsx';

const RevokeLink = lazy(async () => ({
  default: (await import('#features/handovers/handover-dialog.tsx')).RevokeLink,
}));

const STATES = {
  ouverte: { icon: Clock, tone: 'quiet', words: 'En attente' },
  proposee: { icon: Bot, tone: 'late', words: 'À accepter' },
  certifiee: { icon: Inbox, tone: 'late', words: 'À accepter' },
  acceptee: { icon: CircleCheck, tone: 'good', words: 'Acceptée' },
  refusee: { icon: CircleX, tone: 'quiet', words: 'Refusée' },
  expiree: { icon: CalendarX2, tone: 'quiet', words: 'Expirée' },
  revoquee: { icon: Ban, tone: 'quiet', words: 'Révoquée' },
} as const;

type RequestItemProps = { id: string; known: Questions; request: AnswerRequest; isNew?: boolean };

/** A request: its state, its link while it is open, and what was certified. */
export function RequestItem({ id, known, request, isNew = false }: RequestItemProps) {
  const { words, ...state } = STATES[request.etat];
  const title = titleOf(request);
  return (
    <LinkItem title={title} state={<State {...state}>{words}</State>} isNew={isNew}>
      <LinkNote>{typeset(storyOf(request))}</LinkNote>
      {request.etat === 'ouverte' &&
        (isNew ? (
          <RequestLink request={request} reference={known.reference} />
        ) : (
          <Disclosure label="Voir le lien" lazy>
            <RequestLink request={request} reference={known.reference} />
          </Disclosure>
        ))}
      {request.etat === 'ouverte' && (
        <Suspense>
          <div>
            <RevokeLink
              consequence=", et les réponses commencées ne seront pas certifiées."
              revoke={async () =>
                showRequest(id, await call(revokeAnswerRequest, { params: { demande_id: request.id } }))
              }
            />
          </div>
        </Suspense>
      )}
      {(request.repondant !== null || isProposed(request)) && <Decision id={id} known={known} request={request} />}
    </LinkItem>
  );
}

/** A program proposed the answers: nobody certified them. */
const isProposed = ({ proposee_par: by, etat }: AnswerRequest): boolean => Boolean(by) && etat !== 'revoquee';

function titleOf({ proposee_par: by, libelle, email, cree_le: created }: AnswerRequest): string {
  if (by) return `Proposition de l’outil « ${by} »`;
  return libelle || email || `Demande du ${formatDay(created)}`;
}

/** What happened, in the order in which it did. */
function storyOf(request: AnswerRequest): string {
  if (request.proposee_par) return sentences(proposed(request), endOf(request, ''));
  const { questions, email, cree_le: created, relancee_le: reminded, expire_le: lastDay } = request;
  const count = questions.length === 1 ? 'Une question' : `${questions.length} questions`;
  const sent = email === null ? `${count}, lien créé` : `${count}, lien envoyé à ${email}`;
  return sentences(
    `${sent} le ${formatMoment(created)}.`,
    reminded !== null && `Rappel envoyé le ${formatMoment(reminded)}.`,
    openings(request.ouvertures),
    endOf(request, formatDay(lastDay)),
  );
}

function proposed({ reponses, cree_le: created, etat }: AnswerRequest): string {
  const count = reponses.length === 1 ? 'Une réponse proposée' : `${reponses.length} réponses proposées`;
  const left = etat === 'proposee' ? ' Rien n’est déclaré tant que vous ne les acceptez pas.' : '';
  return `${count} le ${formatMoment(created)}.${left}`;
}

function openings(count: number): string {
  if (count === 0) return 'Pas encore ouvert.';
  return count === 1 ? 'Ouvert une fois.' : `Ouvert ${count} fois.`;
}

function endOf(
  { proposee_par: by, etat, revoquee_le: revoked, decidee_le: decided }: AnswerRequest,
  lastDay: string,
): string {
  if (etat === 'ouverte') return `Valable jusqu’au ${lastDay}.`;
  if (etat === 'expiree' && lastDay !== '') return `Il n’est plus valable depuis le ${lastDay}.`;
  if (etat === 'revoquee')
    return revoked === null ? '' : `${by ? 'Plus proposé depuis' : 'Révoqué'} le ${formatMoment(revoked)}.`;
  if (decided === null) return '';
  return `${etat === 'acceptee' ? 'Réponses acceptées' : 'Réponses refusées'} le ${formatMoment(decided)}.`;
}
