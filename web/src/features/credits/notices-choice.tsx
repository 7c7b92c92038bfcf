import type { UserData } from '@clairisque/contract/profile.ts';
import { useMutation } from '@tanstack/react-query';
import { saveProfile } from '#features/profile/save-profile.ts';
import { readToken } from '#lib/token.ts';
import { showToast } from '#lib/toasts.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import styles from './credits.module.css';

/** Saved at once; the box goes back when the server does not take it. */
export function NoticesChoice({ user }: { user: UserData }) {
  const saving = useMutation({
    mutationFn: ({ wanted, token }: { wanted: boolean; token: string | null }) =>
      saveProfile(user, { avis_courriel: wanted }, token),
    onError: () => showToast('error', 'Votre choix n’a pas été enregistré. Veuillez réessayer.'),
  });
  const isOn = saving.isPending ? saving.variables.wanted : user.avis_courriel;
  return (
    <div className={styles.notices}>
      <Checkbox
        label="Recevoir un avis par e-mail quand mon solde est bas ou que des crédits vont expirer"
        help={saving.isSuccess ? 'Choix enregistré.' : 'Un seul message par achat et par formule.'}
        checked={isOn}
        onChange={(event) => {
          if (!saving.isPending) saving.mutate({ wanted: event.target.checked, token: readToken() });
        }}
      />
    </div>
  );
}
