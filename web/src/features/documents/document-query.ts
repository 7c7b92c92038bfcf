import { readDocument } from '@clairisque/contract/documents.ts';
import { readHandedOver } from '@clairisque/contract/handovers.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, call } from '#lib/api.ts';

/** An issued document never changes. Also queried offline: the last ones are kept (`offline/service-worker.ts`). */
const FOREVER = { staleTime: Infinity, retry: isUnanswered, networkMode: 'always' } as const;

export const ownDocumentQuery = (id: string, edition: '1' | '2' | undefined) =>
  queryOptions({
    queryKey: ['document', id, edition ?? null],
    queryFn: ({ signal }) => call(readDocument, { params: { erp_id: id }, query: { edition }, signal }),
    ...FOREVER,
  });

export const handedOverQuery = (jeton: string, recu: string) =>
  queryOptions({
    queryKey: ['handed-over-document', jeton, recu],
    queryFn: ({ signal }) => call(readHandedOver, { params: { jeton }, query: { recu }, signal }),
    ...FOREVER,
  });

function isUnanswered(count: number, error: Error): boolean {
  return count < 2 && error instanceof ApiFailure && error.status === null;
}
