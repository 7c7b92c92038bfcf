import { catnatDecrees } from '../../../simulators/src/territory/hazards-catnat.ts';
import { COMMUNES } from '../../../simulators/src/territory/communes.ts';
import { retreatZonesOf } from '../../../simulators/src/territory/hazards-coastline.ts';
import { isDivided, plansOf, type Plan } from '../../../simulators/src/territory/hazards-plans.ts';
import type { PlanFamily } from '../../../simulators/src/territory/hazards-plan-kinds.ts';
import { radonPotential, seismicZone } from '../../../simulators/src/territory/hazards-zonings.ts';
import { catnatTable, gasparTable, radonTable } from '../../../server/test/datasets.ts';
import type { Territory } from './territory.ts';

/** Tables by commune as published. */
type Files = Record<string, string | Buffer>;

export function communeTables({ communes }: Territory): Files {
  const rows = communes.map(({ insee, name }) => `COM,${insee},"${name}"\n`);
  return {
    'communes.csv': `TYPECOM,COM,LIBELLE\n${rows.join('')}`,
    'mouvements-communes.csv': 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n',
  };
}

export function radonFile({ communes }: Territory): Files {
  const known = communes.filter((commune) => !isDivided(commune));
  return { 'radon.csv': radonTable(known.map((commune) => [commune.name, commune.insee, radonPotential(commune)])) };
}

export function seismicTable({ communes }: Territory): Files {
  const rows = communes.map((commune) => `${commune.insee};${seismicZone(commune)}\n`);
  return { 'zonage_sismique.csv': `insee;sismicite\n${rows.join('')}` };
}

const STATES = { approved: 'Approuvé', anticipated: 'Anticipé', prescribed: 'Prescrit' } as const;

const planRow = ({ gasparId, kind, name, commune, ...plan }: Plan): Record<string, string> => ({
  'CODE MODELE': kind.procedure,
  'CODE PROCEDURE': gasparId,
  'LIBELLE PROCEDURE': name,
  'CODE INSEE COMMUNE': commune.insee,
  'LIBELLE RISQUE 2': kind.hazard.label,
  'LIBELLE RISQUE 3': kind.hazard.detail,
  'PROCEDURE REVISEE': plan.underRevision ? 'VRAI' : 'FAUX',
  PRESCRIPTION: plan.prescribed?.toString() ?? '',
  APPLIC_ANTIC: plan.anticipated?.toString() ?? '',
  APPROBATION: plan.approved?.toString() ?? '',
  'LIBELLE SOUS-ETAT': STATES[plan.state],
});

/** The arrondissements of a city have its plans. */
export const planTable =
  (family: PlanFamily) =>
  ({ communes }: Territory): Files => {
    const plans = communes.filter(({ mother }) => mother === undefined).flatMap((one) => plansOf(one, family));
    return { [`${family}_gaspar.csv`]: gasparTable(plans.map(planRow)) };
  };

export function decreeTable({ communes }: Territory): Files {
  const rows = communes
    .filter(({ mother }) => mother === undefined)
    .flatMap((commune) =>
      catnatDecrees(commune).map(({ code, hazard, start, end, decree, journalOfficiel }) => [
        code,
        commune.insee,
        commune.name.toUpperCase(),
        'ICB',
        hazard,
        ...[start, end, decree, journalOfficiel].map(String),
        '2026-01-01',
      ]),
    );
  return { 'catnat_gaspar.csv': catnatTable(rows) };
}

/** The first decree had this number of communes. */
const LISTED = 126;
const HISTORY = "[{'numero_decret': '2022_750', 'start_date': '2022-04-30'}]";

/** The communes with zones at the simulators, and others on the coast without a town. */
export function coastalTable({ towns }: Territory): Files {
  const known = new Set(towns.map(({ insee }) => insee));
  const others = COMMUNES.filter(({ coastal, insee }) => coastal && !known.has(insee)).slice(0, LISTED);
  const listed = [...COMMUNES.filter(({ insee }) => retreatZonesOf(insee).length > 0), ...others];
  const rows = listed.map(({ insee, name }) => `${insee};${name};True;${HISTORY}\n`);
  return {
    'trait-de-cote-commune.csv': `code_commune;nom_commune;is_currently_active;trait_de_cote_historique\n${rows.join('')}`,
  };
}
