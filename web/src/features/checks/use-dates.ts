import { changeDates } from '@clairisque/contract/checks.dates.ts';
import { closeStatement } from '@clairisque/contract/statements.ts';
import { useMutation } from '@tanstack/react-query';
import { retryHint } from '#features/accounts/refusal.ts';
import { statementsQuery } from '#features/statements/statements-query.ts';
import { call, type CallInput } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { fieldFaults, refusalSentence } from '#lib/refusal-sentence.ts';
import { typeset } from '#lib/typeset.ts';
import { datesQuery, refreshFollowUp } from './follow-up-query.ts';

type Changes = NonNullable<CallInput<typeof changeDates>['body']>;

/** Saves dates, and shows what the server says of them. */
export function useDates(id: string) {
  return useMutation({
    mutationFn: (body: Changes) => call(changeDates, { params: { erp_id: id }, body }),
    onSuccess: (dates) => {
      queryClient.setQueryData(datesQuery(id).queryKey, dates);
      refresh(id);
    },
  });
}

/** « Ce n’est pas signé »: the day of signature goes, and the watch opens again, also without a day. */
export function useReopening(id: string) {
  return useMutation({
    mutationFn: async ({ hasDay }: { hasDay: boolean }) => {
      if (hasDay) await call(changeDates, { params: { erp_id: id }, body: { signe_le: null } });
      else await call(closeStatement, { params: { id }, body: { conclu: false } });
    },
    onSuccess: () => refresh(id),
  });
}

/** Its row says when it is signed, or that it is. */
function refresh(id: string): void {
  void refreshFollowUp(id);
  void queryClient.invalidateQueries({ queryKey: statementsQuery.queryKey });
}

const NOT_SAVED = 'Votre choix n’a pas été enregistré. Réessayez.';

export const sentenceOf = (error: Error): string => typeset(refusalSentence(error) ?? retryHint(error) ?? NOT_SAVED);

/** The server's sentence about a field. */
export function faultOf(error: Error | null, name: string): string | undefined {
  const fault = fieldFaults(error).find(({ pointer }) => pointer === name);
  return fault && typeset(fault.detail);
}

export const INCOMPLETE_DAY = 'Indiquez une date complète : jour, mois, année.';

/** A browser gives no value of a date that is typed in part, as of an empty one. */
export function isIncomplete(form: HTMLFormElement, name: string): boolean {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.validity.badInput;
}
