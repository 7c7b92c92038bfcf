import { listHandovers, type Handover } from '@clairisque/contract/handovers.ts';
import type { StatementListItem } from '@clairisque/contract/statements.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';

/** What the dialog needs of a statement: a row of the list, or the statement just issued. */
export type HandedStatement = Pick<
  StatementListItem,
  'id' | 'reference' | 'adresse' | 'statut_regeneration' | 'peut_regenerer'
>;

/** A receipt is printed, and a mail leaves, within seconds. */
const PRINTING_POLL_MS = 2_000;
/** The agent waits for the visitor's acknowledgement. */
const WATCHING_POLL_MS = 6_000;

/** The links of one statement, polled while they are on screen. */
export const handoversQuery = (statementId: number) =>
  queryOptions({
    queryKey: ['handovers', statementId],
    queryFn: ({ signal }) => call(listHandovers, { params: { erp_id: String(statementId) }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const links = state.data ?? [];
      const isPrinting = links.some(({ recus }) => recus.some((receipt) => !receipt.recepisse_pret));
      if (isPrinting || links.some(({ envoi }) => envoi?.etat === 'en_cours')) return PRINTING_POLL_MS;
      return links.some(({ etat }) => etat === 'ouvert') && WATCHING_POLL_MS;
    },
  });

/** Shows links just created or changed before the list is fetched again. */
export function showHandovers(statementId: number, changed: readonly Handover[]): void {
  const { queryKey } = handoversQuery(statementId);
  const byId = new Map(changed.map((link) => [link.id, link]));
  queryClient.setQueryData(queryKey, (links: Handover[] = []) => {
    const known = new Set(links.map(({ id }) => id));
    return [...changed.filter(({ id }) => !known.has(id)), ...links.map((link) => byId.get(link.id) ?? link)];
  });
}
