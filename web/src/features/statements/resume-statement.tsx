import type { ReactNode } from 'react';
import { Banner } from '#ui/banner.tsx';

export const RESUME = 'Reprendre votre état des risques';

/** A statement was left at step 2, here or on another machine; `action` takes it up again. */
export function ResumeStatement({ adresse, action }: { adresse: string; action: ReactNode }) {
  return (
    <Banner tone="success" title="Votre état des risques vous attend" action={action}>
      {adresse}
    </Banner>
  );
}
