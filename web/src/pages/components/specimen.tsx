import type { ReactNode } from 'react';
import { TextSection, type TextEntry } from '#ui/text-page.tsx';
import styles from './components-page.module.css';

/**
 * One component in one state, in both colour schemes. `children` is called for each, with a name to keep ids unique.
 */
export function Specimen({
  name,
  note,
  children,
}: {
  name: string;
  note?: string;
  children: (scheme: string) => ReactNode;
}) {
  return (
    <div className={styles.specimen}>
      <h3>{name}</h3>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.schemes}>
        {['light', 'dark'].map((scheme) => (
          <div key={scheme} data-scheme={scheme} className={styles.scheme}>
            {children(scheme)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Sections of the page, in order. */
export const FAMILIES = {
  couleurs: { id: 'couleurs', title: 'Couleurs' },
  mesures: { id: 'mesures', title: 'Caractères, espaces, mouvement, relief' },
  icones: { id: 'icones', title: 'Icônes des risques' },
  agir: { id: 'agir', title: 'Agir' },
  demander: { id: 'demander', title: 'Demander' },
  dire: { id: 'dire', title: 'Dire' },
  attendre: { id: 'attendre', title: 'Attendre, ranger' },
} as const;

export function Family({ children, ...heading }: TextEntry & { children: ReactNode }) {
  return (
    <TextSection {...heading} isWide>
      <div className={styles.family}>{children}</div>
    </TextSection>
  );
}
