import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { loginOriginOf } from '#features/accounts/login-banner.tsx';
import { readOrder, type SavedOrder } from '#features/orders/saved-order.ts';
import { useIsAlreadyPaid } from '#features/orders/payment-session.tsx';
import { GENERATE_LINK_STATE, isGenerationAsked } from '#features/drafts/pending-generation.ts';
import { adoptDraft, ownAddress, useOfferedDraft } from '#features/drafts/saved-draft.ts';
import { RESUME, RESUME_AND_GENERATE, ResumeStatement } from '#features/drafts/resume-statement.tsx';
import { useSession } from '#lib/session.ts';
import { paths } from '#paths.ts';
import { MAIN_ID } from '#shell/use-screen-title.ts';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import styles from './resume-banner.module.css';

/** Resumes in one click what the sign-in interrupted, or what was left on another machine. */
export function ResumeBanner() {
  const isAlreadyPaid = useIsAlreadyPaid();
  const order = isAlreadyPaid ? null : readOrder();
  const { adresse, adopt } = useUnderWay();
  const isFromSignIn = loginOriginOf(useLocation().state) === 'sign-in';
  const stack = useFocusWhenShown(isFromSignIn && (order !== null || adresse !== null));
  if (order === null && adresse === null) return null;
  return (
    <div ref={stack} className={styles.stack}>
      {adresse !== null && <ResumedStatement adresse={adresse} onResume={adopt} />}
      {order !== null && <ResumedOrder order={order} />}
    </div>
  );
}

/** The statement of this machine, else the one left on another, to be adopted first. */
export function useUnderWay() {
  const own = ownAddress();
  const kept = useOfferedDraft(own !== null);
  return { adresse: own ?? kept?.adresse ?? null, adopt: () => kept && adoptDraft(kept) };
}

function ResumedOrder({ order }: { order: SavedOrder }) {
  return (
    <Banner
      tone="success"
      title={`Reprendre\u00A0: votre commande de ${order.label}`}
      action={
        <ButtonLink to={'pack' in order ? paths.orderSummary : paths.simulator}>Reprendre votre commande</ButtonLink>
      }
    />
  );
}

/** A link that spends a credit says so; without a credit the next screen offers to buy one. */
function ResumedStatement({ adresse, onResume }: { adresse: string; onResume: () => void }) {
  const { credits } = useSession();
  const goesOn = credits !== undefined && isGenerationAsked();
  return (
    <ResumeStatement
      adresse={adresse}
      action={
        <ButtonLink to={paths.wizard} state={goesOn ? GENERATE_LINK_STATE : null} onClick={onResume}>
          {goesOn && credits > 0 ? RESUME_AND_GENERATE : RESUME}
        </ButtonLink>
      }
    />
  );
}

/** After a sign-in, focuses the interrupted work; not when the user is already elsewhere on the page. */
function useFocusWhenShown(isWanted: boolean) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    // After the screen's own focus.
    const timer = window.setTimeout(() => {
      const at = document.activeElement;
      if (at === document.body || at?.id === MAIN_ID) element.current?.querySelector('a')?.focus();
    });
    return () => window.clearTimeout(timer);
  }, [isWanted]);
  return element;
}
