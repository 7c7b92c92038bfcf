import { openHandover } from '@clairisque/contract/handovers.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, call, type Answer } from '#lib/api.ts';
import { z } from 'zod';
import { readTab, writeTab } from '#lib/storage.ts';

/** The response to the acknowledgement, with its link. */
const Kept = z.object({
  jeton: z.string(),
  recu: z.string(),
  recu_le: z.iso.datetime(),
  /** Reference of the document that was received. */
  reference: z.string().optional(),
});
export type KeptReceipt = z.infer<typeof Kept>;

/** A page reloaded after « reçu » does not ask again. */
export function readReceipt(token: string): KeptReceipt | null {
  const kept = Kept.safeParse(readTab('remise_reconnue'));
  return kept.success && kept.data.jeton === token ? kept.data : null;
}

export function keepReceipt(receipt: KeptReceipt): void {
  writeTab('remise_reconnue', receipt);
}

export type OpenedHandover = Answer<typeof openHandover>;

/** The document speaks to its owner; its reader is a buyer or a tenant, whose property it is not yet. */
export function forReader<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll('Votre bien', 'Ce bien').replaceAll('votre bien', 'ce bien');
  return JSON.parse(text) as Value;
}

const RETRIES = 2;

/** Each call is an opening that the owner sees: called once per visit, and retried only without a response. */
export const openedQuery = (token: string) =>
  queryOptions({
    queryKey: ['opened-handover', token],
    queryFn: async ({ signal }) => forReader(await call(openHandover, { params: { jeton: token }, signal })),
    staleTime: Infinity,
    retry: (count, error) => count < RETRIES && error instanceof ApiFailure && error.status === null,
  });

/** Unknown, revoked and expired links look the same; so does a malformed token. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiFailure && (error.status === 404 || error.status === 400);
}
