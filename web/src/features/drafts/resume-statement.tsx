import type { ReactNode } from 'react';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import styles from './resume-statement.module.css';

/** « du 10 Rue de la Paix », but « Rue de la Paix » or « Mende » without article. */
function ofAddress(adresse: string): string {
  return /^\d/.test(adresse) ? `du ${adresse}` : `(${adresse})`;
}

export const RESUME = 'Reprendre votre état des risques';
export const RESUME_AND_GENERATE = 'Reprendre et générer votre état des risques';

type ResumeStatementProps = {
  adresse: string;
  /** Resumes it. */
  action: ReactNode;
  onCancel: () => void;
};

/** A statement was left at step 2, here or on another machine. */
export function ResumeStatement({ adresse, action, onCancel }: ResumeStatementProps) {
  return (
    <Banner
      title={`Reprendre\u00A0: état des risques ${ofAddress(adresse)}`}
      action={
        <div className={styles.actions}>
          {action}
          <Button variant="quiet" onClick={onCancel}>
            Annuler
          </Button>
        </div>
      }
    >
      Votre saisie est enregistrée.
    </Banner>
  );
}
