import { GENERATE, isGenerationAsked } from '#features/drafts/pending-generation.ts';
import { RESUME_AND_GENERATE } from '#features/drafts/resume-statement.tsx';
import { getCookie } from '#lib/cookies.ts';
import { paths, spaceTab } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { Reception } from './reception.ts';

type State = Reception['state'];
type NextStepProps = { state: State; isAsking: boolean; onAskAgain: () => void };

/** The next step first, then the prescribed way back. */
export function NextStep({ state, isAsking, onAskAgain }: NextStepProps) {
  const isAtStart = (getCookie('statut_realisation_erp') ?? '1') === '1';
  if (state === 'asking') return null;
  if (state === 'signed-out') return <ButtonLink to={paths.login}>Se connecter</ButtonLink>;
  return (
    <>
      {state === 'payee' && <UseCredits isAtStart={isAtStart} />}
      {ASK_AGAIN.includes(state) && (
        <Button loading={isAsking} onClick={onAskAgain}>
          Vérifier maintenant
        </Button>
      )}
      {ORDER_AGAIN.includes(state) && <ButtonLink to={paths.orderSummary}>Reprendre la commande</ButtonLink>}
      {ELSEWHERE.includes(state) && <ButtonLink to={spaceTab('credits-tabs-simple')}>Voir mon solde</ButtonLink>}
      <ButtonLink to={isAtStart ? paths.home : paths.wizard} variant="secondary">
        Retour à l'accueil
      </ButtonLink>
      {state === 'payee' && (
        <ButtonLink to={spaceTab('factures-tabs-simple')} variant="quiet">
          Voir mes factures
        </ButtonLink>
      )}
    </>
  );
}

function UseCredits({ isAtStart }: { isAtStart: boolean }) {
  if (isGenerationAsked()) {
    return (
      <ButtonLink to={paths.wizard} state={GENERATE}>
        {RESUME_AND_GENERATE}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to={paths.wizard}>
      {isAtStart ? 'Réaliser un état des risques' : 'Reprendre votre état des risques'}
    </ButtonLink>
  );
}

const ASK_AGAIN: readonly State[] = ['ouverte', 'en_attente', 'unknown'];
const ORDER_AGAIN: readonly State[] = ['echouee', 'expiree'];
const ELSEWHERE: readonly State[] = ['none', 'foreign'];
