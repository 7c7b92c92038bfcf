import { me } from '#responses/accounts.ts';
import { endOtherSessions, endSession, type Session, listSessions } from '@clairisque/contract/accounts.ts';
import { useMutation, useQuery, queryOptions } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { retryHint } from './refusal.ts';
import { focusFirst } from '#ui/form-errors.tsx';
import { ApiFailure, call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { showToast } from '#lib/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/field.tsx';
import styles from './sessions.module.css';

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
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<string>();
  const account = useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call(me, { signal }) });
  const end = useMutation({
    mutationKey: ENDING,
    mutationFn: () => endThem(ending, password),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      showToast(
        'success',
        ending === 'others' ? 'Tous vos autres appareils sont déconnectés.' : 'Appareil déconnecté.',
      );
      onEnded();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (end.isPending) return;
    const form = event.currentTarget;
    const refuse = (sentence: string) => {
      setRefused(sentence);
      focusFirst(form, ['current_password']);
    };
    setRefused(undefined);
    if (password === '') return refuse('Le mot de passe actuel est requis.');
    end.mutate(undefined, { onError: (error) => isWrongPassword(error) && refuse('Mot de passe incorrect.') });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {/* For password managers: the account. */}
      <input type="text" name="username" autoComplete="username" value={account.data?.username ?? ''} readOnly hidden />
      <PasswordField
        label="Votre mot de passe"
        name="current_password"
        autoComplete="current-password"
        value={password}
        error={refused}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div role="alert" className={styles.refusal}>
        {end.isError && !isWrongPassword(end.error) && (
          <Banner tone="error" title="La déconnexion n’a pas abouti.">
            {retryHint(end.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" disabled={end.isPending} onClick={onCancel}>
          Annuler
        </Button>
        <Button type="submit" variant="danger" loading={end.isPending}>
          {ending === 'others' ? 'Déconnecter tous les autres' : 'Déconnecter'}
        </Button>
      </div>
    </form>
  );
}

/** A session that is already gone counts as ended. */
async function endThem(ending: Ending, password: string): Promise<void> {
  const body = { current_password: password };
  if (ending === 'others') return void (await call(endOtherSessions, { body }));
  try {
    await call(endSession, { params: { session_id: String(ending.id) }, body });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
  }
}

const isWrongPassword = (error: Error): boolean => error instanceof ApiFailure && error.status === 400;
