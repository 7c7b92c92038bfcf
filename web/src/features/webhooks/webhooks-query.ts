import { listWebhookDeliveries, listWebhooks } from '@clairisque/contract/webhooks.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** They change without the page: fetched each time they are shown. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(listWebhooks, { signal }),
  staleTime: 0,
});

const FIRST_TRY_MS = 1_500;

/** Read again until the first attempt of each is made. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: ({ signal }) => call(listWebhookDeliveries, { params: { webhook_id: id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ etat, dernier_essai: last }) => etat === 'en_attente' && last === null) === true
        ? FIRST_TRY_MS
        : false,
  });
