import type { Handover } from '@clairisque/contract/handovers.ts';
import { Ban, CalendarX2, CircleCheck } from 'lucide-react';
import { formatDay, formatMoment } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { LinkItem, LinkNote } from '#ui/link-item.tsx';
import { State } from '#ui/state.tsx';
import styles from './handover-link.module.css';
import { FORMS } from './forms.ts';
import { LinkAddress } from './link-address.tsx';
import { MAIL_STATES, mailStateOf, storyOf } from './mailed.ts';
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
  const mailed = mailStateOf(link);
  const { words, ...state } = mailed === null || link.etat !== 'ouvert' ? STATES[link.etat] : MAIL_STATES[mailed];
  return (
    <LinkItem title={titleOf(link)} state={<State {...state}>{words}</State>} isNew={isNew}>
      {mailed === null ? (
        <>
          <LinkNote>{endOf(link)}</LinkNote>
          <Content link={link} statement={statement} />
        </>
      ) : (
        <>
          <LinkNote {...(mailed === 'non_remis' && { tone: 'doubt' as const })}>{typeset(storyOf(link))}</LinkNote>
          <Disclosure label={link.recus.length > 0 ? 'Son lien et son récépissé' : 'Son lien'} lazy>
            <LinkNote>{endOf(link)}</LinkNote>
            <Content link={link} statement={statement} />
          </Disclosure>
        </>
      )}
    </LinkItem>
  );
}

function titleOf({ libelle: label, email, cree_le: createdAt }: Handover): string {
  if (!email) return label || `Lien du ${formatDay(createdAt)}`;
  return label === '' ? email : `${label}, ${email}`;
}

function Content({ link, statement }: Omit<HandoverLinkProps, 'isNew'>) {
  return (
    <>
      {link.forme !== 'complete' && <LinkNote>Ce lien remet&nbsp;: {lowered(FORMS[link.forme])}.</LinkNote>}
      {link.etat === 'ouvert' && <LinkAddress link={link} statement={statement} />}
      <Openings times={link.ouvertures} />
      <Receipts receipts={link.recus} reference={link.reference} />
    </>
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
  if (newest === undefined) return <LinkNote>Pas encore ouvert.</LinkNote>;
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
