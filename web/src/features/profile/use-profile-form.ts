import type { UserData, UserDataUpdate } from '@clairisque/contract/profile.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { readToken } from '#lib/token.ts';
import type { Outcome } from './transient-message.tsx';
import { focusFirst } from '#ui/form-errors.tsx';
import { checkProfile, formOf, updateOf, type ProfileErrors, type ProfileForm } from './profile-form.ts';
import { profileRefusal } from './refusals.ts';
import { updateUserData } from '#responses/profile.ts';
import { call } from '#lib/api.ts';
import { showUser } from '#lib/session.ts';

/**
 * Saves `changes` to the profile `user` and updates it everywhere on screen.
 * @param token of the profile's owner, read when the user saved.
 * @throws {ApiFailure} when they were not saved.
 */
export async function saveProfile(user: UserData, changes: UserDataUpdate, token: string | null): Promise<UserData> {
  const answer = await call(updateUserData, { body: changes });
  const given = Object.entries(answer).filter(([, value]) => value !== undefined);
  const saved: UserData = Object.assign({}, user, Object.fromEntries(given));
  showUser(saved, token);
  return saved;
}

const INCOMPLETE: Outcome = { tone: 'error', sentence: 'Veuillez corriger les erreurs dans le formulaire.' };
const SAVED: Outcome = { tone: 'success', sentence: 'Vos informations sont enregistrées.' };

type Name = keyof ProfileForm;

/** State, errors and saving of the personal card. A field's error shows only after a change. */
export function useProfileForm(user: UserData) {
  const [form, setForm] = useState(() => formOf(user));
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set());
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const errors = checkProfile(form);

  const saving = useMutation({
    mutationFn: (token: string | null) => saveProfile(user, updateOf(form), token),
    onSuccess: (saved) => {
      setForm(formOf(saved));
      setOutcome({ ...SAVED });
    },
    onError: (error) => setOutcome({ tone: 'error', ...profileRefusal(error) }),
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (saving.isPending) return;
    setTouched(new Set(Object.keys(form) as Name[]));
    const wrong = Object.keys(errors);
    setOutcome(wrong.length > 0 ? { ...INCOMPLETE } : null);
    if (wrong.length === 0) saving.mutate(readToken());
    else focusFirst(event.currentTarget, wrong);
  }

  return {
    form,
    errors: only(errors, touched),
    isSaving: saving.isPending,
    outcome,
    forgetOutcome: () => setOutcome(null),
    // Not on blur: the error would push « Enregistrer » away from under the click.
    change: (change: Partial<ProfileForm>) => {
      setForm({ ...form, ...change });
      setTouched(new Set([...touched, ...(Object.keys(change) as Name[])]));
    },
    submit,
  };
}

function only(errors: ProfileErrors, names: ReadonlySet<Name>): ProfileErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => names.has(name as Name)));
}
