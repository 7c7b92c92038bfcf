import { listSessions } from '@clairisque/contract/accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** The open sessions of the account. Their last use changes elsewhere: fetched each time they are shown. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  staleTime: 0,
});
