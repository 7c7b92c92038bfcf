import { announce } from '#lib/announce.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import type { Hold } from './draft-lock.ts';
import type { Step } from './draft.ts';
import styles from '#features/issuance/wizard-page.module.css';

/** Another tab keeps the draft. Everything works here, but nothing is stored until the user chooses to go on here. */
export function DraftElsewhere({ step, hold, onTakeOver }: { step: Step; hold: Hold; onTakeOver: () => void }) {
  if (step > 2 || hold !== 'elsewhere') return null;
  const takeOver = () => {
    onTakeOver();
    document.getElementById('etape')?.focus();
    announce('Votre saisie est maintenant enregistrée dans cet onglet.');
  };
  return (
    <div className={styles.offer}>
      <Banner
        tone="warning"
        live
        title="Un état des risques est ouvert dans un autre onglet"
        action={
          <Button variant="secondary" onClick={takeOver}>
            Continuer ici
          </Button>
        }
      >
        Vous pouvez continuer dans les deux, mais seule la saisie de l’autre onglet est enregistrée.
      </Banner>
    </div>
  );
}
