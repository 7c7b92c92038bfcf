import type { Verdict as VerdictWords } from '@clairisque/contract/common/printed-document.ts';
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import type { z } from 'zod';
import styles from './verdict.module.css';

const ICONS = { concerned: CircleAlert, 'not-concerned': CircleCheck, 'not-obtained': CircleSlash };

/** The conclusion on the document's first page. */
export function Verdict({ verdict: { titre, sujets, etat } }: { verdict: z.infer<typeof VerdictWords> }) {
  const Icon = ICONS[etat];
  return (
    <div className={styles.verdict} data-state={etat}>
      <h2>
        <Icon aria-hidden="true" />
        {titre}
      </h2>
      {sujets.length > 0 && (
        <ul>
          {sujets.map((subject) => (
            <li key={subject}>{subject}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
