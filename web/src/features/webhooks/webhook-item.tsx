import {
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from '@clairisque/contract/webhooks.v3.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unlessGone } from '#features/accounts/refusal.ts';
import { TestBadge } from '#features/api-keys/key-mode.tsx';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { showToast } from '#lib/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmedButton } from '#ui/confirmed-button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Facts } from '#ui/facts.tsx';
import { Badge } from '#ui/state.tsx';
import { Deliveries } from './deliveries.tsx';
import { EVENTS, factsOf, STATES } from './webhook-labels.ts';
import { webhooksQuery } from './webhooks-query.ts';
import styles from './webhooks.module.css';

type WebhookItemProps = {
  webhook: WebhookEndpoint;
  onTest: () => void;
  onEdit: () => void;
  onRotate: () => void;
  onDeleted: () => void;
};

export function WebhookItem({ webhook, onTest, onEdit, onRotate, onDeleted }: WebhookItemProps) {
  const { label, tone } = STATES[webhook.status];
  const of = <span className="visually-hidden"> {webhook.url}</span>;
  return (
    <li className={styles.webhook}>
      <h2 className={styles.name}>
        {webhook.url} <Badge tone={tone}>{label}</Badge>
        <TestBadge mode={webhook.mode} />
      </h2>
      {!webhook.proved && (
        <Banner tone="info" title="Rien n’est encore envoyé à cette adresse">
          Le webhook dort jusqu’à ce que votre serveur accepte un essai, par une réponse 2xx. Donnez-lui d’abord le
          secret, puis envoyez un essai.
        </Banner>
      )}
      {webhook.asleep_since !== null && (
        <Banner tone="warning" title="Rien n’est plus envoyé à cette adresse" action={<Wake webhook={webhook} />}>
          Votre serveur n’a rien accepté pendant trois jours. Réveillez le webhook quand il répond de nouveau.
        </Banner>
      )}
      <Facts rows={factsOf(webhook)} inColumns />
      <ul className={styles.chosen}>
        {webhook.events.map((type) => (
          <li key={type}>{EVENTS[type]}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        {webhook.asleep_since === null && (
          <Button variant="secondary" onClick={onTest}>
            Envoyer un essai{of}
          </Button>
        )}
        <Button variant="secondary" onClick={onEdit}>
          Modifier{of}
        </Button>
        <Button variant="secondary" onClick={onRotate}>
          Remplacer le secret{of}
        </Button>
        <Delete webhook={webhook} onDeleted={onDeleted}>
          Supprimer{of}
        </Delete>
      </div>
      <Disclosure look="line" lazy label={<>Derniers envois{of}</>}>
        <Deliveries webhook={webhook} />
      </Disclosure>
    </li>
  );
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
}

function Wake({ webhook }: { webhook: WebhookEndpoint }) {
  const refresh = useRefresh();
  const waking = useMutation({
    mutationFn: () => call(updateWebhookEndpoint, { params: { endpoint_id: webhook.id }, body: { status: 'enabled' } }),
    onSuccess: async () => {
      await refresh();
      showToast('success', 'Webhook réveillé.');
    },
    onError: (error) => showToast('error', refusalSentence(error) ?? 'Le webhook n’a pas pu être réveillé.'),
  });
  return (
    <Button loading={waking.isPending} onClick={() => waking.mutate()}>
      Réveiller
    </Button>
  );
}

type DeleteProps = { webhook: WebhookEndpoint; onDeleted: () => void; children: React.ReactNode };

function Delete({ webhook, onDeleted, children }: DeleteProps) {
  const refresh = useRefresh();
  return (
    <ConfirmedButton
      variant="refusal"
      title="Supprimer ce webhook&nbsp;?"
      description={`Plus rien ne sera envoyé à ${webhook.url}, et ses derniers envois ne seront plus visibles.`}
      keep="Garder le webhook"
      act="Supprimer"
      run={async () => {
        await unlessGone(call(deleteWebhookEndpoint, { params: { endpoint_id: webhook.id } }));
        await refresh();
        showToast('success', 'Webhook supprimé.');
        onDeleted();
      }}
      failure="Le webhook n’a pas pu être supprimé. Veuillez réessayer."
    >
      {children}
    </ConfirmedButton>
  );
}
