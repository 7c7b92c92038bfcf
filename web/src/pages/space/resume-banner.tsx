import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginOriginOf } from '#features/accounts/login-banner.tsx';
import { readOrder, type SavedOrder } from '#features/orders/saved-order.ts';
import { useIsAlreadyPaid } from '#features/orders/payment-session.tsx';
import { GENERATE_LINK_STATE, isGenerationAsked } from '#features/drafts/pending-generation.ts';
import { offerUndo } from '#features/drafts/cancelled-draft.ts';
import { useListedDraft } from '#features/drafts/saved-draft.ts';
import { RESUME, RESUME_AND_GENERATE, ResumeStatement } from '#features/drafts/resume-statement.tsx';
import { savePack } from '#features/orders/saved-pack.ts';
import { useSession } from '#lib/session.ts';
import { UNIT_PACK } from '#lib/packs.ts';
import { paths } from '#paths.ts';
import { MAIN_ID } from '#shell/use-screen-title.ts';
import { Banner } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import styles from './resume-banner.module.css';

/** Resumes in one click what the sign-in interrupted, or what was left on another machine. */
export function ResumeBanner() {
  const isAlreadyPaid = useIsAlreadyPaid();
  const order = isAlreadyPaid ? null : readOrder();
  const { listed, adopt, giveUp } = useListedDraft();
  const navigate = useNavigate();
  const cancel = () => {
    giveUp();
    if (listed !== null) offerUndo(listed, () => void navigate(paths.wizard));
  };
  const isFromSignIn = loginOriginOf(useLocation().state) === 'sign-in';
  const stack = useFocusWhenShown(isFromSignIn && (order !== null || listed !== null));
  if (order === null && listed === null) return null;
  return (
    <div ref={stack} className={styles.stack}>
      {listed !== null && <ResumedStatement adresse={listed.draft.adresse} onResume={adopt} onCancel={cancel} />}
      {order !== null && <ResumedOrder order={order} />}
    </div>
  );
}

function ResumedOrder({ order }: { order: SavedOrder }) {
  return (
    <Banner
      title={`Reprendre\u00A0: votre commande de ${order.label}`}
      action={
        <ButtonLink to={'pack' in order ? paths.orderSummary : paths.simulator}>Reprendre votre commande</ButtonLink>
      }
    />
  );
}

/** A link that spends a credit says so; without a credit, one to buy it comes first. */
function ResumedStatement(props: { adresse: string; onResume: () => void; onCancel: () => void }) {
  const { adresse, onResume, onCancel } = props;
  const { credits } = useSession();
  const goesOn = credits !== undefined && isGenerationAsked();
  const lacksCredit = goesOn && credits < 1;
  return (
    <ResumeStatement
      adresse={adresse}
      onCancel={onCancel}
      action={
        <>
          {lacksCredit && (
            <ButtonLink to={paths.orderSummary} onClick={() => savePack(UNIT_PACK)}>
              Commander 1&nbsp;crédit
            </ButtonLink>
          )}
          <ButtonLink
            variant={lacksCredit ? 'secondary' : 'primary'}
            to={paths.wizard}
            state={goesOn ? GENERATE_LINK_STATE : null}
            onClick={onResume}
          >
            {goesOn && !lacksCredit ? RESUME_AND_GENERATE : RESUME}
          </ButtonLink>
        </>
      }
    />
  );
}

/** After a sign-in, focuses the interrupted work; not when the user is already elsewhere on the page. */
function useFocusWhenShown(isWanted: boolean) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    // The screen's own focus comes first.
    const timer = window.setTimeout(() => {
      const at = document.activeElement;
      if (at === document.body || at?.id === MAIN_ID) element.current?.querySelector('a')?.focus();
    });
    return () => window.clearTimeout(timer);
  }, [isWanted]);
  return element;
}
