import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { SUPPORT_EMAIL } from '#lib/support.ts';
import { Spinner } from '#ui/spinner.tsx';
import { countOf } from './saved-order.ts';
import styles from './reception-message.module.css';
import type { Reception } from './reception.ts';

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
    text: 'Si vous venez de payer, il ne tarde d’ordinaire que quelques secondes\u00A0: cette page le vérifie toute seule. Si vous n’avez pas payé, rien n’est dû et aucun crédit n’est ajouté.',
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
