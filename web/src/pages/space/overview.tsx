import { countToCheck } from '@clairisque/contract/checks.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router';
import { countOf, nameOf, summaryOf } from '#features/batches/batch-labels.ts';
import { batchesQuery, numberOf } from '#features/batches/batch-query.ts';
import { useListedDraft } from '#features/drafts/saved-draft.ts';
import { expiringPath, toCheckPath } from '#features/statements/list-url.ts';
import { call } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { paths, spaceTab } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import styles from './overview.module.css';

/** What waits for the user, each with its page, and a new statement. */
export function Overview() {
  return (
    <nav className={styles.strip} aria-label="En un coup d’œil">
      <ul className={styles.tiles}>
        <ToComplete />
        <Expiring />
        <ToCheck />
        <Balance />
        <LastImport />
      </ul>
      <ButtonLink to={paths.wizard} icon={<FilePlus2 aria-hidden="true" />}>
        Nouvel état
      </ButtonLink>
    </nav>
  );
}

type TileProps = { value: ReactNode; label?: string; detail: ReactNode; to?: string; onClick?: () => void };

/** `to`: absent where there is nothing to open. */
function Tile({ value, label, detail, to, onClick }: TileProps) {
  const content = (
    <>
      <span className={styles.what}>
        <strong>{value}</strong> {label}
      </span>
      <span className={styles.detail}>{detail}</span>
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <span className={styles.tile}>{content}</span>
      ) : (
        <Link to={to} className={styles.tile} {...(onClick && { onClick })}>
          {content}
        </Link>
      )}
    </li>
  );
}

/**
 * The statement that was left at step 2, the rows of imports for which a place is to be chosen, then the documents with
 * questions left to answer.
 */
function ToComplete() {
  const { listed, adopt } = useListedDraft();
  const adresse = listed?.draft.adresse ?? null;
  const { data: batches = [] } = useQuery(batchesQuery);
  const waiting = batches.filter(({ status, rows }) => status !== 'cancelled' && rows.doubtful > 0);
  const rows = waiting.reduce((sum, batch) => sum + batch.rows.doubtful, 0);
  const open = useSession().user?.nb_a_completer ?? 0;
  const count = rows + open + (adresse === null ? 0 : 1);
  const [first] = waiting;
  if (adresse !== null) {
    return <Tile value={count} label="à compléter" detail={adresse} to={paths.wizard} onClick={adopt} />;
  }
  if (first === undefined) {
    if (open === 0) return <Tile value={0} label="à compléter" detail="Rien n’attend." />;
    const detail = countOf(open, 'document à finir', 'documents à finir');
    return <Tile value={count} label="à compléter" detail={detail} to={spaceTab('mesERP-tabs-simple')} />;
  }
  const detail = countOf(rows, 'bien à choisir', 'biens à choisir');
  return <Tile value={count} label="à compléter" detail={detail} to={importPath(first)} />;
}

function Expiring() {
  const { user } = useSession();
  const count = user?.nb_echeances;
  const label = (count ?? 0) > 1 ? 'échéances' : 'échéance';
  if (!count) return <Tile value={count ?? '…'} label={label} detail="Dans les 30 jours" />;
  return <Tile value={count} label={label} detail="À suivre ou à renouveler" to={expiringPath()} />;
}

/** Planned days and checks also change on other pages. */
const toCheckQuery = queryOptions({
  queryKey: ['statements', 'to-check'],
  queryFn: ({ signal }) => call(countToCheck, { signal }),
  staleTime: 0,
});

function ToCheck() {
  const count = useQuery(toCheckQuery).data?.a_verifier;
  if (!count) return <Tile value={count ?? '…'} label="à vérifier" detail="Avant la signature" />;
  return <Tile value={count} label="à vérifier" detail="Avant la signature" to={toCheckPath()} />;
}

function Balance() {
  const { credits } = useSession();
  if (credits === 0) return <Tile value={0} label="crédit" detail="Acheter des crédits" to={paths.prices} />;
  const label = (credits ?? 0) > 1 ? 'crédits' : 'crédit';
  return <Tile value={credits ?? '…'} label={label} detail="Voir mes formules" to={spaceTab('credits-tabs-simple')} />;
}

function LastImport() {
  const { data, isPending } = useQuery(batchesQuery);
  const [last] = data ?? [];
  if (last) return <Tile value={nameOf(last)} detail={summaryOf(last)} to={importPath(last)} />;
  if (isPending) return <Tile value="…" detail="Plusieurs biens" to={paths.batches} />;
  return <Tile value={0} label="import" detail="Plusieurs biens" to={paths.batches} />;
}

const importPath = (batch: { id: string }): string => generatePath(paths.batch, { id: numberOf(batch) });
