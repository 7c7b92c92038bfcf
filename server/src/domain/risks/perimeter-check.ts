import { enumeration, printable, typeset, percent } from '#domain/french.ts';
import { contradictionOf, withContradiction } from './contradiction.ts';
import type { Place } from '#domain/geometry/place.ts';
import { PPR_FAMILIES, type PprFamily } from '@clairisque/contract/common/headings.ts';
import { type Facts, type PlanPerimeter, type Ppr } from './facts.ts';
import { type Overlap, isInside, propertyAt } from '#domain/geometry/overlap.ts';
import type { Contradiction, FindingOf, PlansInForce, Reference } from './findings.ts';
import { familyOf, perimeterAt } from './plan-perimeters.ts';
import { isUnderStudy, setAside } from './ppr.ts';
import { open, withoutHash } from './rule.ts';

type Plans = { [F in PprFamily]: FindingOf<F> };
type Given = Pick<Facts, PprFamily | 'planPerimeters'>;
/** A perimeter over the land, beyond the accuracy of its drawing. */
type Denying = { perimeter: PlanPerimeter; overlap: Overlap };

/**
 * A « non » of the plans' source where a published perimeter of such a plan covers the land is « à vérifier », both
 * named. The reverse is no disagreement: few plans have their perimeter published.
 */
export function checkedByPerimeters<F extends Plans>(findings: F, facts: Given, place: Place): F {
  const { planPerimeters } = facts;
  if (planPerimeters.state === 'not-obtained' || planPerimeters.value.length === 0) return findings;
  const listed = PPR_FAMILIES.flatMap((family) => plansIn(facts, family));
  const property = propertyAt(place);
  const over = planPerimeters.value.flatMap((perimeter): Denying[] => {
    const { overlap, isGrazed } = perimeterAt(property, place, perimeter);
    return isInside(overlap) && !isGrazed ? [{ perimeter, overlap }] : [];
  });
  const checked = PPR_FAMILIES.map((family) => {
    const own = over.filter(({ perimeter }) => (planOf(perimeter, listed)?.family ?? familyOf(perimeter)) === family);
    return [family, check({ finding: findings[family], own, facts, family })];
  });
  return { ...findings, ...(Object.fromEntries(checked) as Plans) };
}

const plansIn = (facts: Given, family: PprFamily): Ppr[] => {
  const fact = facts[family];
  return fact.state === 'not-obtained' ? [] : fact.value;
};

const planOf = ({ gasparId }: PlanPerimeter, plans: Ppr[]): Ppr | undefined =>
  plans.find((plan) => gasparId !== null && plan.gasparId === gasparId);

type Checked<F extends PprFamily> = { finding: FindingOf<F>; own: Denying[]; facts: Given; family: F };

function check<F extends PprFamily>({ finding, own, facts, family }: Checked<F>): FindingOf<F> {
  const denying = finding.state === 'concerned' ? own.filter((one) => isOfAnother(one, finding.details.plans)) : own;
  if (denying.length === 0 || finding.state === 'not-obtained') return finding;
  const contradiction = contradictionBetween({ finding, own: denying, facts, family });
  const doubted = {
    facts: [...finding.facts, 'planPerimeters' as const],
    provenances: [...finding.provenances, facts.planPerimeters.provenance],
    contradiction: withContradiction(finding.contradiction, contradiction),
    references: [...finding.references, PUBLISHED],
  };
  if (finding.state === 'concerned') {
    const { sentence, details } = withoutDenied(finding, denying);
    return { ...finding, ...doubted, details, toVerify: true, sentence: `${sentence} ${contradiction.sentence}` };
  }
  return { ...finding, ...open('sources-disagree', openSentence(finding, contradiction)), ...doubted };
}

/** A plan whose perimeter covers the land is not « vérifié et non retenu ». */
function withoutDenied({ sentence, details }: Said, own: Denying[]): Said {
  const { plans, elsewhere } = details;
  const kept = elsewhere.filter((plan) => own.every(({ perimeter }) => planOf(perimeter, [plan]) === undefined));
  const wordsOf = (all: Ppr[]): string => typeset(printable(setAside(all).join(' ')));
  return {
    sentence: sentence.replace(wordsOf(elsewhere), () => wordsOf(kept)).trim(),
    details: { plans, elsewhere: kept },
  };
}

type Said = { sentence: string; details: PlansInForce };

/** Two lists of plans that differ elsewhere are named too. */
const openSentence = (
  { contradiction: known }: { contradiction?: Contradiction },
  { sentence }: Contradiction,
): string => (known === undefined ? sentence : `${known.sentence} ${sentence}`);

/** The perimeter is of a plan that the source identifies, and that is not among those of the finding. */
const isOfAnother = ({ perimeter }: Denying, plans: Ppr[]): boolean =>
  perimeter.gasparId !== null && planOf(perimeter, plans) === undefined;

const PUBLISHED: Reference = {
  title: 'Servitudes publiées au Géoportail de l’urbanisme',
  url: 'https://www.geoportail-urbanisme.gouv.fr',
};

function contradictionBetween<F extends PprFamily>({ finding, own, facts, family }: Checked<F>): Contradiction {
  const ours = `« ${withoutHash(facts[family].provenance.label)} »`;
  const theirs = `« ${facts.planPerimeters.provenance.label} »`;
  const isDenied = (plan: Ppr): boolean => own.some(({ perimeter }) => planOf(perimeter, [plan]) !== undefined);
  const elsewhere = plansIn(facts, family).filter(
    (plan) => plan.zoned === false && !isUnderStudy(plan) && (finding.state !== 'concerned' || isDenied(plan)),
  );
  const said =
    elsewhere.length === 0
      ? `${ours} n’y signale aucun plan ${KINDS[family]} en vigueur`
      : `${ours} recense ${enumeration(elsewhere.map(({ name }) => `« ${name} »`))} sans placer l’immeuble dans une de ${elsewhere.length > 1 ? 'leurs' : 'ses'} zones`;
  const other = own.length > 1 ? 'ces autres plans' : 'cet autre plan';
  const one = finding.state === 'concerned' && elsewhere.length === 0 ? `${ours} n’y signale pas ${other}` : said;
  const published = enumeration(own.map(labelled));
  const sentence = `${theirs} publie ${published} ; ${one}. Les deux sources se contredisent : à vérifier en mairie ou en préfecture.`;
  const isOnAnswer = finding.state === 'not-concerned';
  const perimeters = own.map(({ perimeter }) => perimeter);
  return contradictionOf([ours, theirs], sentence, { isOnAnswer, perimeters });
}

const KINDS: Record<PprFamily, string> = { pprn: 'naturel', pprm: 'minier', pprt: 'technologique' };

function labelled({ perimeter: { servitude, name, gasparId }, overlap }: Denying): string {
  const share = overlap.shareOfParcel === null ? '' : ` (${percent(overlap.shareOfParcel)})`;
  const named = [name && `« ${name} »`, gasparId && `n° Gaspar ${gasparId}`].filter(Boolean).join(', ');
  return `la servitude ${servitude}${named && `, ${named},`} sur le terrain${share}`;
}
