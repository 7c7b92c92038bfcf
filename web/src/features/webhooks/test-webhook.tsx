import { CHOSEN_EVENTS, EVENT_TYPES, type EventType } from '@clairisque/contract/common/events.ts';
import { testWebhookEndpoint, type WebhookEndpoint } from '@clairisque/contract/webhooks.v3.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { showToast } from '#lib/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/field.tsx';
import { EVENTS } from './webhook-labels.ts';
import { webhooksQuery } from './webhooks-query.ts';
import styles from './webhooks.module.css';

type TestWebhookProps = { webhook: WebhookEndpoint; onSent: () => void; onCancel: () => void };

const CHOICES = [
  { value: 'ping', label: 'Un essai sans données (ping)' },
  ...CHOSEN_EVENTS.map((type) => ({ value: type, label: `${EVENTS[type]} (${type})` })),
];

export function TestWebhook({ webhook, onSent, onCancel }: TestWebhookProps) {
  const [type, setType] = useState<EventType>('ping');
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => call(testWebhookEndpoint, { params: { endpoint_id: webhook.id }, body: { type } }),
    onSuccess: async () => {
      onSent();
      showToast('success', 'Essai envoyé\u00A0: voyez les derniers envois.');
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!test.isPending) test.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Select
        label="Événement"
        help="Un exemple&nbsp;: ce qu’il nomme n’existe pas, et l’envoi le dit par «&nbsp;sample&nbsp;»."
        options={CHOICES}
        value={type}
        onChange={({ target }) => setType(EVENT_TYPES.find((one) => one === target.value) ?? 'ping')}
      />
      <div role="alert" className={styles.refusal}>
        {test.isError && (
          <Banner tone="error" title="L’essai n’a pas été envoyé.">
            {refusalSentence(test.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" disabled={test.isPending} onClick={onCancel}>
          Annuler
        </Button>
        <Button type="submit" loading={test.isPending}>
          Envoyer
        </Button>
      </div>
    </form>
  );
}
