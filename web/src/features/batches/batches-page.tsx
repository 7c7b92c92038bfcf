import { MOST_FILE_BYTES, readBatchColumns, type Batch, type ReadFile } from '@clairisque/contract/batches.v3.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { generatePath, Link } from 'react-router';
import { formatMoment } from '#lib/dates.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { sendFile } from '#lib/upload.ts';
import { useGuard } from '#lib/guard.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { FileDrop } from '#ui/file-drop.tsx';
import { QueryList } from '#ui/list-states.tsx';
import { Badge } from '#ui/state.tsx';
import { useDroppedFile } from '#ui/use-dropped-file.ts';
import { nameOf, STATES, summaryOf } from './batch-labels.ts';
import { batchesQuery, numberOf } from './batch-query.ts';
import styles from './batches.module.css';
import { ColumnsForm } from './columns-form.tsx';
import { EXAMPLE, saveTemplate } from './template.ts';

const TOO_LARGE = 'Ce fichier dépasse 5 Mo\u00A0: coupez-le en plusieurs.';

/** « Importer un fichier », and the files already imported. */
export function BatchesPage() {
  useGuard();
  const helpId = useId();
  const [read, setRead] = useState<{ file: File; columns: ReadFile } | null>(null);
  const reading = useMutation({
    mutationFn: (file: File) => sendFile(readBatchColumns, file),
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
          des parcelles et leur commune, ou un point&nbsp;; au besoin, les déclarations du propriétaire. Chaque ligne
          est vérifiée, et rien n’est débité avant votre accord.
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
      {read === null && <Example />}
      {read !== null && <ColumnsForm key={read.file.lastModified + read.file.name} {...read} />}
      <Imports />
    </div>
  );
}

function Example() {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Un exemple de quatre colonnes</h2>
      <table className={styles.review} aria-labelledby={headingId}>
        <thead>
          <tr>
            {EXAMPLE.titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {EXAMPLE.rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, index) => (
                <td key={EXAMPLE.titles[index]} data-label={EXAMPLE.titles[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        Le modèle a aussi les parcelles, l’acquéreur et l’email du vendeur. Votre référence et l’email ne sont pas
        imprimés&nbsp;: vous les retrouvez dans les résultats.
      </p>
      <div className={styles.actions}>
        <Button variant="secondary" icon={<Download aria-hidden="true" />} onClick={saveTemplate}>
          Télécharger un modèle (CSV)
        </Button>
      </div>
    </section>
  );
}

function Imports() {
  const headingId = useId();
  const batches = useQuery(batchesQuery);
  if (batches.data?.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Vos imports</h2>
      <QueryList query={batches} loading="Chargement de vos imports…" failed="Vos imports n’ont pas pu être chargés.">
        {(all) => (
          <ul className={styles.list}>
            {all.map((batch) => (
              <ImportItem key={batch.id} batch={batch} />
            ))}
          </ul>
        )}
      </QueryList>
    </section>
  );
}

function ImportItem({ batch }: { batch: Batch }) {
  const { label, tone } = STATES[batch.status];
  return (
    <li className={styles.item}>
      <Link to={generatePath(paths.batch, { id: numberOf(batch) })} className={styles.name}>
        {nameOf(batch)}
      </Link>
      <Badge tone={tone}>{label}</Badge>
      <span className={styles.note}>
        {formatMoment(batch.created_at)} – {summaryOf(batch)}
      </span>
    </li>
  );
}
