import { replayDeliveryV3, type WebhookDelivery, type WebhookEndpoint } from '@clairisque/contract/webhooks.v3.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { showToast } from '#lib/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { QueryList } from '#ui/list-states.tsx';
import { Badge } from '#ui/state.tsx';
import { DELIVERY_STATES, outcomeOf } from './webhook-labels.ts';
import { deliveriesQuery } from './webhooks-query.ts';
import styles from './webhooks.module.css';

/** The last deliveries of a webhook, with their request and answer. */
export function Deliveries({ webhook }: { webhook: WebhookEndpoint }) {
  const deliveries = useQuery(deliveriesQuery(webhook.id));
  return (
    <QueryList
      query={deliveries}
      loading="Chargement des envois…"
      failed="Les envois n’ont pas pu être chargés."
      empty={<p className={styles.note}>Rien n’a encore été envoyé.</p>}
    >
      {(all) => (
        <ul className={styles.deliveries}>
          {all.map((delivery) => (
            <Delivery key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
    </QueryList>
  );
}

function Delivery({ webhook, delivery }: { webhook: WebhookEndpoint; delivery: WebhookDelivery }) {
  const { label, tone } = DELIVERY_STATES[delivery.state];
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () => call(replayDeliveryV3, { params: { endpoint_id: webhook.id, delivery_id: delivery.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: deliveriesQuery(webhook.id).queryKey });
      showToast('success', 'Envoi rejoué.');
    },
    onError: (error) => showToast('error', refusalSentence(error) ?? 'L’envoi n’a pas pu être rejoué.'),
  });
  const { type } = delivery.event;
  const moment = formatMoment(delivery.created_at);
  return (
    <li className={styles.delivery}>
      <p className={styles.line}>
        <code lang="en">{type}</code> <Badge tone={tone}>{label}</Badge> <span>{moment}</span>
      </p>
      <p className={styles.note}>{outcomeOf(delivery)}</p>
      <Disclosure lazy label={<Of what="Requête et réponse" type={type} moment={moment} />}>
        <h3>Requête</h3>
        <pre className={styles.code}>{JSON.stringify(delivery.event)}</pre>
        <h3>Réponse</h3>
        <pre className={styles.code}>{delivery.last_attempt?.answer || 'Vide.'}</pre>
      </Disclosure>
      {webhook.status === 'enabled' && (
        <Button variant="secondary" className={styles.start} loading={replay.isPending} onClick={() => replay.mutate()}>
          <Of what="Rejouer" type={type} moment={moment} />
        </Button>
      )}
    </li>
  );
}

/** Several buttons of a list have the same word: the rest is for screen readers. */
const Of = ({ what, type, moment }: { what: string; type: string; moment: string }) => (
  <>
    {what}
    <span className="visually-hidden">{` : ${type}, ${moment}`}</span>
  </>
);
