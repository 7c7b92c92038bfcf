import { formatDay } from '#lib/dates.ts';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import styles from './handover-page.module.css';
import type { OpenedHandover } from './opened-query.ts';

const PURPOSES = { Vente: 'Mise en vente', Location: 'Mise en location' } as const;

/** Identifies the document. */
export function HandoverSummary({ handover }: { handover: OpenedHandover }) {
  const { adresse, adresse_confirmee: isConfirmed, commune, type, reference } = handover;
  const { emis_le: issued, expire_le: lastDay } = handover;
  return (
    <Card className={styles.summary}>
      <h2 className={styles.address}>{isConfirmed !== false ? adresse : `Adresse déclarée\u00A0: ${adresse}`}</h2>
      <Facts
        inColumns
        rows={[
          ...(commune ? [['Commune (cadastre)', commune] as const] : []),
          ['Motif', PURPOSES[type]],
          ['Référence', reference],
          ['Établi le', formatDay(issued)],
          ['Valable jusqu’au', formatDay(lastDay)],
        ]}
      />
    </Card>
  );
}
