import type { ReactNode } from 'react';
import { Banner } from '#ui/banner.tsx';

/** « du 10 Rue de la Paix », but « Rue de la Paix » or « Mende » without article. */
function ofAddress(adresse: string): string {
  return /^\d/.test(adresse) ? `du ${adresse}` : `(${adresse})`;
}

export const RESUME = 'Reprendre votre état des risques';
export const RESUME_AND_GENERATE = 'Reprendre et générer votre état des risques';

/** A statement was left at step 2, here or on another machine; `action` resumes it. */
export function ResumeStatement({ adresse, action }: { adresse: string; action: ReactNode }) {
  return (
    <Banner tone="success" title={`Reprendre\u00A0: état des risques ${ofAddress(adresse)}`} action={action}>
      Votre saisie est enregistrée.
    </Banner>
  );
}
