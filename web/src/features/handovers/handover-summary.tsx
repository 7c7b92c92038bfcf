import { formatDay } from '#lib/dates.ts';
import { Card } from '#ui/card.tsx';
import styles from './handover-page.module.css';
import type { OpenedHandover } from './opened-query.ts';

const PURPOSES = { Vente: 'Mise en vente', Location: 'Mise en location' } as const;

/** Which document it is. */
export function HandoverSummary({ handover }: { handover: OpenedHandover }) {
  const { adresse, type, reference, emis_le: issued, expire_le: lastDay } = handover;
  return (
    <Card className={styles.summary}>
      <h2 className={styles.address}>{adresse}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Motif</dt>
          <dd>{PURPOSES[type]}</dd>
        </div>
        <div>
          <dt>Référence</dt>
          <dd>{reference}</dd>
        </div>
        <div>
          <dt>Établi le</dt>
          <dd>{formatDay(issued)}</dd>
        </div>
        <div>
          <dt>Valable jusqu’au</dt>
          <dd>{formatDay(lastDay)}</dd>
        </div>
      </dl>
    </Card>
  );
}
