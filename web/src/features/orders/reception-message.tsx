import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { generatePath } from 'react-router';
import { readTab } from '#lib/storage.ts';
import { SUPPORT_EMAIL } from '#lib/publisher.ts';
import { Spinner } from '#ui/progress-bar.tsx';
import { countOf } from './saved-pack.ts';
import styles from './reception-message.module.css';
import { GENERATE_LINK_STATE, isGenerationAsked } from '#features/drafts/pending-generation.ts';
import { RESUME_AND_GENERATE } from '#features/drafts/resume-statement.tsx';
import { getCookie } from '#lib/cookies.ts';
import { paths, spaceTab } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { orderOfSession } from '@clairisque/contract/orders.ts';
import { ApiFailure, type Answer } from '#lib/api.ts';

type Order = Answer<typeof orderOfSession>;

/**
 * State of the return page. `none`: the URL names no payment; `foreign`: the order is not this account's; `unknown`: no
 * response.
 */
type Reception =
  | { state: 'none' | 'signed-out' | 'asking' | 'foreign' | 'unknown' | Exclude<Order['etat'], 'payee'> }
  | ({ state: 'payee' } & Omit<Order, 'etat'>);

type Known = {
  sessionId: string | null;
  isAuthenticated: boolean;
  order: { data: Order | undefined; error: Error | null };
};

export function receptionOf({ sessionId, isAuthenticated, order }: Known): Reception {
  if (!isAuthenticated) return { state: 'signed-out' };
  if (sessionId === null || sessionId === '') return { state: 'none' };
  if (order.data) {
    const { etat, ...rest } = order.data;
    return etat === 'payee' ? { state: etat, ...rest } : { state: etat };
  }
  if (order.error === null) return { state: 'asking' };
  const isRefused = order.error instanceof ApiFailure && order.error.status !== null && order.error.status < 500;
  return { state: isRefused ? 'foreign' : 'unknown' };
}

type Tone = 'paid' | 'waiting' | 'refused' | 'plain' | 'busy';
/** `support`: the question that the support can answer. */
type Message = { tone: Tone; title: string; text: ReactNode; support?: string };

/** Only `payee` says that the payment is valid. */
const MESSAGES: Record<Exclude<Reception['state'], 'payee'>, Message> = {
  asking: {
    tone: 'busy',
    title: 'Vérification de votre paiement…',
    text: 'Un instant\u00A0: nous interrogeons notre prestataire de paiement.',
  },
  en_attente: {
    tone: 'waiting',
    title: 'Votre paiement est en cours de confirmation',
    text: 'Votre banque ne l’a pas encore confirmé. Dès qu’elle le fait, vos crédits sont ajoutés à votre solde et un e-mail vous prévient\u00A0: vous pouvez quitter cette page.',
  },
  ouverte: {
    tone: 'waiting',
    title: 'Votre paiement ne nous est pas encore parvenu',
    text: 'Si vous venez de payer, il arrive en général en quelques secondes\u00A0: cette page le vérifie toute seule. Si vous n’avez pas payé, rien n’est dû et aucun crédit n’est ajouté.',
  },
  echouee: {
    tone: 'refused',
    title: 'Le paiement n’a pas abouti',
    text: 'Aucun crédit n’a été ajouté. Vous pouvez reprendre la commande, avec un autre moyen de paiement s’il le faut.',
    support: 'Une somme a été débitée\u00A0?',
  },
  expiree: {
    tone: 'refused',
    title: 'La page de paiement a expiré',
    text: 'La commande n’a pas été payée\u00A0: rien n’est dû et aucun crédit n’a été ajouté.',
  },
  none: {
    tone: 'plain',
    title: 'Aucun paiement à confirmer ici',
    text: 'Cette page s’ouvre au retour du paiement. Si vous avez payé, vos crédits sont ajoutés même sans elle\u00A0: ils figurent dans votre solde.',
  },
  'signed-out': {
    tone: 'plain',
    title: 'Connectez-vous pour voir votre commande',
    text: 'Votre session est fermée. Si vous avez payé, rien n’est perdu\u00A0: vos crédits sont ajoutés à votre compte et vous les y retrouvez.',
  },
  foreign: {
    tone: 'refused',
    title: 'Cette commande n’est pas dans votre compte',
    text: 'Elle a peut-être été passée depuis un autre compte. Aucun crédit n’a été ajouté à celui-ci.',
    support: 'Vous l’avez pourtant payée\u00A0?',
  },
  unknown: {
    tone: 'waiting',
    title: 'Nous n’avons pas pu vérifier votre paiement',
    text: 'Notre service ne répond pas pour le moment. Si vous avez payé, rien n’est perdu\u00A0: vos crédits sont ajoutés même sans cette page.',
  },
};

const ICONS = {
  paid: <CircleCheck aria-hidden="true" />,
  waiting: <Clock aria-hidden="true" />,
  refused: <CircleAlert aria-hidden="true" />,
  plain: <Info aria-hidden="true" />,
  busy: <Spinner />,
};

export function ReceptionMessage({ reception }: { reception: Reception }) {
  const { tone, title, text, support } = reception.state === 'payee' ? paid(reception) : MESSAGES[reception.state];
  return (
    <div className={styles.message} data-tone={tone}>
      <span className={styles.icon}>{ICONS[tone]}</span>
      <h2>{title}</h2>
      <div className={styles.text}>
        {typeof text === 'string' ? <p>{text}</p> : text}
        {support !== undefined && (
          <p>
            {support} Écrivez à <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
          </p>
        )}
      </div>
    </div>
  );
}

function paid({ credits, numero_facture: invoice }: Extract<Reception, { state: 'payee' }>): Message {
  const added = credits > 1 ? `vos ${countOf(credits)} ont été ajoutés` : 'votre crédit a été ajouté';
  return {
    tone: 'paid',
    title: 'Paiement validé !',
    support: 'Une question sur votre commande\u00A0?',
    text: (
      <>
        <p>Votre paiement a bien été traité et {added} à votre solde.</p>
        <p>Vous pouvez dès maintenant générer vos états des risques.</p>
        {invoice !== null && (
          <p>
            Votre facture, numéro <strong>{invoice}</strong>, est dans votre espace. La confirmation de votre commande
            vous est envoyée par e-mail.
          </p>
        )}
      </>
    ),
  };
}

type State = Reception['state'];
type NextStepProps = { state: State; isAsking: boolean; onAskAgain: () => void };

/** The next step first, then the prescribed way back. */
export function NextStep({ state, isAsking, onAskAgain }: NextStepProps) {
  const isAtStart = (getCookie('statut_realisation_erp') ?? '1') === '1';
  if (state === 'asking') return null;
  if (state === 'signed-out') return <ButtonLink to={paths.login}>Se connecter</ButtonLink>;
  return (
    <>
      {state === 'payee' && <UseCredits isAtStart={isAtStart} />}
      {ASK_AGAIN.includes(state) && (
        <Button loading={isAsking} onClick={onAskAgain}>
          Vérifier maintenant
        </Button>
      )}
      {ORDER_AGAIN.includes(state) && <ButtonLink to={paths.orderSummary}>Reprendre la commande</ButtonLink>}
      {ELSEWHERE.includes(state) && <ButtonLink to={spaceTab('credits-tabs-simple')}>Voir mon solde</ButtonLink>}
      <ButtonLink to={isAtStart ? paths.home : paths.wizard} variant="secondary">
        Retour à l'accueil
      </ButtonLink>
      {state === 'payee' && (
        <ButtonLink to={spaceTab('factures-tabs-simple')} variant="quiet">
          Voir mes factures
        </ButtonLink>
      )}
    </>
  );
}

function UseCredits({ isAtStart }: { isAtStart: boolean }) {
  const id = readTab('import_sans_credits');
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) {
    return <ButtonLink to={generatePath(paths.batch, { id })}>Revenir à votre import</ButtonLink>;
  }
  if (isGenerationAsked()) {
    return (
      <ButtonLink to={paths.wizard} state={GENERATE_LINK_STATE}>
        {RESUME_AND_GENERATE}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to={paths.wizard}>
      {isAtStart ? 'Réaliser un état des risques' : 'Reprendre votre état des risques'}
    </ButtonLink>
  );
}

const ASK_AGAIN: readonly State[] = ['ouverte', 'en_attente', 'unknown'];
const ORDER_AGAIN: readonly State[] = ['echouee', 'expiree'];
const ELSEWHERE: readonly State[] = ['none', 'foreign'];
