import { editRow, type Batch, type BatchRow, type RowInput } from '@clairisque/contract/batches.v3.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PLANNED_FIELDS, PLANNED_NAMES } from '@clairisque/contract/common/property-columns.ts';
import { call } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Select, TextField } from '#ui/field.tsx';
import { numberOf, refreshBatch } from './batch-query.ts';
import styles from './batches.module.css';
import { faultIn, faultOf } from './row-fault.ts';

const TRANSACTIONS = [
  { value: 'sale', label: 'Vente' },
  { value: 'lease', label: 'Location' },
];

type Text = { name: Exclude<keyof RowInput, 'transaction'>; label: string; help?: string };

const TEXTS: Text[] = [
  { name: 'address', label: 'Adresse', help: 'Avec le numéro, le code postal et la commune.' },
  { name: 'parcels', label: 'Parcelles', help: 'AA 143, AA 144, dans la commune ci-dessous.' },
  { name: 'commune', label: 'Commune des parcelles', help: 'Code postal et nom, ou code Insee.' },
  { name: 'owner', label: 'Vendeur ou bailleur' },
  { name: 'recipient', label: 'Acquéreur ou locataire' },
  { name: 'reference', label: 'Votre référence' },
  { name: 'owner_email', label: 'Email du vendeur' },
];
const DATES: Text[] = PLANNED_FIELDS.map((name) => ({
  name,
  label: PLANNED_NAMES[name],
  help: 'Jour prévu, par exemple 12/03/2027.',
}));
const DATES_OF: Record<RowInput['transaction'], readonly (keyof RowInput)[]> = {
  sale: ['preliminary_contract', 'deed'],
  lease: ['lease'],
  '': PLANNED_FIELDS,
};

/** Kept days as a person writes them; what is none, as it was written. */
const asWritten = (input: RowInput): RowInput => {
  const days = PLANNED_FIELDS.map((name) => [name, input[name].replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')]);
  return { ...input, ...(Object.fromEntries(days) as Pick<RowInput, (typeof PLANNED_FIELDS)[number]>) };
};

/** A row as its owner writes it. */
export function RowForm({ batch, row, onDone }: { batch: Batch; row: BatchRow; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const [written] = useState(() => asWritten(row.input));
  const [input, setInput] = useState(written);
  const saving = useMutation({
    mutationFn: (body: RowInput) => call(editRow, { params: { batch_id: batch.id, row: row.row }, body }),
    onSuccess: async () => {
      onDone();
      await refreshBatch(queryClient, numberOf(batch));
    },
  });
  const refused = saving.isError ? saving.variables : written;
  const fault = saving.isError ? faultIn(saving.error, row.input) : faultOf(row);
  // A field is at fault until it is written anew.
  const errorOf = (name: keyof RowInput) =>
    fault?.field === name && refused[name] === input[name] ? fault.detail : undefined;
  useEffect(() => {
    if (saving.error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [saving.error]);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    saving.mutate(input);
  };
  const draw = ({ name, label, help }: Text) => (
    <TextField
      key={name}
      label={label}
      help={help}
      error={errorOf(name)}
      value={input[name]}
      onChange={(event) => setInput({ ...input, [name]: event.target.value })}
    />
  );
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      {TEXTS.map(draw)}
      <Select
        label="Transaction"
        placeholder="Choisir…"
        options={TRANSACTIONS}
        error={errorOf('transaction')}
        value={input.transaction}
        onChange={(event) => setInput({ ...input, transaction: event.target.value === 'lease' ? 'lease' : 'sale' })}
      />
      {/* That of another contract may be removed. */}
      {DATES.filter(({ name }) => DATES_OF[input.transaction].includes(name) || written[name] !== '').map(draw)}
      <div role="alert" className={styles.live}>
        {saving.isError && (
          <Banner tone="error" title="La ligne n’a pas été enregistrée.">
            {fault === null && refusalSentence(saving.error)}
          </Banner>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" loading={saving.isPending}>
          Enregistrer et vérifier
        </Button>
      </div>
    </form>
  );
}
