import { LOT_MAX_LENGTH, type Declarations } from '@clairisque/contract/common/declarations.ts';
import { unprintable } from '@clairisque/contract/common/text.ts';
import { TextField } from '#ui/field.tsx';
import styles from './declarations-fields.module.css';
import { Question, type Answers } from './question.tsx';

type Lot = NonNullable<Declarations['lot_copropriete']>;

const ANSWERS: Answers = [
  ['Oui', true],
  ['Non, ou à préciser plus tard', null],
];
const [LOWEST, HIGHEST] = [-9, 99];
const ANY_FLOOR: Lot = { etage: null };

type CondominiumLotProps = { lot: Lot | null; onChange: (lot: Lot | null) => void };

/** Whether the property is a lot; then its floor, its number and its building, as in the deed. */
export function CondominiumLot({ lot, onChange }: CondominiumLotProps) {
  return (
    <>
      <Question
        legend="Le bien est-il un lot de copropriété&nbsp;?"
        answers={ANSWERS}
        value={lot === null ? null : true}
        onChange={(isLot) => onChange(isLot === true ? (lot ?? ANY_FLOOR) : null)}
      />
      {lot && (
        <div className={styles.lot}>
          <TextField
            label="Étage"
            help="0 pour le rez-de-chaussée, -1 pour le premier sous-sol. Il est imprimé près d’un plan d’inondation."
            optional
            type="number"
            min={LOWEST}
            max={HIGHEST}
            value={lot.etage ?? ''}
            onChange={(event) => onChange({ ...lot, etage: floorOf(event.target.value) })}
          />
          {NAMES.map(([field, label, help]) => (
            <TextField
              key={field}
              label={label}
              help={help}
              optional
              maxLength={LOT_MAX_LENGTH}
              value={lot[field] ?? ''}
              error={unprintable(lot[field] ?? '')}
              onChange={(event) => onChange({ ...lot, [field]: event.target.value })}
            />
          ))}
        </div>
      )}
    </>
  );
}

const NAMES = [
  ['numero', 'Numéro du lot', 'Comme dans l’acte\u00A0: 12, ou 12 et 45.'],
  ['batiment', 'Bâtiment', 'Comme dans l’acte\u00A0: B, Les Pins…'],
] as const;

/** The typed floor, within the bounds of the contract; null while nothing is typed. */
const floorOf = (typed: string): number | null =>
  typed === '' ? null : Math.min(HIGHEST, Math.max(LOWEST, Math.trunc(Number(typed))));
