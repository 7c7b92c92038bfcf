import { CHOSEN_EVENTS } from '@clairisque/contract/common/events.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import {
  createWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from '@clairisque/contract/webhooks.v3.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { ModeSelect } from '#features/api-keys/key-mode.tsx';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextField } from '#ui/field.tsx';
import { focusFirst } from '#ui/form-errors.tsx';
import { EVENTS, MODE_HELP } from './webhook-labels.ts';
import { webhooksQuery } from './webhooks-query.ts';
import styles from './webhooks.module.css';

type WebhookFormProps = {
  /** Absent for a new one. */
  webhook?: WebhookEndpoint;
  /** Called with the secret of a new webhook. */
  onSaved: (secret: string | null) => void;
  onCancel: () => void;
};

const DEFAULT_EVENTS: WebhookEndpoint['events'] = ['statement.issued', 'statement.renewed'];

const FAULTS = {
  url: 'Donnez l’adresse de votre serveur.',
  events: 'Choisissez au moins un événement.',
};

export function WebhookForm({ webhook, onSaved, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [mode, setMode] = useState<KeyMode>('live');
  const [events, setEvents] = useState(webhook?.events ?? DEFAULT_EVENTS);
  const [isChecked, setChecked] = useState(false);
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: () => save(webhook, { url: url.trim(), mode, events: [...events] }),
    onSuccess: async (secret) => {
      onSaved(secret);
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true });
    },
  });
  const faults = { url: url.trim() === '', events: events.length === 0 };
  const sentenceOf = (field: keyof typeof faults) => (isChecked && faults[field] ? FAULTS[field] : undefined);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving.isPending) return;
    setChecked(true);
    const wrong = Object.entries(faults).flatMap(([field, isWrong]) => (isWrong ? [field] : []));
    if (wrong.length > 0) return focusFirst(event.currentTarget, wrong);
    saving.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="Adresse de votre serveur"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        placeholder="https://"
        help="En https, sans port, joignable depuis Internet. Pour votre propre machine, ouvrez un tunnel HTTPS."
        value={url}
        error={sentenceOf('url')}
        onChange={(event) => setUrl(event.target.value)}
      />
      {webhook === undefined && <ModeSelect mode={mode} help={MODE_HELP} onChange={setMode} />}
      <fieldset className={styles.events}>
        <legend>Événements à recevoir</legend>
        {CHOSEN_EVENTS.map((type, rank) => (
          <Checkbox
            key={type}
            name="events"
            label={EVENTS[type]}
            help={<code lang="en">{type}</code>}
            error={rank === 0 ? sentenceOf('events') : undefined}
            checked={events.includes(type)}
            onChange={() => setEvents(CHOSEN_EVENTS.filter((one) => (one === type) !== events.includes(one)))}
          />
        ))}
      </fieldset>
      <div role="alert" className={styles.refusal}>
        {saving.isError && (
          <Banner tone="error" title="Le webhook n’a pas été enregistré.">
            {refusalSentence(saving.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" disabled={saving.isPending} onClick={onCancel}>
          Annuler
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {webhook === undefined ? 'Créer le webhook' : 'Enregistrer'}
        </Button>
      </div>
    </form>
  );
}

/** The mode of a webhook never changes. */
async function save(
  webhook: WebhookEndpoint | undefined,
  { mode, ...body }: Pick<WebhookEndpoint, 'url' | 'mode' | 'events'>,
): Promise<string | null> {
  if (webhook === undefined) return (await call(createWebhookEndpoint, { body: { ...body, mode } })).secret;
  await call(updateWebhookEndpoint, { params: { endpoint_id: webhook.id }, body });
  return null;
}
