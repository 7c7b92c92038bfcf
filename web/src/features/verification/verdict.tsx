import type { Verification } from '@clairisque/contract/verification.ts';
import { CalendarX2, CircleAlert, CircleCheck, FileSearch, Replace, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay, todayInParis } from '#lib/dates.ts';
import { verificationPath } from '#paths.ts';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import { wordsOf, type Words } from './file-verdict.tsx';
import type { FileVerdict } from './compare-file.ts';
import { isUpdateOf } from './succession.ts';
import styles from './verification-page.module.css';

/** A reference proves nothing about a copy: only a compared file is « authentique ». */
const KNOWN = {
  valide: { Icon: FileSearch, title: 'Référence connue, document en cours de validité' },
  complete: { Icon: Replace, title: 'Référence connue, document complété depuis' },
  remplace: { Icon: Replace, title: 'Référence connue, document remplacé' },
  expire: { Icon: CalendarX2, title: 'Référence connue, document expiré' },
} as const;
const UPDATED = { Icon: Replace, title: 'Référence connue, document mis à jour depuis' };
const ICONS = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

const wasUpdated = ({ reference, remplace_par: successor }: Verification): boolean =>
  successor !== null && isUpdateOf(successor.reference, reference);

/** What we know about that reference, in words for a reader who has just scanned a QR code. */
export function Verdict({ document }: { document: Verification }) {
  const { Icon, title } = wasUpdated(document) ? UPDATED : KNOWN[document.etat];
  return (
    <Card className={styles.verdict} data-state={document.etat}>
      <h2 className={styles.title}>
        <Icon aria-hidden="true" />
        {title}
      </h2>
      <p>
        <Meaning document={document} />
      </p>
      <Known document={document} />
    </Card>
  );
}

/** Replaces the former verdict once a file was compared: the page gives one verdict at a time. */
export function ComparedVerdict(props: { document: Verification; name: string; verdict: FileVerdict }) {
  const { document, name, verdict } = props;
  return (
    <FileCard words={wordsOf(verdict, document)} name={name}>
      <h3>Le document émis sous cette référence</h3>
      <Known document={document} />
    </FileCard>
  );
}

/** The result of the comparison of a file. */
export function FileCard({ words, name, children }: { words: Words; name: string; children: ReactNode }) {
  const { tone, title, text } = words;
  const Icon = ICONS[tone];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className={styles.verdict} data-tone={tone}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        <Icon aria-hidden="true" />
        {title}
      </h2>
      <p>{text}</p>
      <p className={styles.file}>Fichier comparé&nbsp;: {name}</p>
      {children}
    </Card>
  );
}

function Known({ document }: { document: Verification }) {
  const { reference, etat, emis_le: issued, expire_le: lastDay, commune, complete } = document;
  const isPast = etat === 'expire' || lastDay < todayInParis();
  const until = wasUpdated(document) ? 'Aurait été valable jusqu’au' : 'Valable jusqu’au';
  return (
    <Facts
      inColumns
      rows={[
        ['Référence', reference],
        ...(commune ? [['Commune du bien', `${commune.nom} (${commune.code_insee})`] as const] : []),
        ['Émis le', formatDay(issued)],
        ...(complete ? [['Complété le', formatDay(complete.complete_le)] as const] : []),
        [isPast ? 'Valable jusqu’au (passé)' : until, formatDay(lastDay)],
      ]}
    />
  );
}

function Meaning({ document }: { document: Verification }) {
  const { etat, remplace_par: successor, expire_le: lastDay, complete_par: completed, complete } = document;
  if (etat === 'complete' && completed) {
    return (
      <>
        Clairisque l’a émis. Il a été complété le {formatDay(completed.complete_le)}&nbsp;: la version complétée, avec
        les mêmes informations et la même validité, est{' '}
        <Link to={verificationPath(completed.reference)}>{completed.reference}</Link>. Demandez-la.
      </>
    );
  }
  if (etat === 'expire') {
    return (
      <>
        Clairisque a émis un état des risques sous cette référence. Il était valable jusqu’au {formatDay(lastDay)}
        &nbsp;: demandez une version à jour.
      </>
    );
  }
  if (successor === null) {
    return (
      <>
        Clairisque a émis un état des risques sous cette référence
        {complete ? `, qui complète ${complete.reference} par des réponses déclarées` : ''}. Pour savoir si votre
        exemplaire est bien celui-là, déposez votre PDF ci-dessous. Vous n’avez que le papier&nbsp;? Comparez au moins
        la commune et les dates.
      </>
    );
  }
  if (wasUpdated(document)) {
    return (
      <>
        Clairisque l’a émis. Des informations publiques ont changé depuis&nbsp;: il a été mis à jour le{' '}
        {formatDay(successor.emis_le)}, sous la référence{' '}
        <Link to={verificationPath(successor.reference)}>{successor.reference}</Link>. Demandez ce document à jour avant
        de signer&nbsp;: sa première page dit ce qui a changé.
      </>
    );
  }
  return (
    <>
      Clairisque l’a émis, puis remplacé par{' '}
      <Link to={verificationPath(successor.reference)}>la version du {formatDay(successor.emis_le)}</Link>. Demandez
      cette nouvelle version.
    </>
  );
}
