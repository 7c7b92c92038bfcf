import type { Declarations, PlanToAnswer, PlanWorks } from '@clairisque/contract/common/declarations.ts';
import { withGeneralWorks, worksOfPlan, withWorks } from '#features/drafts/declarations.ts';
import styles from './declarations-fields.module.css';
import { Question } from './question.tsx';

type WorksFieldsProps = {
  value: Declarations;
  onChange: (value: Declarations) => void;
  /** Plans whose règlement may prescribe works; undefined when they are not known. */
  plans: readonly PlanToAnswer[] | undefined;
  /** Sentences: works that the plans' zones require of this property. */
  published: readonly string[];
};

/** Works prescribed and done (R125-24 1°): plan by plan when several are known, nothing when none may prescribe any. */
export function WorksFields(props: WorksFieldsProps) {
  const { value, plans } = props;
  const isByPlan = (value.travaux_par_plan ?? []).length > 0;
  if (plans !== undefined && (plans.length > 1 || (plans.length === 1 && isByPlan))) {
    return <PlanByPlan {...props} plans={plans} />;
  }
  if (plans?.length !== 0 || value.travaux_prescrits !== null) return <OneAnswer {...props} />;
  return (
    <p className={styles.help}>
      Travaux : aucune question, car les sources ne comptent ici aucun plan de prévention en vigueur.
    </p>
  );
}

function OneAnswer({ value, onChange, published }: WorksFieldsProps) {
  const set = (works: Parameters<typeof withGeneralWorks>[1]) => onChange(withGeneralWorks(value, works));
  return (
    <>
      <Question
        legend="Un plan de prévention des risques prescrit-il des travaux sur ce bien&nbsp;?"
        reasons={published}
        value={value.travaux_prescrits}
        onChange={(travaux_prescrits) => set({ travaux_prescrits })}
      />
      <Question
        legend="Si oui, les travaux prescrits ont-ils été réalisés&nbsp;?"
        value={value.travaux_prescrits ? value.travaux_realises : null}
        onChange={(travaux_realises) => set({ travaux_realises })}
        disabled={!value.travaux_prescrits}
      />
    </>
  );
}

function PlanByPlan({ value, onChange, plans }: WorksFieldsProps & { plans: readonly PlanToAnswer[] }) {
  const answer = (works: PlanWorks) =>
    onChange(
      withWorks(
        value,
        plans.map(({ plan }) => plan),
        works,
      ),
    );
  const isUnnamed = value.travaux_prescrits === true;
  const questions = plans.map(({ plan, nom, travaux }) => {
    const works = worksOfPlan(value, plan);
    return (
      <div key={plan} className={styles.body}>
        <Question
          legend={`Le plan « ${nom} » prescrit-il des travaux sur ce bien ?`}
          reasons={travaux === null ? [] : [travaux]}
          value={works.prescrits}
          onChange={(prescrits) => answer({ ...works, prescrits })}
        />
        <Question
          legend={`Si oui, les travaux du plan « ${nom} » ont-ils été réalisés ?`}
          value={works.prescrits ? works.realises : null}
          onChange={(realises) => answer({ ...works, realises })}
          disabled={!works.prescrits}
        />
      </div>
    );
  });
  return (
    <>
      {isUnnamed && (
        <p className={styles.help}>
          Vous avez déclaré des travaux prescrits, sans dire par quel plan&nbsp;: désignez-le ici.
        </p>
      )}
      {questions}
    </>
  );
}
