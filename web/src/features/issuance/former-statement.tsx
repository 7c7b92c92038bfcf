import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { useRef, useState } from 'react';
import { generatePath } from 'react-router';
import { parcelsOf, type Draft } from '#features/drafts/draft.ts';
import { forgetGeneration } from '#features/drafts/pending-generation.ts';
import { fold, toRow, type StatementRow } from '#features/statements/statement-row.ts';
import { todayInParis } from '#lib/dates.ts';
import { call } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { paths } from '#paths.ts';
import { listStatements } from '#responses/statements.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AlertDialog } from '#ui/dialog.tsx';

/** The newest ones: an older one is hardly valid, and a list that does not come must not delay the order. */
const NEWEST = 'items=0-199';
const PATIENCE_MS = 5_000;

/** Whether it is of the draft's property: the same parcels when it has several, else the same address. */
export function isOfSameProperty({ item }: StatementRow, draft: Pick<Draft, 'adresse' | 'codeParcelle' | 'others'>) {
  const codes = (item.parcelles ?? []).toSorted().join();
  if (codes !== '' || draft.others.length > 0) return codes === parcelsOf(draft).toSorted().join();
  return fold(item.adresse).trim() === fold(draft.adresse).trim();
}

const isValid = ({ state }: StatementRow): boolean => state === 'Actif' || state === 'Renouvelé';

async function findFormer(draft: Draft): Promise<StatementRow | null> {
  const items = await call(listStatements, { headers: { range: NEWEST }, timeoutMs: PATIENCE_MS }).catch(() => []);
  const rows = items.map((item) => toRow(item, todayInParis()));
  return rows.find((row) => isValid(row) && isOfSameProperty(row, draft)) ?? null;
}

/**
 * Before a credit is spent on a property whose former statement is still valid: a question, once for each property.
 * `isFree` says whether to go on at once.
 */
export function useFormerStatement(draft: Draft) {
  const [former, setFormer] = useState<StatementRow | null>(null);
  const [accepted, setAccepted] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const isBusy = useRef(false);
  const property = [draft.adresse, ...parcelsOf(draft)].join();
  async function isFree(): Promise<boolean> {
    if (accepted === property) return true;
    // The second half of a double click must not order too, once the list is there.
    if (isBusy.current) return false;
    isBusy.current = true;
    setAsking(true);
    const found = await findFormer(draft);
    isBusy.current = false;
    setAsking(false);
    setFormer(found);
    if (found !== null) forgetGeneration();
    return found === null;
  }
  const close = () => setFormer(null);
  const accept = () => {
    setAccepted(property);
    close();
  };
  return { isFree, isAsking, former, close, accept };
}

type FormerDialogProps = { question: ReturnType<typeof useFormerStatement>; onContinue: () => void };

export function FormerDialog({ question: { former, close, accept }, onContinue }: FormerDialogProps) {
  const goOn = () => {
    accept();
    onContinue();
  };
  const [shown, setShown] = useState(former);
  // The text stays while the window closes.
  if (former !== null && former !== shown) setShown(former);
  return (
    <AlertDialog
      open={former !== null}
      onDismiss={close}
      title="Ce bien a déjà un état des risques"
      description={shown && describe(shown)}
      actions={
        <>
          {shown && (
            <ButtonLink to={generatePath(paths.document, { id: String(shown.item.id) })} variant="secondary">
              Ouvrir l’état des risques existant
            </ButtonLink>
          )}
          <Button onClick={goOn}>Continuer quand même</Button>
        </>
      }
    />
  );
}

function describe({ item, createdOn, expiresOn }: StatementRow): string {
  const [first, ...others] = item.parcelles ?? [];
  const where = first === undefined ? item.adresse : [first, ...others].map(shortParcel).join(', ');
  const what = item.type === 'Vente' ? 'une vente' : 'une location';
  const issued = `Établi le ${formatDay(createdOn)} pour ${what} (${where})`;
  return `${issued}, il est valable jusqu’au ${formatDay(expiresOn)}. Un nouveau coûte 1\u00A0crédit.`;
}
