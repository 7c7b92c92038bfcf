import type { Handover } from '@clairisque/contract/handovers.ts';
import { Ban, CalendarX2, CircleCheck } from 'lucide-react';
import { formatDay, formatMoment } from '#lib/dates.ts';
import { useFocusOnArrival } from '#lib/use-focus-on-arrival.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { State } from '#ui/state.tsx';
import styles from './handover-link.module.css';
import { FORMS } from './forms.ts';
import { LinkAddress } from './link-address.tsx';
import { Receipts } from './receipts.tsx';
import type { HandedStatement } from './handovers-query.ts';

const STATES = {
  ouvert: { icon: CircleCheck, tone: 'good', words: 'Actif' },
  expire: { icon: CalendarX2, tone: 'quiet', words: 'Expiré' },
  revoque: { icon: Ban, tone: 'quiet', words: 'Révoqué' },
} as const;

type HandoverLinkProps = { link: Handover; statement: HandedStatement; isNew: boolean };

/** A link, its actions, its openings and receipts. Receipts stay when it has ended. */
export function HandoverLink({ link, statement, isNew }: HandoverLinkProps) {
  const item = useFocusOnArrival<HTMLLIElement>(isNew);
  const { words, ...state } = STATES[link.etat];
  const titleId = `lien-${link.id}`;
  return (
    <li ref={item} tabIndex={-1} className={styles.link} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {link.libelle || `Lien du ${formatDay(link.cree_le)}`}
        </h3>
        <State {...state}>{words}</State>
      </div>
      <p className={styles.note}>{endOf(link)}</p>
      {link.forme !== 'complete' && <p className={styles.note}>Ce lien remet&nbsp;: {lowered(FORMS[link.forme])}.</p>}
      {link.etat === 'ouvert' && <LinkAddress link={link} statement={statement} />}
      <Openings times={link.ouvertures} />
      <Receipts receipts={link.recus} reference={link.reference} />
    </li>
  );
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function endOf({ etat, cree_le: createdAt, expire_le: lastDay, revoque_le: revokedAt, reference }: Handover): string {
  const created = `${reference}, créé le ${formatMoment(createdAt)}`;
  if (etat === 'revoque' && revokedAt !== null) return `${created}, révoqué le ${formatMoment(revokedAt)}.`;
  if (etat === 'expire') return `${created}. Il était valable jusqu’au ${formatDay(lastDay)}, comme le document.`;
  return `${created}. Valable jusqu’au ${formatDay(lastDay)}, comme le document.`;
}

/** Newest first. */
function Openings({ times }: { times: readonly string[] }) {
  const [newest] = times.toSorted().toReversed();
  if (newest === undefined) return <p className={styles.note}>Pas encore ouvert.</p>;
  const count = times.length > 1 ? `${times.length} ouvertures` : 'Une ouverture';
  return (
    <Disclosure label={`${count}, ${times.length > 1 ? 'la dernière ' : ''}le ${formatMoment(newest)}`}>
      <ul className={styles.openings}>
        {times
          .toSorted()
          .toReversed()
          .map((time) => (
            <li key={time}>{formatMoment(time)}</li>
          ))}
      </ul>
    </Disclosure>
  );
}
