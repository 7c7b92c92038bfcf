import type { ApiKey } from '@clairisque/contract/api-keys.ts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useGuard } from '#lib/guard.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { QueryList } from '#ui/list-states.tsx';
import { ShownOnce } from '#ui/shown-once.tsx';
import styles from './api-keys.module.css';
import { CreateKey } from './create-key.tsx';
import { KeyItem } from './key-item.tsx';
import { keysQuery } from './keys-query.ts';
import { RotateKey } from './rotate-key.tsx';

/** « Clés d’API ». */
export function KeysPage() {
  useGuard();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<ApiKey | 'new'>('new');
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const ask = (what: ApiKey | 'new') => {
    setAsked(what);
    setMade(null);
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Clés d’API
        </h1>
        <p className={styles.note}>
          Une clé ouvre l’API à un logiciel de votre choix, avec les crédits de votre compte, ou pour des essais. Une
          clé par logiciel&nbsp;: vous pourrez en révoquer une sans toucher aux autres. Les{' '}
          <Link to={paths.apiGuides}>guides</Link> mènent au premier PDF, et chaque{' '}
          <Link to={paths.apiProblems}>erreur</Link> est expliquée.
        </p>
        <Button icon={<KeyRound aria-hidden="true" />} className={styles.create} onClick={() => ask('new')}>
          Créer une clé
        </Button>
      </header>
      <KeyList onRotate={ask} onRevoked={() => heading.current?.focus()} />
      <Dialog
        open={isOpen}
        // A key that is shown once is closed by its own button only.
        onOpenChange={(wanted) => (wanted || made === null) && setOpen(wanted)}
        title={titleOf(asked, made)}
      >
        {made !== null && (
          <ShownOnce
            label="Votre clé"
            value={made}
            title="Copiez cette clé maintenant"
            copied="Clé copiée."
            kept="J’ai gardé la clé"
            onClose={close}
          >
            Elle ne sera plus jamais affichée. Gardez-la comme un mot de passe&nbsp;: hors des pages web, des e-mails et
            des dépôts de code.
          </ShownOnce>
        )}
        {made === null && asked === 'new' && <CreateKey onMade={setMade} onCancel={close} />}
        {made === null && asked !== 'new' && <RotateKey apiKey={asked} onMade={setMade} onCancel={close} />}
      </Dialog>
    </div>
  );
}

type KeyListProps = { onRotate: (key: ApiKey) => void; onRevoked: () => void };

function KeyList({ onRotate, onRevoked }: KeyListProps) {
  const keys = useQuery(keysQuery);
  return (
    <QueryList
      query={keys}
      loading="Chargement de vos clés…"
      failed="Vos clés n’ont pas pu être chargées."
      empty={<p className={styles.note}>Vous n’avez pas encore de clé.</p>}
    >
      {(all) => (
        <ul className={styles.list}>
          {all.map((key) => (
            <KeyItem key={key.id} apiKey={key} onRotate={() => onRotate(key)} onRevoked={onRevoked} />
          ))}
        </ul>
      )}
    </QueryList>
  );
}

function titleOf(asked: ApiKey | 'new', made: string | null): string {
  if (made !== null) return 'Votre nouvelle clé';
  return asked === 'new' ? 'Créer une clé' : `Remplacer la clé «\u00A0${asked.name}\u00A0»`;
}
