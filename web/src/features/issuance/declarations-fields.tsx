import { LOT_MAX_LENGTH, type Declarations } from '@clairisque/contract/common/declarations.ts';
import { unprintable } from '@clairisque/contract/common/text.ts';
import { useId } from 'react';
import { Disclosure } from '#ui/disclosure.tsx';
import { Select, TextArea, TextField } from '#ui/field.tsx';
import { RGA_MAX_LENGTH } from '#features/drafts/declarations.ts';
import { lotOf, lotOption, LOTS } from './condominium-lot.ts';
import styles from './declarations-fields.module.css';

type DeclarationsFieldsProps = {
  value: Declarations;
  onChange: (value: Declarations) => void;
  isLease: boolean;
  /** Sentences: works that the plans' zones require of this property. */
  publishedWorks: string[];
};

/** What only the owner knows (R125-24, L125-5 IV). All optional; works after a drought are for sales only. */
export function DeclarationsFields({ value, onChange, isLease, publishedWorks }: DeclarationsFieldsProps) {
  const isSuggested = publishedWorks.length > 0;
  const awaited = isSuggested && value.travaux_prescrits === null ? 'une réponse à confirmer' : 'facultatif';
  const set = (part: Partial<Declarations>) => onChange({ ...value, ...part });
  return (
    <Disclosure
      look="panel"
      label={
        <>
          Déclarations du propriétaire <span className={styles.optional}>({awaited})</span>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.help}>
          La loi demande aussi au vendeur ou au bailleur des informations qui ne figurent dans aucune base publique.
          Sans réponse, le document laisse des cases à remplir à la main.
        </p>
        <Question
          legend="Un plan de prévention des risques prescrit-il des travaux sur ce bien ?"
          reasons={publishedWorks}
          answers={isSuggested ? SUGGESTED : ANSWERS}
          value={value.travaux_prescrits}
          onChange={(travaux_prescrits) => set({ travaux_prescrits })}
        />
        <Question
          legend="Si oui, les travaux prescrits ont-ils été réalisés ?"
          value={value.travaux_prescrits ? value.travaux_realises : null}
          onChange={(travaux_realises) => set({ travaux_realises })}
          disabled={!value.travaux_prescrits}
        />
        <Question
          legend="Le bien a-t-il fait l’objet d’une indemnisation par une assurance à la suite d’une catastrophe naturelle, minière ou technologique ?"
          value={value.sinistres_indemnises}
          onChange={(sinistres_indemnises) => set({ sinistres_indemnises })}
        />
        <Select
          label="Le bien est-il un lot de copropriété ?"
          help="Le document porte sur l’immeuble entier ; l’étage est imprimé près d’un plan d’inondation."
          options={LOTS}
          value={lotOption(value)}
          onChange={(event) => set({ lot_copropriete: lotOf(event.target.value, value.lot_copropriete) })}
        />
        {value.lot_copropriete && (
          <LotFields lot={value.lot_copropriete} onChange={(lot_copropriete) => set({ lot_copropriete })} />
        )}
        {!isLease && (
          <TextArea
            label="Travaux de remise en état après une sécheresse, indemnisés mais non réalisés"
            help="Retrait-gonflement des argiles : décrivez-les, ou laissez vide pour préciser plus tard."
            rows={3}
            maxLength={RGA_MAX_LENGTH}
            value={value.travaux_rga_non_realises ?? ''}
            error={unprintable(value.travaux_rga_non_realises ?? '')}
            onChange={(event) => set({ travaux_rga_non_realises: event.target.value || null })}
          />
        )}
      </div>
    </Disclosure>
  );
}

type Lot = NonNullable<Declarations['lot_copropriete']>;

/** As the deed names the lot. */
function LotFields({ lot, onChange }: { lot: Lot; onChange: (lot: Lot) => void }) {
  return (
    <div className={styles.lot}>
      {LOT_NAMES.map(([field, label, help]) => (
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
  );
}

const LOT_NAMES = [
  ['numero', 'Numéro du lot', 'Comme dans l’acte : 12, ou 12 et 45.'],
  ['batiment', 'Bâtiment', 'Comme dans l’acte : B, Les Pins…'],
] as const;

type Answer = boolean | null;
type Answers = readonly (readonly [string, Answer])[];
const ANSWERS: Answers = [
  ['Oui', true],
  ['Non', false],
  ['À préciser plus tard', null],
];
/** A source says « oui »; only the owner declares it. */
const SUGGESTED: Answers = [
  ['À confirmer plus tard : oui', null],
  ['Je confirme : oui', true],
  ['Non', false],
];

type QuestionProps = {
  legend: string;
  value: Answer;
  onChange: (answer: Answer) => void;
  disabled?: boolean;
  answers?: Answers;
  /** Sentences before the answers. */
  reasons?: string[];
};

function Question({ legend, value, onChange, disabled = false, answers = ANSWERS, reasons = [] }: QuestionProps) {
  const name = useId();
  return (
    <fieldset className={styles.question} disabled={disabled}>
      <legend>{legend}</legend>
      {reasons.map((reason) => (
        <p key={reason} className={styles.reason}>
          {reason}
        </p>
      ))}
      <div className={styles.answers}>
        {answers.map(([label, answer]) => (
          <label key={label}>
            <input type="radio" name={name} checked={value === answer} onChange={() => onChange(answer)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
