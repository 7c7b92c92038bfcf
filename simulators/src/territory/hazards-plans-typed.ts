import { DATED_SENTINELS, DOCUMENT_SENTINELS, type DatedSentinelMode } from './sentinel-communes.ts';
import { datedChange } from './world.ts';

/** Towns whose PPRN are typed, so that each state and zone of a plan has its place: see `shows` in `towns.ts`. */

export type PlanState = 'prescribed' | 'anticipated' | 'approved';
export type TypedPlan = {
  /** 1 inondation, 2 mouvement de terrain, 3 argiles, 4 avalanche, 5 submersion, 6 feu. */
  digit: number;
  state: PlanState;
  underRevision: boolean;
  /** At least this intensity within 7 km of the town's centre; 0 leaves the zones to the fields. */
  centreIntensity: number;
};

const OUTSIDE_HAZARD = 0.05;
const PRESCRIPTIONS = 0.3;
const INTERDICTION = 0.7;
const INTERDICTION_STRICTE = 0.9;

const approved = (digit: number, centreIntensity = 0): TypedPlan => {
  return { digit, state: 'approved', underRevision: false, centreIntensity };
};
const prescribed = (digit: number): TypedPlan => ({ ...approved(digit), state: 'prescribed' });
const anticipated = (digit: number, centreIntensity: number): TypedPlan => {
  return { ...approved(digit, centreIntensity), state: 'anticipated' };
};
const underRevision = (plan: TypedPlan): TypedPlan => ({ ...plan, underRevision: true });

/** Plans by the commune's INSEE code (never an arrondissement's). These towns have no other PPRN. */
const TYPED_PLANS: Record<string, TypedPlan[]> = {
  /** Three plans at 2.2528,48.9494. */
  '95018': [approved(1, PRESCRIPTIONS), approved(2, INTERDICTION), approved(3, PRESCRIPTIONS)],
  '75056': [approved(1), approved(2, OUTSIDE_HAZARD)],
  '69123': [approved(1), approved(2)],
  '13055': [approved(6), approved(3)],
  '31555': [approved(1, PRESCRIPTIONS), approved(3, PRESCRIPTIONS)],
  '06088': [approved(1, INTERDICTION_STRICTE), approved(5)],
  '74056': [approved(4, INTERDICTION), approved(1)],
  '38185': [approved(1, PRESCRIPTIONS), approved(2)],
  '35288': [approved(5, PRESCRIPTIONS)],
  '17300': [approved(5, INTERDICTION)],
  '85001': [approved(5, INTERDICTION_STRICTE)],
  '85194': [underRevision(approved(5, PRESCRIPTIONS))],
  '17306': [prescribed(5)],
  '54395': [prescribed(2)],
  '83050': [anticipated(1, PRESCRIPTIONS)],
  '21231': [underRevision(approved(1, PRESCRIPTIONS))],
  '63113': [approved(1)],
  '34172': [approved(1), approved(3, PRESCRIPTIONS)],
  '33214': [approved(6)],
  '33514': [approved(5, PRESCRIPTIONS)],
  '80182': [approved(5, PRESCRIPTIONS)],
  '56121': [approved(5, PRESCRIPTIONS)],
  '59183': [approved(5, OUTSIDE_HAZARD)],
  '33063': [approved(1), approved(3)],
  '35238': [approved(1)],
  '44109': [approved(1)],
  '45234': [approved(1, PRESCRIPTIONS)],
  '37261': [approved(1, PRESCRIPTIONS), approved(2)],
  '57463': [approved(1)],
  '64102': [approved(1)],
  '66136': [approved(1)],
  '95127': [approved(1)],
  '29232': [approved(1, OUTSIDE_HAZARD)],
  '14118': [approved(1)],
  '76540': [approved(1), approved(2)],
  '67482': [approved(1, OUTSIDE_HAZARD)],
  '65286': [approved(2, PRESCRIPTIONS)],
  '05061': [approved(2)],
  '48095': [approved(2)],
  '93066': [approved(2, PRESCRIPTIONS)],
  '2A004': [approved(6), approved(5)],
  '2B033': [approved(6, PRESCRIPTIONS)],
  '97209': [approved(1), approved(2, PRESCRIPTIONS)],
  '97120': [approved(1, PRESCRIPTIONS), approved(5)],
  '97302': [approved(1)],
  '97411': [approved(1), approved(2)],
  '97611': [approved(2, PRESCRIPTIONS), approved(5)],
  /** Kept without any plan, so that a wholly negative statement can be shown: Chartres. */
  '28085': [],
  ...Object.fromEntries(
    DOCUMENT_SENTINELS.map(({ insee, mode }) => [
      insee,
      [approved(1, PRESCRIPTIONS), ...(mode === 'homonymes' ? [approved(2, PRESCRIPTIONS)] : [])],
    ]),
  ),
};

/** Plans before and after the day on which they change. */
const DATED_PLANS: Record<DatedSentinelMode, [before: TypedPlan[], after: TypedPlan[]]> = {
  approuve: [[prescribed(1)], [approved(1, PRESCRIPTIONS)]],
  prescrit: [[], [prescribed(1)]],
  revise: [[approved(1, PRESCRIPTIONS)], [underRevision(approved(1, PRESCRIPTIONS))]],
  abroge: [[approved(1, PRESCRIPTIONS)], []],
  deplace: [[approved(1, PRESCRIPTIONS)], [approved(1, INTERDICTION_STRICTE)]],
  arrete: [[], []],
  radon: [[], []],
  muet: [[], []],
};
const DATED_CODES = new Set(DATED_SENTINELS.map(({ insee }) => insee));

/** The typed PPRN of a commune, on the played day; undefined where they are drawn. */
export function typedPlansOf(insee: string): TypedPlan[] | undefined {
  const change = DATED_CODES.has(insee) ? datedChange(insee) : null;
  return change === null ? TYPED_PLANS[insee] : DATED_PLANS[change.mode][change.isPast ? 1 : 0];
}
