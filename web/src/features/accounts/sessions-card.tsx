import { SESSIONS_LISTED, type Session } from '@clairisque/contract/accounts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { useInView } from '#lib/later.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { QueryList } from '#ui/list-states.tsx';
import { ENDING, EndingForm, type Ending, sessionsQuery } from './end-session-form.tsx';
import { SessionItem } from './session-item.tsx';
import styles from './sessions.module.css';
import { openedWords } from './session-labels.ts';

/** « Appareils connectés »: the account's open sessions, and how to end them. Loaded a screen before it is visible. */
export function SessionsCard() {
  const [card, isSeen] = useInView('1000px');
  const sessions = useQuery({ ...sessionsQuery, enabled: isSeen });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card ref={card}>
      <section className={styles.card} aria-labelledby="appareils-connectes">
        <div className={styles.head}>
          <h3 id="appareils-connectes" ref={heading} tabIndex={-1} className={styles.heading}>
            Appareils connectés
          </h3>
          <p className={styles.note}>
            Là où votre compte est ouvert. Un appareil que vous ne reconnaissez pas&nbsp;? Vous pouvez le
            déconnecter&nbsp;; changez ensuite votre mot de passe.
          </p>
        </div>
        <QueryList
          query={sessions}
          loading="Chargement de vos appareils…"
          failed="Vos appareils connectés n’ont pas pu être chargés."
        >
          {(all) => <Sessions sessions={all} readAt={new Date(sessions.dataUpdatedAt)} heading={heading} />}
        </QueryList>
      </section>
    </Card>
  );
}

type SessionsProps = { sessions: readonly Session[]; readAt: Date; heading: RefObject<HTMLElement | null> };

function Sessions({ sessions, readAt, heading }: SessionsProps) {
  const [ending, setEnding] = useState<Ending>('others');
  const [isAsked, setAsked] = useState(false);
  const isEnded = useRef(false);
  const queryClient = useQueryClient();
  const ask = (asked: Ending) => {
    isEnded.current = false;
    setEnding(asked);
    setAsked(true);
  };
  const others = sessions.filter(({ en_cours: isCurrent }) => !isCurrent).length;
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} now={readAt} onEnd={() => ask(session)} />
        ))}
      </ul>
      {others === 0 && <p className={styles.note}>Aucun autre appareil n’est connecté.</p>}
      {sessions.length === SESSIONS_LISTED && (
        <p className={styles.note}>
          Cette liste montre au plus {SESSIONS_LISTED} appareils&nbsp;: les derniers utilisés.
        </p>
      )}
      {others > 1 && (
        <Button variant="secondary" className={styles.endAll} onClick={() => ask('others')}>
          Déconnecter tous les autres appareils
        </Button>
      )}
      <Dialog
        open={isAsked}
        // Read when asked: the rendered state may be late, and the dialog would close on a call under way.
        onOpenChange={(isOpen) => queryClient.isMutating({ mutationKey: ENDING }) === 0 && setAsked(isOpen)}
        title={`Déconnecter ${ending === 'others' ? 'tous les autres appareils' : (ending.appareil ?? 'l’appareil inconnu')} ?`}
        description={
          ending === 'others'
            ? 'Ils devront se reconnecter avec votre mot de passe. Celui-ci reste connecté.'
            : `Connecté ${openedWords(ending.ouverte_le, readAt)}. Il devra se reconnecter avec votre mot de passe.`
        }
        // The button that opened the dialog disappears with its device.
        finalFocus={() => (isEnded.current ? heading.current : true)}
      >
        <EndingForm
          ending={ending}
          onCancel={() => setAsked(false)}
          onEnded={() => {
            isEnded.current = true;
            setAsked(false);
          }}
        />
      </Dialog>
    </>
  );
}
