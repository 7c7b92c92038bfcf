import type { Verification } from '@clairisque/contract/verification.ts';
import { CalendarX2, CircleCheck, Replace } from 'lucide-react';
import { Link } from 'react-router';
import { formatDay } from '#lib/dates.ts';
import { verificationPath } from '#paths.ts';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import styles from './verification-page.module.css';

const VERDICTS = {
  valide: { Icon: CircleCheck, title: 'Document authentique, en cours de validité' },
  remplace: { Icon: Replace, title: 'Document authentique, mais remplacé' },
  expire: { Icon: CalendarX2, title: 'Document authentique, mais expiré' },
} as const;

/** What we know of that reference, in words for somebody who has just read a QR code. */
export function Verdict({ document }: { document: Verification }) {
  const { reference, etat, emis_le: issued, expire_le: lastDay, commune } = document;
  const { Icon, title } = VERDICTS[etat];
  return (
    <Card className={styles.verdict} data-state={etat}>
      <h2 className={styles.title}>
        <Icon aria-hidden="true" />
        {title}
      </h2>
      <p>
        <Meaning document={document} />
      </p>
      <Facts
        inColumns
        rows={[
          ['Référence', reference],
          ...(commune ? [['Commune du bien', `${commune.nom} (${commune.code_insee})`] as const] : []),
          ['Émis le', formatDay(issued)],
          [etat === 'valide' ? 'Valable jusqu’au' : 'Valable jusqu’au (passé)', formatDay(lastDay)],
        ]}
      />
    </Card>
  );
}

function Meaning({ document: { etat, remplace_par: successor, expire_le: lastDay } }: { document: Verification }) {
  if (etat === 'expire') {
    return (
      <>
        Clairisque a émis un état des risques sous cette référence. Il a cessé d’être valable après le{' '}
        {formatDay(lastDay)}&nbsp;: demandez une version à jour.
      </>
    );
  }
  if (successor === null) {
    return (
      <>
        Clairisque a émis un état des risques sous cette référence. Pour savoir si votre exemplaire est bien celui-là,
        comparez la commune et les dates, puis déposez votre PDF ci-dessous.
      </>
    );
  }
  return (
    <>
      Clairisque l’a émis, puis remplacé par{' '}
      <Link to={verificationPath(successor.reference)}>la version du {formatDay(successor.emis_le)}</Link>. Demandez
      cette dernière.
    </>
  );
}
