import { LOT_MAX_LENGTH, type Declarations } from '@clairisque/contract/common/declarations.ts';
import { unprintable } from '@clairisque/contract/common/text.ts';
import type { listPlanPages } from '@clairisque/contract/issuance.ts';
import type { z } from 'zod';
import { Disclosure } from '#ui/disclosure.tsx';
import { Select, TextArea, TextField } from '#ui/field.tsx';
import { droughtFault, RGA_MAX_LENGTH } from '#features/drafts/declarations.ts';
import { lotOf, lotOption, LOTS } from './condominium-lot.ts';
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
        <Select
          label="Le bien est-il un lot de copropriété ?"
          help="Le document porte sur l’immeuble entier ; l’étage est imprimé près d’un plan d’inondation."
          options={LOTS}
          value={lotOption(value)}
          onChange={(event) =>
            onChange({ ...value, lot_copropriete: lotOf(event.target.value, value.lot_copropriete) })
          }
        />
        {value.lot_copropriete && (
          <LotFields
            lot={value.lot_copropriete}
            onChange={(lot_copropriete) => onChange({ ...value, lot_copropriete })}
          />
        )}
        {!isLease && <DroughtField value={value} onChange={onChange} />}
      </div>
    </Disclosure>
  );
}

const hasAnsweredWorks = ({ travaux_prescrits, travaux_par_plan: plans = [] }: Declarations): boolean =>
  travaux_prescrits !== null || plans.length > 0;

type Lot = NonNullable<Declarations['lot_copropriete']>;

/** The lot is named as in the deed. */
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

function DroughtField({ value, onChange }: Pick<DeclarationsFieldsProps, 'value' | 'onChange'>) {
  const works = value.travaux_rga_non_realises ?? '';
  return (
    <TextArea
      label="Travaux de remise en état après une sécheresse, indemnisés mais non réalisés"
      help="Retrait-gonflement des argiles : décrivez-les, ou laissez vide pour préciser plus tard."
      rows={3}
      maxLength={RGA_MAX_LENGTH}
      value={works}
      error={unprintable(works) ?? droughtFault(value)}
      onChange={(event) => onChange({ ...value, travaux_rga_non_realises: event.target.value || null })}
    />
  );
}
