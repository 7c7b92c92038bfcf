import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { unprintable } from '@clairisque/contract/common/text.ts';
import type { listPlanPages } from '@clairisque/contract/issuance.ts';
import type { z } from 'zod';
import { Disclosure } from '#ui/disclosure.tsx';
import { TextArea } from '#ui/field.tsx';
import { droughtFault, RGA_MAX_LENGTH } from '#features/drafts/declarations.ts';
import { CondominiumLot } from './condominium-lot.tsx';
import styles from './declarations-fields.module.css';
import { DisastersFields } from './disasters-fields.tsx';
import { WorksFields } from './works-fields.tsx';

type DeclarationsFieldsProps = {
  value: Declarations;
  onChange: (value: Declarations) => void;
  isLease: boolean;
  /** What the sources know of the place; undefined until they answer. */
  known: Known | undefined;
};
type Known = Pick<z.output<(typeof listPlanPages)['schema']['response'][200]>, 'plans' | 'arretes' | 'travaux'>;

/** What only the owner knows (R125-24, L125-5 IV). All optional; works after a drought are for sales only. */
export function DeclarationsFields({ value, onChange, isLease, known }: DeclarationsFieldsProps) {
  const { travaux: published = [], plans, arretes = [] } = known ?? {};
  const awaited = published.length > 0 && !hasAnsweredWorks(value) ? 'une réponse à confirmer' : 'facultatif';
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
        <WorksFields value={value} onChange={onChange} plans={plans} published={published} />
        <DisastersFields value={value} onChange={onChange} decrees={arretes} />
        <CondominiumLot
          lot={value.lot_copropriete ?? null}
          onChange={(lot_copropriete) => onChange({ ...value, lot_copropriete })}
        />
        {!isLease && <DroughtField value={value} onChange={onChange} />}
      </div>
    </Disclosure>
  );
}

const hasAnsweredWorks = ({ travaux_prescrits, travaux_par_plan: plans = [] }: Declarations): boolean =>
  travaux_prescrits !== null || plans.length > 0;

function DroughtField({ value, onChange }: Pick<DeclarationsFieldsProps, 'value' | 'onChange'>) {
  const works = value.travaux_rga_non_realises ?? '';
  return (
    <TextArea
      label="Travaux de remise en état après une sécheresse, indemnisés mais non réalisés"
      help="Retrait-gonflement des argiles&nbsp;: décrivez-les, ou laissez vide pour préciser plus tard."
      rows={3}
      maxLength={RGA_MAX_LENGTH}
      value={works}
      error={unprintable(works) ?? droughtFault(value)}
      onChange={(event) => onChange({ ...value, travaux_rga_non_realises: event.target.value || null })}
    />
  );
}
