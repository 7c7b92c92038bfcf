import { closeStatement } from '@clairisque/contract/statements.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { closeToast, showToast } from '#lib/toasts.ts';
import type { StatementRow } from './statement-row.ts';
import { replaceItems } from './statements-query.ts';

type Item = StatementRow['item'];

/** « Vente conclue », of one statement or of several: stops the reminders; can be undone. */
export function useConclusion() {
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ items, conclu }: { items: readonly Item[]; conclu: boolean }) => {
      const done: Item[] = [];
      // One after the other: the server takes a few calls of one account at a time.
      for (const item of items) {
        const answer = await call(closeStatement, { params: { id: String(item.id) }, body: { conclu } }).catch(
          () => null,
        );
        if (answer !== null) done.push({ ...item, ...answer, conclu });
      }
      return done;
    },
    onSuccess: async (done, { items, conclu }) => {
      await replaceItems(done);
      const failed = items.length - done.length;
      if (failed > 0) showToast('error', failureOf(failed, items.length));
      if (done.length === 0) return;
      if (!conclu) {
        showToast('success', `Les rappels d’échéance reprennent pour ${placesOf(done)}.`);
        return;
      }
      const toast = showToast(
        'success',
        `${whatOf(done)} : vous ne recevrez plus de rappel d’échéance pour ${placesOf(done)}.`,
        {
          label: 'Annuler',
          onSelect: () => {
            closeToast(toast);
            mutate({ items: done, conclu: false });
          },
        },
      );
    },
  });
  return { conclude: mutate, isSaving: isPending };
}

const placesOf = ({ length }: readonly Item[]): string => (length > 1 ? `ces ${length} biens` : 'ce bien');

function whatOf(items: readonly Item[]): string {
  const isSale = items[0]?.type === 'Vente';
  if (items.length === 1) return isSale ? 'Vente conclue' : 'Bail conclu';
  if (items.some(({ type }) => type !== items[0]?.type)) return 'Ventes et baux conclus';
  return isSale ? 'Ventes conclues' : 'Baux conclus';
}

const failureOf = (failed: number, asked: number): string =>
  asked === 1
    ? 'Votre choix n’a pas été enregistré. Veuillez réessayer.'
    : `${failed} sur ${asked} n’ont pas été enregistrés. Veuillez réessayer.`;
