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

/** A receipt is printed within seconds. */
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
      if (isPrinting) return PRINTING_POLL_MS;
      return links.some(({ etat }) => etat === 'ouvert') && WATCHING_POLL_MS;
    },
  });

/** Shows a link just created or changed before the list is fetched again. */
export function showHandover(statementId: number, link: Handover): void {
  const { queryKey } = handoversQuery(statementId);
  queryClient.setQueryData(queryKey, (links: Handover[] = []) =>
    links.some(({ id }) => id === link.id) ? links.map((one) => (one.id === link.id ? link : one)) : [link, ...links],
  );
}
