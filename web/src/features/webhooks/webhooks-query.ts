import { listDeliveriesV3, listWebhookEndpoints } from '@clairisque/contract/webhooks.v3.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

const LIST_MS = 10_000;

/** In both modes. They change without the page: fetched each time they are shown. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await call(listWebhookEndpoints, { signal })).data,
  staleTime: 0,
  refetchInterval: LIST_MS,
});

const FIRST_TRY_MS = 1_500;
/** The newest. */
const SHOWN = 50;

/** Read again until the first attempt of each is made. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async ({ signal }) =>
      (await call(listDeliveriesV3, { params: { endpoint_id: id }, query: { limit: SHOWN }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ state, last_attempt: last }) => state === 'pending' && last === null) === true
        ? FIRST_TRY_MS
        : false,
  });
