import { SavedChoice } from '#features/profile/preference-checkbox.tsx';
import { useSession } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import styles from './reminder-card.module.css';

/** « Rappels d’échéance »: by mail, and in the user's own calendar. */
export function ReminderCard() {
  const { user } = useSession();
  return (
    <Card>
      <section className={styles.card} aria-labelledby="rappels">
        <div className={styles.mails}>
          <h3 id="rappels">Rappels d’échéance</h3>
          {user && (
            <SavedChoice
              user={user}
              name="rappels_echeance"
              label="Recevoir un e-mail 30 jours, 7 jours et la veille de l’échéance de mes états des risques"
              help="Pour arrêter les rappels d’un document, marquez sa vente ou son bail comme conclu."
            />
          )}
        </div>
        <CalendarFeed />
      </section>
    </Card>
  );
}
