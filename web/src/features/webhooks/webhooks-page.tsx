import type { WebhookEndpoint } from '@clairisque/contract/webhooks.v3.ts';
import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useGuard } from '#lib/guard.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { QueryList } from '#ui/list-states.tsx';
import { ShownOnce } from '#ui/shown-once.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { TestWebhook } from './test-webhook.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookItem } from './webhook-item.tsx';
import { webhooksQuery } from './webhooks-query.ts';
import styles from './webhooks.module.css';

type Asked = { what: 'new' } | { what: 'test' | 'edit' | 'rotate'; webhook: WebhookEndpoint };

/** « Webhooks ». */
export function WebhooksPage() {
  useGuard();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<Asked>({ what: 'new' });
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const ask = (what: Asked) => {
    setAsked(what);
    setSecret(null);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const saved = (made: string | null) => (made === null ? close() : setSecret(made));
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Webhooks
        </h1>
        <p className={styles.note}>
          Votre serveur est prévenu dès qu’un événement se produit. Chaque envoi est signé selon Standard Webhooks et ne
          contient que des identifiants et des dates&nbsp;: lisez le reste avec{' '}
          <Link to={paths.apiKeys}>une clé d’API</Link>. Un envoi refusé est retenté pendant trois jours.
        </p>
        <Button icon={<WebhookIcon aria-hidden="true" />} className={styles.start} onClick={() => ask({ what: 'new' })}>
          Créer un webhook
        </Button>
      </header>
      <WebhookList onAsk={ask} onDeleted={() => heading.current?.focus()} />
      <Dialog
        open={isOpen}
        // A secret that is shown once is closed by its own button only.
        onOpenChange={(wanted) => (wanted || secret === null) && setOpen(wanted)}
        title={titleOf(asked, secret)}
      >
        {secret !== null && (
          <ShownOnce
            label="Secret de signature"
            value={secret}
            title="Copiez ce secret maintenant"
            copied="Secret copié."
            kept="J’ai gardé le secret"
            onClose={close}
          >
            Il ne sera plus affiché. Votre serveur s’en sert pour vérifier que chaque envoi vient de nous.
          </ShownOnce>
        )}
        {secret === null && asked.what === 'test' && (
          <TestWebhook webhook={asked.webhook} onSent={close} onCancel={close} />
        )}
        {secret === null && asked.what === 'new' && <WebhookForm onSaved={saved} onCancel={close} />}
        {secret === null && asked.what === 'edit' && (
          <WebhookForm webhook={asked.webhook} onSaved={saved} onCancel={close} />
        )}
        {secret === null && asked.what === 'rotate' && (
          <RotateSecret webhook={asked.webhook} onMade={setSecret} onCancel={close} />
        )}
      </Dialog>
    </div>
  );
}

type WebhookListProps = { onAsk: (asked: Asked) => void; onDeleted: () => void };

function WebhookList({ onAsk, onDeleted }: WebhookListProps) {
  const webhooks = useQuery(webhooksQuery);
  return (
    <QueryList
      query={webhooks}
      loading="Chargement de vos webhooks…"
      failed="Vos webhooks n’ont pas pu être chargés."
      empty={<p className={styles.note}>Vous n’avez pas encore de webhook.</p>}
    >
      {(all) => (
        <ul className={styles.list}>
          {all.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              onTest={() => onAsk({ what: 'test', webhook })}
              onEdit={() => onAsk({ what: 'edit', webhook })}
              onRotate={() => onAsk({ what: 'rotate', webhook })}
              onDeleted={onDeleted}
            />
          ))}
        </ul>
      )}
    </QueryList>
  );
}

const TITLES: Record<Asked['what'], string> = {
  new: 'Créer un webhook',
  test: 'Envoyer un essai',
  edit: 'Modifier le webhook',
  rotate: 'Remplacer le secret',
};

function titleOf(asked: Asked, secret: string | null): string {
  if (secret !== null) return 'Votre secret de signature';
  return TITLES[asked.what];
}
