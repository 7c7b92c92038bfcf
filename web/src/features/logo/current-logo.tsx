import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';
import styles from './logo.module.css';

type CurrentLogoProps = { address: string; isRemoving: boolean; onRemove: () => void };

export function CurrentLogo({ address, isRemoving, onRemove }: CurrentLogoProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.picture}>
      <figure>
        <img src={address} alt="Votre logo actuel" />
        <figcaption>Logo actuel</figcaption>
      </figure>
      <Button
        variant="secondary"
        icon={<Trash2 aria-hidden="true" />}
        loading={isRemoving}
        onClick={() => setAsking(true)}
      >
        Supprimer le logo
      </Button>
      <AlertDialog
        open={isAsking}
        onDismiss={() => setAsking(false)}
        title="Êtes-vous sûr de vouloir supprimer votre logo ?"
        description="Vos prochains états des risques porteront seulement le nom Clairisque. Ceux qui sont déjà émis ne changent pas."
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Non, le garder
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                onRemove();
              }}
            >
              Oui, supprimer
            </Button>
          </>
        }
      />
    </div>
  );
}
