import type { UserData } from '@clairisque/contract/profile.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readToken } from '#lib/token.ts';
import { showToast } from '#lib/toasts.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { saveProfile } from './use-profile-form.ts';

type SavedChoiceProps = { user: UserData; name: 'avis_courriel' | 'rappels_echeance'; label: string; help: string };

/** Saved at once; the box reverts when the server refuses. */
export function PreferenceCheckbox({ user, name, label, help }: SavedChoiceProps) {
  // The box changes with the click; the mutation's state changes a moment later.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const saving = useMutation({
    mutationFn: ({ wanted, token }: { wanted: boolean; token: string | null }) =>
      saveProfile(user, { [name]: wanted }, token),
    onError: () => {
      setChosen(null);
      showToast('error', 'Votre choix n’a pas été enregistré. Veuillez réessayer.');
    },
  });
  return (
    <Checkbox
      label={label}
      help={saving.isSuccess ? 'Choix enregistré.' : help}
      checked={chosen ?? user[name]}
      onChange={(event) => {
        if (saving.isPending) return;
        setChosen(event.target.checked);
        saving.mutate({ wanted: event.target.checked, token: readToken() });
      }}
    />
  );
}
