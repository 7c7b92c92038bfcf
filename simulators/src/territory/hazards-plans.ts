import { Temporal } from 'temporal-polyfill';
import { communeByInsee, type Commune } from './communes.ts';
import { distanceMetres, type Point } from './geometry.ts';
import { pick, unit } from './hash.ts';
import { centreOf } from './hazards-field.ts';
import { PLANTS, PLAN_KINDS, plantOf, type PlanFamily, type PlanKind } from './hazards-plan-kinds.ts';
import { DOCUMENT_SENTINELS } from './sentinel-communes.ts';
import { CHANGED_ON, datedChange } from './world.ts';
import { typedPlansOf, type PlanState, type TypedPlan } from './hazards-plans-typed.ts';

/** Plans de prévention des risques (PPR) of the synthetic territory: which commune has which, in which state and zone. */

export type Plan = {
  /** `78DDT20100014`: département, service, year, the commune's own digits, the kind's digit. */
  gasparId: string;
  kind: PlanKind;
  name: string;
  state: PlanState;
  underRevision: boolean;
  /** Null for the only plan without dates. */
  prescribed: Temporal.PlainDate | null;
  anticipated: Temporal.PlainDate | null;
  approved: Temporal.PlainDate | null;
  /** The plan's perimeter. Gaspar knows Paris, Lyon and Marseille, not their arrondissements. */
  commune: Commune;
};

/** An entry of `listTypeReg`. */
export type RegulatedZone = { code: string; libelle: string; nom: string | null; codeZone: string };

const RULES: Record<string, { libelle: string; letter: string }> = {
  '01': { libelle: 'Prescriptions hors zone d’aléa', letter: 'V' },
  '02': { libelle: 'Prescriptions', letter: 'B' },
  '03': { libelle: 'Interdiction', letter: 'R' },
  '04': { libelle: 'Interdiction stricte', letter: 'r' },
  '05': { libelle: 'Délaissement', letter: 'De' },
  '06': { libelle: 'Expropriation', letter: 'Ex' },
};
const PPRT_RINGS: [limitMetres: number, code: string][] = [
  [250, '06'],
  [450, '05'],
  [800, '04'],
  [1200, '03'],
  [1900, '02'],
  [2500, '01'],
];

/** The streets of a typed town are spread as far. */
const TYPED_REACH_METRES = 7000;

/** The commune under the code that Gaspar uses: Paris for any of its arrondissements. */
export function gasparCommune(commune: Commune): Commune {
  return (commune.mother && communeByInsee(commune.mother.insee)) ?? commune;
}

/** Paris, Lyon and Marseille as a whole; their arrondissements have other codes. */
export function isDivided(commune: Commune): boolean {
  return ['75056', '69123', '13055'].includes(commune.insee);
}

export function plansOf(commune: Commune, family: PlanFamily): Plan[] {
  const town = gasparCommune(commune);
  return PLAN_KINDS.filter((kind) => kind.family === family && hasPlan(town, kind)).map((kind) => planOf(town, kind));
}

/** The plan of that Gaspar id, or null. */
export function planById(id: string): Plan | null {
  const [, departement, serial] = /^(97\d|2[AB]|\d\d)(?:DDT|DEAL)\d{4}(\d{4})$/.exec(id) ?? [];
  if (!departement || !serial) return null;
  const commune = communeByInsee(`${departement}${serial.slice(departement.length - 2, 3)}`);
  const family = PLAN_KINDS.find(({ digit }) => digit === Number(serial[3]))?.family;
  return (commune && family && plansOf(commune, family).find(({ gasparId }) => gasparId === id)) ?? null;
}

/** The zone of the règlement at that point; none where the plan is only prescribed or the point lies outside. */
export function zonesAt(plan: Plan, point: Point): RegulatedZone[] {
  const code = plan.state === 'prescribed' ? undefined : ruleAt(plan, point);
  return code === undefined ? [] : [zone(plan, code)];
}

/** Every zone of the règlement, which a query by commune code returns. */
export function zonesOf(plan: Plan): RegulatedZone[] {
  if (plan.state === 'prescribed') return [];
  const codes = plan.kind.family === 'pprt' ? ['01', '02', '03', '04', '05', '06'] : ['01', '02', '03'];
  return codes.map((code) => zone(plan, code));
}

function hasPlan(town: Commune, kind: PlanKind): boolean {
  const typed = kind.family === 'pprn' ? typedPlansOf(town.insee) : undefined;
  return typed ? typed.some(({ digit }) => digit === kind.digit) : kind.concerns(town);
}

function ruleAt(plan: Plan, point: Point): string | undefined {
  const plant = plan.kind.family === 'pprt' ? plantOf(plan.commune) : null;
  if (plant) return PPRT_RINGS.find(([limit]) => distanceMetres(plant, point) < limit)?.[1];
  const typed = typedPlan(plan.commune, plan.kind);
  const inCentre = typed && distanceMetres(centreOf(plan.commune), point) < TYPED_REACH_METRES;
  const intensity = Math.max(plan.kind.intensity(point, plan.commune), inCentre ? typed.centreIntensity : 0);
  if (intensity <= 0) return undefined;
  return intensity > 0.85 ? '04' : intensity > 0.55 ? '03' : intensity > 0.12 ? '02' : '01';
}

/** Toulouse's dyked zone is recorded: its label repeats in words the colour of the plan. */
function zone(plan: Plan, code: string): RegulatedZone {
  if (plan.commune.insee === '31555' && plan.kind.digit === 1 && code === '02') {
    return { code, libelle: 'Prescriptions', nom: 'Zone endiguee Cyan', codeZone: 'Cid' };
  }
  const rule = RULES[code] ?? { libelle: 'Non identifié', letter: 'N' };
  const number = 1 + Math.floor(unit(plan.gasparId, code) * 3);
  return { code, libelle: rule.libelle, nom: null, codeZone: `${rule.letter}${number}` };
}

function typedPlan(commune: Commune, kind: PlanKind): TypedPlan | undefined {
  return typedPlansOf(commune.insee)?.find(({ digit }) => digit === kind.digit);
}

function planOf(commune: Commune, kind: PlanKind): Plan {
  const { state, underRevision } = typedPlan(commune, kind) ?? drawnState(commune, kind);
  const year = 1996 + Math.floor(unit('year', commune.insee, kind.digit) * 18);
  const own = commune.insee.slice(commune.departement.length).padStart(3, '0');
  const service = commune.departement.startsWith('97') ? 'DEAL' : 'DDT';
  const isDated = commune.insee !== UNDATED;
  return {
    gasparId: `${commune.departement}${service}${year}${own}${kind.digit}`,
    kind,
    name: nameOf(commune, kind),
    state,
    underRevision,
    prescribed: isDated ? dayOf('prescribed', commune, year) : null,
    anticipated: state === 'anticipated' ? dayOf('anticipated', commune, year + 3) : null,
    approved: isDated && state === 'approved' ? approvalOf(commune, year) : null,
    commune,
  };
}

function drawnState(commune: Commune, kind: PlanKind): { state: PlanState; underRevision: boolean } {
  if (kind.family !== 'pprn') {
    const prescribed = kind.family === 'pprt' && PLANTS[commune.insee]?.prescribed === true;
    return { state: prescribed ? 'prescribed' : 'approved', underRevision: false };
  }
  const draw = unit('state', commune.insee, kind.digit);
  const state = draw < 0.14 ? 'prescribed' : draw < 0.2 ? 'anticipated' : 'approved';
  return { state, underRevision: draw > 0.88 };
}

/** A plan approved on the day on which the played world changes bears that day. */
const approvalOf = (commune: Commune, year: number): Temporal.PlainDate =>
  datedChange(commune.insee)?.mode === 'approuve'
    ? Temporal.PlainDate.from(CHANGED_ON)
    : dayOf('approved', commune, year + 4);

const UNDATED = DOCUMENT_SENTINELS.find(({ mode }) => mode === 'sans-date')?.insee;

/** Spellings differ between préfectures, as in the real base. */
function nameOf(commune: Commune, kind: PlanKind): string {
  const town = commune.name;
  const mode = DOCUMENT_SENTINELS.find(({ insee }) => insee === commune.insee)?.mode;
  if (mode === 'homonymes') return `PPR - ${town}`;
  if (mode === 'nom-long') return `PPR ${'de la vallée et de ses affluents '.repeat(10)}`.slice(0, 300);
  if (kind.family === 'pprt') return `PPRT ${PLANTS[commune.insee]?.name ?? town}`;
  if (kind.family === 'pprm') return `PPRM ${town}`;
  if (kind.digit === 1)
    return pick([`PPR - ${town}`, `PPRi ${town}`, `PPR INONDATION - ${town.toUpperCase()}`], 'plan', commune.insee);
  return `PPR ${kind.title} - ${town}`;
}

function dayOf(event: string, commune: Commune, year: number): Temporal.PlainDate {
  const month = 1 + Math.floor(unit(event, 'month', commune.insee) * 12);
  return Temporal.PlainDate.from({ year, month, day: 1 + Math.floor(unit(event, 'day', commune.insee) * 28) });
}
