import { useSession } from '#lib/session.ts';
import { Badge } from '#ui/state.tsx';
import styles from './expiry-badge.module.css';

const MANY = 99;

/** Number of statements that expire soon or can be renewed; hidden at 0. Follows the profile. */
export function ExpiryBadge() {
  const count = useSession().user?.nb_echeances ?? 0;
  if (count === 0) return null;
  const words = count > 1 ? `${count} échéances à suivre` : 'une échéance à suivre';
  return (
    <span className={styles.place}>
      <Badge tone="late" className={styles.badge} aria-hidden="true" title={words}>
        {count > MANY ? `${MANY}+` : count}
      </Badge>
      <span className="visually-hidden"> ({words})</span>
    </span>
  );
}
