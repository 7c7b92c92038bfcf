import { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { unprintable } from '@clairisque/contract/common/text.ts';
import { Select, TextField } from '#ui/field.tsx';
import { NAME_MAX_LENGTH, type Draft } from '#features/drafts/draft.ts';

type PartiesFieldsProps = {
  draft: Draft;
  isTypeMissing: boolean;
  onEdit: (fields: Partial<Pick<Draft, 'transaction' | 'vendeur' | 'acheteur'>>) => void;
};

const OPTIONS = TransactionType.options.map((value) => ({ value, label: value }));

export function PartiesFields({ draft, isTypeMissing, onEdit }: PartiesFieldsProps) {
  return (
    <>
      <Select
        label="Type de transaction"
        placeholder="Choisir…"
        required
        options={OPTIONS}
        error={isTypeMissing && 'Veuillez choisir le type de transaction.'}
        value={draft.transaction ?? ''}
        onChange={(event) => onEdit({ transaction: TransactionType.safeParse(event.target.value).data ?? null })}
      />
      <TextField
        label="Nom du vendeur ou du bailleur"
        optional
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        value={draft.vendeur}
        error={unprintable(draft.vendeur)}
        onChange={(event) => onEdit({ vendeur: event.target.value })}
      />
      <TextField
        label="Nom de l’acquéreur ou du locataire"
        help="Pas encore connu&nbsp;? Laissez vide."
        optional
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        value={draft.acheteur}
        error={unprintable(draft.acheteur)}
        onChange={(event) => onEdit({ acheteur: event.target.value })}
      />
    </>
  );
}
