import { closeStatement } from '@clairisque/contract/statements.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { closeToast, showToast } from '#lib/toasts.ts';
import type { StatementRow } from './statement-row.ts';
import { replaceItem } from './statements-query.ts';

/** « Vente conclue »: stops the reminders; can be undone. */
export function useConclusion(item: StatementRow['item']) {
  const { mutate, isPending } = useMutation({
    mutationFn: (conclu: boolean) => call(closeStatement, { params: { id: String(item.id) }, body: { conclu } }),
    onSuccess: async (answer, conclu) => {
      await replaceItem({ ...item, ...answer, conclu });
      if (conclu) {
        const what = item.type === 'Vente' ? 'Vente conclue' : 'Bail conclu';
        const toast = showToast('success', `${what} : vous ne recevrez plus de rappel d’échéance pour ce bien.`, {
          label: 'Annuler',
          onSelect: () => {
            closeToast(toast);
            mutate(false);
          },
        });
      } else showToast('success', 'Les rappels d’échéance reprennent pour ce bien.');
    },
    onError: () => showToast('error', 'Votre choix n’a pas été enregistré. Veuillez réessayer.'),
  });
  return { conclude: mutate, isSaving: isPending };
}
