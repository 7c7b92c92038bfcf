import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Facts } from '#ui/facts.tsx';
import styles from './answer-page.module.css';
import type { WelcomeWords } from './welcome-words.ts';

export const TITLE = 'Quelques questions sur un bien';

/** Who asks, about which property, and what a false answer costs. Also prerendered, with marks in place of the words. */
export function Welcome({ words, onStart }: { words: WelcomeWords; onStart?: () => void }) {
  const { lead, address, town, purpose, reference, lastDay, specimen, count, engagement, start } = words;
  return (
    <div className={`page ${styles.page}`}>
      <h1>{TITLE}</h1>
      <p className={styles.lead}>{lead}</p>
      <Card className={styles.card}>
        <h2 className={styles.address}>{address}</h2>
        <Facts
          inColumns
          rows={[
            ...(town === null ? [] : [['Commune', town] as const]),
            ['Motif', purpose],
            ['Document', reference],
            ['Lien valable jusqu’au', lastDay],
          ]}
        />
      </Card>
      {specimen !== null && (
        <div>
          <Banner tone="warning" title={specimen}>
            Ces questions servent à essayer le service.
          </Banner>
        </div>
      )}
      <ul className={styles.points}>
        <li>{count}</li>
        <li>Vous ne savez pas&nbsp;? Dites-le, ou passez&nbsp;: personne ne vous le reprochera.</li>
        <li>Chaque réponse est enregistrée. À la fin, vous les relisez toutes et vous les certifiez.</li>
      </ul>
      <p className={styles.engagement}>{engagement}</p>
      <Button size="large" onClick={onStart}>
        {start}
      </Button>
    </div>
  );
}
