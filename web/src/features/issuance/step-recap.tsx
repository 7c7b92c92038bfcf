import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { UNIT_PACK, UNIT_PRICE } from '#lib/packs.ts';
import { readCredits, useSession } from '#lib/session.ts';
import { paths } from '#paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import {
  forgetGeneration,
  rememberGeneration,
  useResumedGeneration,
  type ResumedGeneration,
} from '#features/drafts/pending-generation.ts';
import { AddressCheck } from './address-check.tsx';
import { DeclarationsFields } from './declarations-fields.tsx';
import { FormerDialog, useFormerStatement } from './former-statement.tsx';
import type { Draft } from '#features/drafts/draft.ts';
import { PartiesFields } from './parties-fields.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { PlanPagesFields, usePlans } from './plan-pages-fields.tsx';
import { Recap } from './recap.tsx';
import { StepHeading } from './progress-steps.tsx';
import { STEP_TITLES } from './step-titles.ts';
import styles from './step-recap.module.css';
import type { DraftDispatch } from '#features/drafts/use-draft.ts';
import { useStatementCreation } from './use-statement-creation.ts';
import { FileText, Landmark, MapPinned, Mountain, Plane, Sprout } from 'lucide-react';
import { savePack } from '#features/orders/saved-pack.ts';
import { AlertDialog } from '#ui/dialog.tsx';

type StepRecapProps = {
  draft: Draft;
  dispatch: DraftDispatch;
  declarations: Declarations;
  onDeclare: (declarations: Declarations) => void;
  lacksCredit: boolean;
  onLackOfCredit: (lacksCredit: boolean) => void;
  /** Back to step 1, with everything typed. */
  onEditPlace: () => void;
  onAddParcels: () => void;
  onCancel: () => void;
  onFailure: (error: unknown) => void;
  isArrival: boolean;
  /** The user came by a « générer » link: starts as soon as the balance is known. */
  returning: ResumedGeneration;
};

/** Step 2: the parties, the transaction, and the order to generate. */
export function StepRecap(props: StepRecapProps) {
  const { draft, dispatch, declarations, onDeclare, lacksCredit, onLackOfCredit } = props;
  const { onEditPlace, onAddParcels, onCancel, onFailure, isArrival, returning } = props;
  const { isAuthenticated, credits } = useSession();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [isTypeMissing, setTypeMissing] = useState(false);
  const { create, isCreating } = useStatementCreation();
  const { documents, known } = usePlans(draft, isAuthenticated);
  const former = useFormerStatement(draft);

  async function generate(isAsked?: true) {
    setTypeMissing(draft.transaction === null);
    if (focusFault(form.current, draft)) return;
    rememberGeneration(draft.codeParcelle);
    if (!isAuthenticated) return navigate(paths.login);
    if (await isWithoutCredit()) return onLackOfCredit(true);
    if (isAsked !== true && !(await former.isFree())) return;
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

  useResumedGeneration(returning, credits !== undefined, generate);

  return (
    <div className={`page ${styles.columns}`}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void generate();
        }}
      >
        <StepHeading isArrival={isArrival}>{STEP_TITLES[2]}</StepHeading>
        <div className={styles.property}>
          <Card>
            <Recap draft={draft} onEditPlace={onEditPlace} />
            <Button variant="secondary" className={styles.add} onClick={onAddParcels}>
              {draft.others.length > 0 ? 'Modifier les parcelles' : 'Ajouter une parcelle'}
            </Button>
          </Card>
          <AddressCheck draft={draft} />
        </div>
        <PartiesFields
          draft={draft}
          isTypeMissing={isTypeMissing && draft.transaction === null}
          onEdit={(fields) => dispatch({ type: 'edited', fields })}
        />
        <DeclarationsFields
          value={declarations}
          onChange={onDeclare}
          isLease={draft.transaction === 'Location'}
          known={known}
        />
        {isAuthenticated && (
          <PlanPagesFields
            pieces={documents.isError ? null : documents.data?.pieces}
            value={declarations.pages_des_plans ?? []}
            onChange={(pages_des_plans) => onDeclare({ ...declarations, pages_des_plans })}
          />
        )}
        <OpenQuestions draft={draft} />
        <Order cost={costOf(isAuthenticated, credits)} isCreating={isCreating || former.isAsking} />
        <Button variant="refusal" size="large" className={styles.cancel} onClick={onCancel}>
          Annuler
        </Button>
      </form>
      <ContentCard />
      <FormerDialog question={former} onContinue={() => void generate(true)} />
      <NoCreditDialog open={lacksCredit} onClose={() => onLackOfCredit(false)} />
    </div>
  );
}

function Order({ cost, isCreating }: { cost: string; isCreating: boolean }) {
  return (
    <div className={styles.order}>
      <p id="cout" className={styles.cost}>
        {cost}
      </p>
      <Button type="submit" size="large" loading={isCreating} aria-describedby="cout">
        Générer votre État Des Risques
      </Button>
    </div>
  );
}

/** Focuses the type if it is missing, else the first text with an error, and opens what hides it; false without one. */
function focusFault(form: HTMLFormElement | null, { transaction }: Draft): boolean {
  const wrong = transaction === null ? 'select' : 'input[aria-invalid], textarea[aria-invalid]';
  const field = form?.querySelector<HTMLElement>(wrong);
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
  return Boolean(field);
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

const CONTENT = [
  [MapPinned, 'Localisation du bien', 'Son adresse, son plan et sa carte.'],
  [Landmark, 'Références cadastrales', 'Chaque parcelle et sa surface.'],
  [
    Mountain,
    'Risques naturels, technologiques et miniers',
    'Plans de prévention, sismicité, radon, recul du trait de côte, débroussaillement.',
  ],
  [Sprout, 'Pollution des sols', 'Secteurs d’information sur les sols.'],
  [Plane, 'Nuisances sonores aériennes', 'Zones A à D des plans d’exposition au bruit (PEB), dans une partie séparée.'],
  [FileText, 'Annexes réglementaires', 'Cartes, extraits de règlements, sources et dates.'],
] as const;

/** What one credit gives. */
function ContentCard() {
  return (
    <Card className={styles.card}>
      <h2>Votre document contient</h2>
      <ul className={styles.list}>
        {CONTENT.map(([Icon, title, text]) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NoCreditDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <AlertDialog
      open={open}
      onDismiss={onClose}
      title="Vous n'avez pas de crédit"
      description={`Un état des risques coûte un crédit\u00A0: ${UNIT_PRICE} TTC à l’unité, moins cher en pack. Votre saisie est enregistrée\u00A0: après l’achat, un bouton la reprend et génère le document.`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Retour
          </Button>
          <ButtonLink variant="secondary" to={paths.prices}>
            Acheter des crédits
          </ButtonLink>
          <ButtonLink to={paths.orderSummary} onClick={() => savePack(UNIT_PACK)}>
            Commander 1&nbsp;crédit
          </ButtonLink>
        </>
      }
    />
  );
}
