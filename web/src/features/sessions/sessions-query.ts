import { listSessions } from '@clairisque/contract/sessions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** The open sessions of the account. Their last use moves without us: asked again each time they are looked at. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  staleTime: 0,
});
