import { myTerms, type AcceptedTerms } from '@clairisque/contract/accepted-terms.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '#lib/api.ts';
import { formatLongDay, formatMoment } from '#lib/dates.ts';
import { typeset } from '#lib/typeset.ts';
import { useInView } from '#lib/later.ts';
import { paths } from '#paths.ts';
import { Card } from '#ui/card.tsx';
import { QueryList } from '#ui/list-states.tsx';
import styles from './accepted-terms-card.module.css';

/** What the account agreed to, each with its very text. Loaded a screen before it is visible. */
export function AcceptedTermsCard() {
  const [card, isSeen] = useInView('1000px');
  const terms = useQuery({
    queryKey: ['conditions'],
    queryFn: ({ signal }) => call(myTerms, { signal }),
    enabled: isSeen,
  });
  return (
    <Card ref={card} className={styles.card}>
      <h3>Conditions acceptées</h3>
      <QueryList
        query={terms}
        loading="Chargement des conditions acceptées…"
        failed="Vos conditions acceptées n’ont pas pu être chargées."
        empty={
          <p>
            Aucune acceptation n’est enregistrée pour ce compte. Les conditions en vigueur sont{' '}
            <Link to={paths.terms}>ici</Link>.
          </p>
        }
      >
        {(all) => (
          <ul className={styles.list}>
            {all.map((accepted) => (
              <Accepted key={accepted.acceptees_le} accepted={accepted} />
            ))}
          </ul>
        )}
      </QueryList>
    </Card>
  );
}

function Accepted({ accepted }: { accepted: AcceptedTerms }) {
  const { version, acceptees_le: at, commande: order, empreinte: digest } = accepted;
  const purpose = order === null ? 'en créant votre compte' : `avec la commande « ${order} »`;
  return (
    <li>
      <p>{typeset(`Le ${formatMoment(at)}, ${purpose} : version du ${formatLongDay(version)}.`)}</p>
      {digest === null ? (
        <p className={styles.note}>Ce texte est joint à l’e-mail qui a confirmé la commande.</p>
      ) : (
        <a href={`/api/v2/cgv/${digest}/pdf/`} download>
          Relire ce texte (PDF)
          <span className="visually-hidden"> accepté {purpose}</span>
        </a>
      )}
    </li>
  );
}
