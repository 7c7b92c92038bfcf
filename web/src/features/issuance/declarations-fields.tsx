import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { useId } from 'react';
import { Disclosure } from '#ui/disclosure.tsx';
import { TextArea } from '#ui/field.tsx';
import { RGA_MAX_LENGTH } from '#features/drafts/declarations.ts';
import styles from './declarations-fields.module.css';

type DeclarationsFieldsProps = {
  value: Declarations;
  onChange: (value: Declarations) => void;
  isLease: boolean;
};

/** What only the owner knows (R125-24, L125-5 IV). All optional; works after a drought are for sales only. */
export function DeclarationsFields({ value, onChange, isLease }: DeclarationsFieldsProps) {
  const set = (part: Partial<Declarations>) => onChange({ ...value, ...part });
  return (
    <Disclosure
      look="panel"
      label={
        <>
          Déclarations du propriétaire <span className={styles.optional}>(facultatif)</span>
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
        {!isLease && (
          <TextArea
            label="Travaux de remise en état après une sécheresse, indemnisés mais non réalisés"
            help="Retrait-gonflement des argiles : décrivez-les, ou laissez vide pour préciser plus tard."
            rows={3}
            maxLength={RGA_MAX_LENGTH}
            value={value.travaux_rga_non_realises ?? ''}
            onChange={(event) => set({ travaux_rga_non_realises: event.target.value || null })}
          />
        )}
      </div>
    </Disclosure>
  );
}

type Answer = boolean | null;
const ANSWERS: readonly (readonly [string, Answer])[] = [
  ['Oui', true],
  ['Non', false],
  ['À préciser plus tard', null],
];

type QuestionProps = { legend: string; value: Answer; onChange: (answer: Answer) => void; disabled?: boolean };

function Question({ legend, value, onChange, disabled = false }: QuestionProps) {
  const name = useId();
  return (
    <fieldset className={styles.question} disabled={disabled}>
      <legend>{legend}</legend>
      <div className={styles.answers}>
        {ANSWERS.map(([label, answer]) => (
          <label key={label}>
            <input type="radio" name={name} checked={value === answer} onChange={() => onChange(answer)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
