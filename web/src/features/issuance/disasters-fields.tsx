import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import styles from './declarations-fields.module.css';
import { Question } from './question.tsx';

type DisastersFieldsProps = {
  value: Declarations;
  onChange: (value: Declarations) => void;
  /** The decrees of the commune; empty when they are not known. */
  decrees: readonly { code: string; libelle: string }[];
};

/** Indemnified disasters (L125-5 IV): yes or no, then which ones (R125-24 5°). */
export function DisastersFields({ value, onChange, decrees }: DisastersFieldsProps) {
  const named = value.arretes_indemnises ?? [];
  const name = (code: string, isNamed: boolean) =>
    onChange({
      ...value,
      arretes_indemnises: isNamed ? [...named, code] : named.filter((one) => one !== code),
    });
  return (
    <>
      <Question
        legend="Le bien a-t-il fait l’objet d’une indemnisation par une assurance à la suite d’une catastrophe naturelle, minière ou technologique&nbsp;?"
        value={value.sinistres_indemnises}
        onChange={(sinistres_indemnises) => onChange({ ...value, sinistres_indemnises })}
      />
      {value.sinistres_indemnises === true && decrees.length > 0 && (
        <fieldset className={styles.question}>
          <legend>À la suite de quels événements reconnus dans la commune ?</legend>
          <p className={styles.reason}>
            Cochez-les tous : le document n’imprime que ceux-là. Sans coche, il laisse des cases à remplir.
          </p>
          <div className={styles.choices}>
            {decrees.map(({ code, libelle }) => (
              <label key={code}>
                <input
                  type="checkbox"
                  checked={named.includes(code)}
                  onChange={(event) => name(code, event.target.checked)}
                />
                {libelle}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
