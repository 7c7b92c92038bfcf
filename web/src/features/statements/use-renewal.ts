import { renewStatement } from '#responses/statements.ts';
import { useMutation, useIsMutating, useMutationState } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiFailure, call, type Answer } from '#lib/api.ts';
import { addDays, todayInParis } from '#lib/dates.ts';
import { queryClient } from '#lib/query-client.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { showToast } from '#lib/toasts.ts';
import type { StatementRow } from './statement-row.ts';
import { replaceItems, statementsQuery } from './statements-query.ts';
import { useDownload } from './use-download.ts';

type Item = StatementRow['item'];

/** The download starts half a second after the renewal. */
const DOWNLOAD_DELAY_MS = 500;
const VALIDITY_DAYS = 180;
const RENEWED = 'ERP renouvelé avec succès ! Téléchargement en cours...';

type Renewal = Answer<typeof renewStatement>;

const keyOf = (item: Item) => ['renewal', item.id] as const;

/** One renewal at a time for a row, even after the row was unmounted and mounted again. */
export function useRenewal(item: Item): { renew: () => void; isRenewing: boolean } {
  const download = useDownload(item);
  const isRenewing = useIsMutating({ mutationKey: keyOf(item) }) > 0;
  const { mutate } = useMutation({
    mutationKey: keyOf(item),
    mutationFn: () => call(renewStatement, { params: { id: String(item.id) } }),
    onSuccess: async (answer) => {
      showToast('success', RENEWED);
      window.setTimeout(download.start, DOWNLOAD_DELAY_MS);
      await replaceItems([renewedItem(item, answer)]);
    },
    onError: (error) => {
      showToast('error', `ERREUR: ${serverMessage(error) ?? 'Erreur lors du renouvellement'}`);
      // Gone, or renewed elsewhere: the list is out of date.
      if (isOutdated(error)) void queryClient.invalidateQueries({ queryKey: statementsQuery.queryKey });
    },
  });
  return { renew: () => !isRenewing && mutate(), isRenewing };
}

/** Changes reported by this page's renewals: empty for a row that was not renewed here. */
export function useChanges(item: Item): readonly string[] {
  const answers = useMutationState({
    filters: { mutationKey: keyOf(item), status: 'success' },
    select: ({ state }) => (state.data as Renewal).changements,
  });
  return answers.at(-1) ?? [];
}

/** The row becomes « Renouvelé », whatever the answer omits. */
function renewedItem(item: Item, answer: Renewal): Item {
  const given = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined));
  const today = todayInParis();
  return {
    ...item,
    nb_regenerations: item.nb_regenerations + 1,
    derniere_regeneration: today,
    date_expiration_regeneration: addDays(today, VALIDITY_DAYS),
    ...given,
    id: item.id,
    peut_regenerer: false,
  };
}

function serverMessage(error: unknown): string | null {
  if (!(error instanceof ApiFailure) || error.status === null) return null;
  const body = Message.safeParse(error.body);
  return (body.data?.message ?? body.data?.error)?.trim() || refusalSentence(error);
}
const Message = z.object({ message: z.string().optional(), error: z.string().optional() });

function isOutdated(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 404 || error.status === 409);
}
