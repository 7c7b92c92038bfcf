import { COLUMN_FIELDS, createLot, type ColumnField, type ReadFile } from '@clairisque/contract/batches.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { generatePath, useNavigate } from 'react-router';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { sendFile } from '#lib/send-file.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/field.tsx';
import styles from './batches.module.css';
import { countOf, FIELDS } from './lot-labels.ts';
import { lotQuery } from './lot-query.ts';

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
export function ColumnsForm({ file, columns: { colonnes, lignes } }: { file: File; columns: ReadFile }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState<readonly Field[]>(colonnes.map(({ champ }) => champ));
  const [transaction, setTransaction] = useState('');
  const [isChecked, setChecked] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const making = useMutation({
    mutationFn: () =>
      sendFile(createLot, file, {
        nom: file.name.slice(0, 100),
        colonnes: fields.map((field) => field ?? '').join(','),
        transaction: transaction === 'lease' ? 'lease' : 'sale',
      }),
    onSuccess: (lot) => {
      queryClient.setQueryData(lotQuery(String(lot.id)).queryKey, lot);
      void navigate(generatePath(paths.batch, { id: String(lot.id) }));
    },
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (transaction !== '') making.mutate();
  };
  const change = (index: number, value: string) =>
    setFields(fields.map((field, at) => (at === index ? (COLUMN_FIELDS.find((one) => one === value) ?? null) : field)));
  return (
    <form noValidate aria-labelledby={headingId} className={styles.section} onSubmit={submit}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {countOf(lignes, 'bien', 'biens')} dans « {file.name} »
      </h2>
      <p className={styles.note}>Vérifiez ce que contient chaque colonne.</p>
      <ul className={styles.columns}>
        {colonnes.map(({ nom, exemples }, index) => (
          <li key={`${index} ${nom}`}>
            <Select
              label={nom}
              help={exemples.length === 0 ? 'Colonne vide' : exemples.join(' · ')}
              options={OPTIONS}
              value={fields[index] ?? ''}
              onChange={(event) => change(index, event.target.value)}
            />
          </li>
        ))}
      </ul>
      <Select
        label="Transaction"
        help="Pour les lignes qui n’en disent rien."
        placeholder="Choisir…"
        options={TRANSACTIONS}
        value={transaction}
        error={isChecked && transaction === '' ? 'Choisissez vente ou location.' : undefined}
        onChange={(event) => setTransaction(event.target.value)}
      />
      <div role="alert" className={styles.live}>
        {making.isError && (
          <Banner tone="error" title="Le fichier n’a pas été importé.">
            {refusalSentence(making.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" loading={making.isPending}>
          Vérifier {countOf(lignes, 'bien', 'biens')}, sans débit
        </Button>
      </div>
    </form>
  );
}
