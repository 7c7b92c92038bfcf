import { listChecks, readTimeline, type Check } from '@clairisque/contract/checks.ts';
import { readDates } from '@clairisque/contract/checks.dates.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';

/** Checks and planned dates also change elsewhere: nothing of a statement's follow-up is kept. */
export const datesQuery = (id: string) =>
  queryOptions({
    queryKey: ['follow-up', id, 'dates'],
    queryFn: ({ signal }) => call(readDates, { params: { erp_id: id }, signal }),
    staleTime: 0,
  });

type Checks = Answer<typeof listChecks>;
const POLL_MS = 2_000;

export const checksQuery = (id: string) =>
  queryOptions({
    queryKey: ['follow-up', id, 'checks'],
    queryFn: ({ signal }) => call(listChecks, { params: { erp_id: id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => isUnderWay(state.data?.controles[0]) && POLL_MS,
  });

export const isUnderWay = (check: Check | undefined): boolean =>
  check?.etat === 'en_attente' || check?.etat === 'en_cours';

export type Timeline = Answer<typeof readTimeline>;

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['follow-up', id, 'timeline'],
    queryFn: ({ signal }) => call(readTimeline, { params: { erp_id: id }, signal }),
    staleTime: 0,
  });

/** Shows a check just asked for before the list is fetched again. */
export function showCheck(id: string, check: Check): void {
  queryClient.setQueryData(checksQuery(id).queryKey, (known: Checks = { controles: [], refus: null }) => ({
    ...known,
    controles: [check, ...known.controles.filter((one) => one.id !== check.id)],
  }));
}

export const refreshFollowUp = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['follow-up', id] });
