import { endOtherSessions, endSession, type Session, listSessions } from '@clairisque/contract/accounts.ts';
import { useMutation, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { showToast } from '#lib/toasts.ts';
import { PasswordStep } from './password-step.tsx';
import { retryHint, unlessGone } from './refusal.ts';

/** The open sessions of the account. Their last use changes elsewhere: fetched each time they are shown. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  staleTime: 0,
});

export type Ending = Session | 'others';
/** Key of the mutation: the dialog stays open until it has an outcome. */
export const ENDING = ['session-ending'];
type EndingFormProps = { ending: Ending; onCancel: () => void; onEnded: () => void };

/** Asks for the password again: a stolen session must not shut its owner out of the others. */
export function EndingForm({ ending, onCancel, onEnded }: EndingFormProps) {
  const end = useMutation({
    mutationKey: ENDING,
    mutationFn: (password: string) => endThem(ending, password),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      showToast(
        'success',
        ending === 'others' ? 'Tous vos autres appareils sont déconnectés.' : 'Appareil déconnecté.',
      );
      onEnded();
    },
  });
  return (
    <PasswordStep
      label={ending === 'others' ? 'Déconnecter tous les autres' : 'Déconnecter'}
      variant="danger"
      act={end}
      failure={{ title: 'La déconnexion n’a pas abouti.', text: retryHint }}
      onCancel={onCancel}
    />
  );
}

async function endThem(ending: Ending, password: string): Promise<void> {
  const body = { current_password: password };
  if (ending === 'others') return void (await call(endOtherSessions, { body }));
  await unlessGone(call(endSession, { params: { session_id: String(ending.id) }, body }));
}
