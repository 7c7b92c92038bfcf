import { OVERLAP_HOURS } from '@clairisque/contract/api-keys.ts';
import { rotateWebhookEndpointSecret, type WebhookEndpoint } from '@clairisque/contract/webhooks.v3.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { OVERLAP_CHOICES } from '#features/api-keys/key-labels.ts';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/field.tsx';
import { webhooksQuery } from './webhooks-query.ts';
import styles from './webhooks.module.css';

type RotateSecretProps = { webhook: WebhookEndpoint; onMade: (secret: string) => void; onCancel: () => void };

export function RotateSecret({ webhook, onMade, onCancel }: RotateSecretProps) {
  const [overlap, setOverlap] = useState('24');
  const queryClient = useQueryClient();
  const rotation = useMutation({
    mutationFn: () => {
      const overlap_hours = OVERLAP_HOURS.find((hours) => String(hours) === overlap) ?? 0;
      return call(rotateWebhookEndpointSecret, { params: { endpoint_id: webhook.id }, body: { overlap_hours } });
    },
    onSuccess: async ({ secret }) => {
      onMade(secret);
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!rotation.isPending) rotation.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Select
        label="L’ancien secret s’arrête"
        help="D’ici là, chaque envoi porte les deux signatures."
        options={OVERLAP_CHOICES}
        value={overlap}
        onChange={(event) => setOverlap(event.target.value)}
      />
      <div role="alert" className={styles.refusal}>
        {rotation.isError && (
          <Banner tone="error" title="Le secret n’a pas été remplacé.">
            {refusalSentence(rotation.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" disabled={rotation.isPending} onClick={onCancel}>
          Annuler
        </Button>
        <Button type="submit" loading={rotation.isPending}>
          Remplacer le secret
        </Button>
      </div>
    </form>
  );
}
