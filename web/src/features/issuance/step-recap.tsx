import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { UNIT_PRICE } from '#pages/pricing/packs.ts';
import { readCredits, useSession } from '#lib/session.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { forgetGeneration, rememberGeneration } from '#features/drafts/pending-generation.ts';
import { AddressCheck } from './address-check.tsx';
import { ContentCard } from './content-card.tsx';
import { DeclarationsFields } from './declarations-fields.tsx';
import type { Draft } from '#features/drafts/draft.ts';
import { NoCreditDialog } from './no-credit-dialog.tsx';
import { PartiesFields } from './parties-fields.tsx';
import { PlanPagesFields } from './plan-pages-fields.tsx';
import { usePlanPieces } from './plan-pages-query.ts';
import { Recap } from './recap.tsx';
import { StepHeading } from './step-heading.tsx';
import styles from './step-recap.module.css';
import type { DraftDispatch } from '#features/drafts/use-draft.ts';
import { useGoOn, type ReturnToGenerate } from './use-resume-generation.ts';
import { useStatementCreation } from './use-statement-creation.ts';

type StepRecapProps = {
  draft: Draft;
  dispatch: DraftDispatch;
  declarations: Declarations;
  onDeclare: (declarations: Declarations) => void;
  lacksCredit: boolean;
  onLackOfCredit: (lacksCredit: boolean) => void;
  onCancel: () => void;
  onFailure: (error: unknown) => void;
  isArrival: boolean;
  /** The user came by a « générer » link: starts as soon as the balance is known. */
  returning: ReturnToGenerate;
};

/** Step 2: the parties, the transaction, and the order to generate. */
export function StepRecap(props: StepRecapProps) {
  const { draft, dispatch, declarations, onDeclare, lacksCredit, onLackOfCredit, onCancel, onFailure, isArrival } =
    props;
  const { returning } = props;
  const { isAuthenticated, credits } = useSession();
  const navigate = useNavigate();
  const select = useRef<HTMLSelectElement>(null);
  const [isTypeMissing, setTypeMissing] = useState(false);
  const { create, isCreating } = useStatementCreation();
  const planPieces = usePlanPieces(draft, isAuthenticated);

  async function generate() {
    setTypeMissing(draft.transaction === null);
    if (draft.transaction === null) return select.current?.focus();
    rememberGeneration(draft.codeParcelle);
    if (!isAuthenticated) return navigate(paths.login);
    if (await isWithoutCredit()) return onLackOfCredit(true);
    const creation = await create(draft, declarations);
    if (creation === null) return;
    if ('erpId' in creation) {
      forgetGeneration();
      return dispatch({ type: 'created', erpId: creation.erpId });
    }
    if (creation.refusal === 'no-credit') return onLackOfCredit(true);
    if (creation.refusal === 'signed-out') return navigate(paths.login);
    return onFailure(creation.error);
  }

  useGoOn(returning, credits !== undefined, generate);

  return (
    <div className={`page ${styles.columns}`}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void generate();
        }}
      >
        <StepHeading isArrival={isArrival}>Récapitulatif de votre Etat des Risques</StepHeading>
        <div className={styles.property}>
          <Card>
            <Recap draft={draft} />
          </Card>
          <AddressCheck draft={draft} />
        </div>
        <PartiesFields
          draft={draft}
          isTypeMissing={isTypeMissing && draft.transaction === null}
          selectRef={select}
          onEdit={(fields) => dispatch({ type: 'edited', fields })}
        />
        <DeclarationsFields value={declarations} onChange={onDeclare} isLease={draft.transaction === 'Location'} />
        {isAuthenticated && (
          <PlanPagesFields
            pieces={planPieces.isError ? null : planPieces.data?.pieces}
            value={declarations.pages_des_plans ?? []}
            onChange={(pages_des_plans) => onDeclare({ ...declarations, pages_des_plans })}
          />
        )}
        <div className={styles.order}>
          <p id="cout" className={styles.cost}>
            {costOf(isAuthenticated, credits)}
          </p>
          <Button type="submit" size="large" loading={isCreating} aria-describedby="cout">
            Générer votre État Des Risques
          </Button>
        </div>
        <Button variant="refusal" size="large" className={styles.cancel} onClick={onCancel}>
          Annuler
        </Button>
      </form>
      <ContentCard />
      <NoCreditDialog open={lacksCredit} onClose={() => onLackOfCredit(false)} />
    </div>
  );
}

/** True only when the balance is known to be empty; otherwise the server decides. */
async function isWithoutCredit(): Promise<boolean> {
  const credits = await readCredits();
  return credits !== undefined && credits < 1;
}

function costOf(isAuthenticated: boolean, credits: number | undefined): string {
  const alone = `1 crédit (${UNIT_PRICE} TTC à l’unité)`;
  if (!isAuthenticated) return `${alone}. Il faudra vous connecter. Votre saisie est enregistrée.`;
  if (credits === undefined) return '1 crédit.';
  return credits < 1 ? `${alone}. Il vous manque 1\u00A0crédit.` : `1 crédit, il vous en restera ${credits - 1}.`;
}
