import type { Session } from '@clairisque/contract/accounts.ts';
import { CircleHelp, Monitor, Smartphone } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Badge } from '#ui/state.tsx';
import styles from './sessions.module.css';
import { openedWords, usedWords } from './session-labels.ts';

type SessionItemProps = { session: Session; now: Date; onEnd: () => void };

/** One device. The current one is closed by « Déconnexion », at the top of every page. */
export function SessionItem({ session, now, onEnd }: SessionItemProps) {
  const { appareil: device, ouverte_le: openedAt, derniere_activite: lastUse, en_cours: isCurrent } = session;
  const name = device ?? 'Appareil ou programme inconnu';
  const opened = `Connecté ${openedWords(openedAt, now)}`;
  return (
    <li className={styles.session}>
      <DeviceIcon device={device} />
      <div className={styles.what}>
        <p className={styles.device}>
          {name} {isCurrent && <Badge tone="good">Cet appareil</Badge>}
        </p>
        <p className={styles.note}>{opened}</p>
        {!isCurrent && lastUse !== null && <p className={styles.note}>Dernière activité {usedWords(lastUse, now)}</p>}
      </div>
      {!isCurrent && (
        <Button variant="secondary" className={styles.end} onClick={onEnd}>
          Déconnecter
          <span className="visually-hidden">
            {' '}
            {name}, {opened.toLowerCase()}
          </span>
        </Button>
      )}
    </li>
  );
}

function DeviceIcon({ device }: { device: string | null }) {
  const look = { 'aria-hidden': true, className: styles.icon };
  if (device === null) return <CircleHelp {...look} />;
  return /(iPhone|iPad|Android)$/.test(device) ? <Smartphone {...look} /> : <Monitor {...look} />;
}
