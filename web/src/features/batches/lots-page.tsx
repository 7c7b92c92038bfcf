import { readLotFile, type Lot, type ReadFile } from '@clairisque/contract/batches.ts';
import { MOST_FILE_BYTES } from '@clairisque/contract/batches.v3.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { generatePath, Link } from 'react-router';
import { formatMoment } from '#lib/dates.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { sendFile } from '#lib/send-file.ts';
import { useGuard } from '#pages/space/guard.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { FileDrop } from '#ui/file-drop.tsx';
import { ListLoading } from '#ui/list-states.tsx';
import { Badge } from '#ui/state.tsx';
import { useDroppedFile } from '#ui/use-dropped-file.ts';
import styles from './batches.module.css';
import { ColumnsForm } from './columns-form.tsx';
import { STATES, summaryOf } from './lot-labels.ts';
import { lotsQuery } from './lot-query.ts';

const TOO_LARGE = 'Ce fichier dépasse 5 Mo\u00A0: coupez-le en plusieurs.';

/** « Importer un fichier », and the lots already imported. */
export function LotsPage() {
  useGuard();
  const helpId = useId();
  const [read, setRead] = useState<{ file: File; columns: ReadFile } | null>(null);
  const reading = useMutation({
    mutationFn: (file: File) => sendFile(readLotFile, file),
    onSuccess: (columns, file) => setRead({ file, columns }),
  });
  const take = (file: File) => {
    setRead(null);
    reading.mutate(file);
  };
  const isOver = useDroppedFile(take);
  const isTooLarge = reading.isError && (reading.variables?.size ?? 0) > MOST_FILE_BYTES;
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>Importer un fichier</h1>
        <p id={helpId} className={styles.note}>
          Un tableau de vos biens au format CSV, une ligne par bien, 10&nbsp;000 au plus&nbsp;: une adresse complète,
          des parcelles, ou un point&nbsp;; au besoin, les déclarations du propriétaire. Chaque ligne est vérifiée, et
          rien n’est débité avant votre accord.
        </p>
      </header>
      <FileDrop
        icon={FileUp}
        label={read === null ? 'Choisir un fichier CSV' : 'Choisir un autre fichier'}
        accept=".csv,.txt,text/csv"
        describedBy={helpId}
        isOver={isOver}
        loading={reading.isPending}
        onFile={take}
      />
      <div role="alert" className={styles.live}>
        {reading.isError && (
          <Banner tone="error" title="Ce fichier n’a pas été lu.">
            {isTooLarge ? TOO_LARGE : refusalSentence(reading.error)}
          </Banner>
        )}
      </div>
      {read !== null && <ColumnsForm key={read.file.lastModified + read.file.name} {...read} />}
      <Lots />
    </div>
  );
}

function Lots() {
  const headingId = useId();
  const lots = useQuery(lotsQuery);
  if (lots.data?.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Vos imports</h2>
      {lots.data && (
        <ul className={styles.list}>
          {lots.data.map((lot) => (
            <LotItem key={lot.id} lot={lot} />
          ))}
        </ul>
      )}
      {!lots.data && !lots.isError && <ListLoading label="Chargement de vos imports…" />}
      {!lots.data && lots.isError && (
        <Banner
          tone="error"
          role="alert"
          title="Vos imports n’ont pas pu être chargés."
          action={
            <Button variant="secondary" loading={lots.isFetching} onClick={() => void lots.refetch()}>
              Réessayer
            </Button>
          }
        />
      )}
    </section>
  );
}

function LotItem({ lot }: { lot: Lot }) {
  const { label, tone } = STATES[lot.etat];
  return (
    <li className={styles.item}>
      <Link to={generatePath(paths.batch, { id: String(lot.id) })} className={styles.name}>
        {nameOf(lot)}
      </Link>
      <Badge tone={tone}>{label}</Badge>
      <span className={styles.note}>
        {formatMoment(lot.cree_le)} – {summaryOf(lot)}
      </span>
    </li>
  );
}

export const nameOf = ({ id, nom }: Pick<Lot, 'id' | 'nom'>): string => nom || `Import ${id}`;
