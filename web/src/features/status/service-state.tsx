import type { ServiceStatus } from '@clairisque/contract/status.ts';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert, type LucideIcon } from 'lucide-react';
import { State, type StateTone } from '#ui/state.tsx';
import styles from './status-page.module.css';

const STANDS: Record<ServiceStatus['etat'], { icon: LucideIcon; tone: StateTone; word: string }> = {
  disponible: { icon: CircleCheck, tone: 'good', word: 'Disponible' },
  perturbe: { icon: TriangleAlert, tone: 'late', word: 'Perturbations' },
  indisponible: { icon: CircleAlert, tone: 'bad', word: 'Indisponible' },
  inconnu: { icon: CircleDashed, tone: 'quiet', word: 'Sans demande' },
};

/** Drawing, word and colour, in that order. */
export function Stand({ state }: { state: ServiceStatus['etat'] }) {
  const { icon, tone, word } = STANDS[state];
  return (
    <span className={styles.stand}>
      <State icon={icon} tone={tone}>
        {word}
      </State>
    </span>
  );
}
