import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoment } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { verificationPath } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { QueryList } from '#ui/list-states.tsx';
import { timelineQuery, type Timeline } from './follow-up-query.ts';
import styles from './follow-up.module.css';
import { saveTimeline } from './timeline-table.ts';

type Moment = Timeline['moments'][number];
const AT_ONCE = 20;

/** Everything that happened to the statement: the newest first on the page, the oldest first in the file. */
export function TimelineSection({ id, address }: { id: string; address: string }) {
  const timeline = useQuery(timelineQuery(id));
  return (
    <section aria-labelledby="chronologie" className={styles.section} aria-busy={timeline.isPending}>
      <div className={styles.sectionHead}>
        <h2 id="chronologie">Chronologie</h2>
        {timeline.data && (
          <Button
            variant="secondary"
            icon={<Download aria-hidden="true" />}
            onClick={() => saveTimeline(timeline.data, address)}
          >
            Télécharger la chronologie
          </Button>
        )}
      </div>
      <p>
        Téléchargée, c’est un tableau (CSV) qui peut servir de preuve&nbsp;: chaque document y a sa référence, son
        empreinte SHA-256, et la page publique où chacun la vérifie.
      </p>
      <QueryList
        query={{ ...timeline, data: timeline.data?.moments }}
        loading="Chargement de la chronologie…"
        failed="La chronologie n’a pas pu être chargée."
      >
        {(moments) => <Moments moments={moments.toReversed()} />}
      </QueryList>
    </section>
  );
}

function Moments({ moments }: { moments: readonly Moment[] }) {
  const [shown, setShown] = useState(AT_ONCE);
  const left = moments.length - shown;
  return (
    <>
      <ol className={styles.moments}>
        {moments.slice(0, shown).map((moment, rank) => (
          <MomentLine key={moments.length - rank} moment={moment} />
        ))}
      </ol>
      {left > 0 && (
        <Button variant="secondary" onClick={() => setShown(shown + AT_ONCE)}>
          Voir plus ({left} moments plus anciens)
        </Button>
      )}
    </>
  );
}

function MomentLine({ moment: { le, phrase, reference, sha256 } }: { moment: Moment }) {
  return (
    <li>
      <time dateTime={le}>{typeset(formatMoment(le))}</time>
      <div>
        <p>{typeset(phrase)}</p>
        {reference !== null && (
          <p className={styles.note}>
            <Link to={verificationPath(reference)}>{reference}</Link>
            {sha256 !== null && (
              <>
                {' '}
                SHA-256 <code>{sha256}</code>
              </>
            )}
          </p>
        )}
      </div>
    </li>
  );
}
