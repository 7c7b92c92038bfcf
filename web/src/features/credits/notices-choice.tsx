import type { UserData } from '@clairisque/contract/profile.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveProfile } from '#features/profile/save-profile.ts';
import { readToken } from '#lib/token.ts';
import { showToast } from '#lib/toasts.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import styles from './credits.module.css';

/** Saved at once; the box goes back when the server does not take it. */
export function NoticesChoice({ user }: { user: UserData }) {
  // The box answers the click at once; the mutation's own state comes a moment later.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const saving = useMutation({
    mutationFn: ({ wanted, token }: { wanted: boolean; token: string | null }) =>
      saveProfile(user, { avis_courriel: wanted }, token),
    onError: () => {
      setChosen(null);
      showToast('error', 'Votre choix n’a pas été enregistré. Veuillez réessayer.');
    },
  });
  return (
    <div className={styles.notices}>
      <Checkbox
        label="Recevoir un avis par e-mail quand mon solde est bas ou que des crédits vont expirer"
        help={saving.isSuccess ? 'Choix enregistré.' : 'Un seul message par achat et par formule.'}
        checked={chosen ?? user.avis_courriel}
        onChange={(event) => {
          if (saving.isPending) return;
          setChosen(event.target.checked);
          saving.mutate({ wanted: event.target.checked, token: readToken() });
        }}
      />
    </div>
  );
}
