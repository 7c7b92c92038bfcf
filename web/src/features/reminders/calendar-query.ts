import { calendarAddress } from '@clairisque/contract/reminders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

export const calendarQuery = queryOptions({
  queryKey: ['calendar-address'],
  queryFn: ({ signal }) => call(calendarAddress, { signal }),
  staleTime: Infinity,
});
