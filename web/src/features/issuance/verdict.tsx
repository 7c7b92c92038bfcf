import type { Verdict as VerdictWords } from '@clairisque/contract/common/printed-document.ts';
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import type { z } from 'zod';
import styles from './verdict.module.css';

type VerdictProps = { verdict: z.infer<typeof VerdictWords>; headingLevel?: 2 | 3 };

const ICONS = { concerned: CircleAlert, 'not-concerned': CircleCheck, 'not-obtained': CircleSlash };

/** The conclusion on the document's first page. */
export function Verdict({ verdict: { titre, sujets, etat }, headingLevel = 2 }: VerdictProps) {
  const Icon = ICONS[etat];
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.verdict} data-state={etat}>
      <Heading>
        <Icon aria-hidden="true" />
        {titre}
      </Heading>
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
