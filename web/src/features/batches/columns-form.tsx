import { COLUMN_FIELDS, createBatchFromCsv, type ColumnField, type ReadFile } from '@clairisque/contract/batches.v3.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { generatePath, useNavigate } from 'react-router';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { sendFile } from '#lib/upload.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/field.tsx';
import { countOf, FIELDS } from './batch-labels.ts';
import { batchQuery, numberOf, oncePerPress } from './batch-query.ts';
import styles from './batches.module.css';

const OPTIONS = [
  { value: '', label: 'Ne pas utiliser' },
  ...COLUMN_FIELDS.map((field) => ({ value: field, label: FIELDS[field] })),
];
const TRANSACTIONS = [
  { value: 'sale', label: 'Vente' },
  { value: 'lease', label: 'Location' },
];

type Field = ColumnField | null;

/** What each column holds, as guessed, then as the user says. */
export function ColumnsForm({ file, columns: { columns, rows } }: { file: File; columns: ReadFile }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState<readonly Field[]>(columns.map(({ field }) => field));
  const [transaction, setTransaction] = useState('');
  const [isChecked, setChecked] = useState(false);
  // Lines that say none are then refused, one by one: nobody guesses for them.
  const needsTransaction = !fields.includes('transaction');
  useEffect(() => heading.current?.focus(), []);
  const making = useMutation({
    mutationFn: () =>
      sendFile(createBatchFromCsv, file, {
        query: {
          name: file.name.slice(0, 100),
          start: 'manual',
          repeated: 'leave_out',
          columns: fields.map((field) => field ?? '').join(','),
          ...(needsTransaction && { transaction: transaction === 'lease' ? 'lease' : 'sale' }),
        },
        headers: oncePerPress(),
      }),
    onSuccess: (batch) => {
      queryClient.setQueryData(batchQuery(numberOf(batch)).queryKey, batch);
      void navigate(generatePath(paths.batch, { id: numberOf(batch) }));
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!needsTransaction || transaction !== '') making.mutate();
  };
  const change = (index: number, value: string) =>
    setFields(fields.map((field, at) => (at === index ? (COLUMN_FIELDS.find((one) => one === value) ?? null) : field)));
  return (
    <form noValidate aria-labelledby={headingId} className={styles.section} onSubmit={submit}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {countOf(rows, 'bien', 'biens')} dans « {file.name} »
      </h2>
      <p className={styles.note}>Vérifiez ce que contient chaque colonne.</p>
      <ul className={styles.columns}>
        {columns.map(({ name, examples }, index) => (
          <li key={`${index} ${name}`}>
            <Select
              label={name}
              help={examples.length === 0 ? 'Colonne vide' : examples.join(' · ')}
              options={OPTIONS}
              value={fields[index] ?? ''}
              onChange={(event) => change(index, event.target.value)}
            />
          </li>
        ))}
      </ul>
      {needsTransaction && (
        <Select
          label="Transaction"
          help="Aucune colonne ne la dit\u00A0: elle vaut pour toutes les lignes."
          placeholder="Choisir…"
          options={TRANSACTIONS}
          value={transaction}
          error={isChecked && transaction === '' ? 'Choisissez vente ou location.' : undefined}
          onChange={(event) => setTransaction(event.target.value)}
        />
      )}
      <div role="alert" className={styles.live}>
        {making.isError && (
          <Banner tone="error" title="Le fichier n’a pas été importé.">
            {refusalSentence(making.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" loading={making.isPending}>
          Vérifier {countOf(rows, 'bien', 'biens')}, sans débit
        </Button>
      </div>
    </form>
  );
}
