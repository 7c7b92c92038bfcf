import type { Ppr, RetreatZone, NoiseZone } from '#domain/risks/facts.ts';
import type { Placed } from '#domain/geometry/overlap.ts';
import type { CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { horizonOf, retreatName, ruleInWords } from './plain.ts';
import { shareOfGround } from '#domain/printing/overlap.ts';
import type { Perimeters } from './perimeters.ts';
import { shortDate } from '#domain/printing/text.ts';

/**
 * One plan on one line of page 1: its name, then its date, its rule in words with the zone's code, the share of the
 * land.
 */
export type PlanLine = { name: string; facts: string[] };

export function planLines(findings: Findings, heading: CompulsoryHeading, perimeters: Perimeters): PlanLine[] {
  const finding = findings[heading];
  if (finding.state !== 'concerned') return [];
  if ('plans' in finding.details) return finding.details.plans.map((plan) => pprLine(plan, perimeters));
  if (finding.heading === 'bruit') return finding.details.zones.map(noiseLine);
  if (finding.heading === 'trait-de-cote') return finding.details.zones.map(coastlineRetreatLine);
  return [];
}

function pprLine(plan: Ppr, perimeters: Perimeters): PlanLine {
  return {
    name: plan.name,
    facts: [stateOf(plan), ...new Set(plan.zones.map(ruleInWords)), landOf(plan, perimeters)],
  };
}

const STATES: Record<Ppr['status'], string> = {
  approved: 'approuvé',
  anticipated: 'appliqué par anticipation',
  prescribed: 'prescrit',
  unknown: 'état non précisé',
};

function stateOf({ status, statusDate, underRevision }: Ppr): string {
  const date = statusDate === null || status === 'unknown' ? '' : ` le ${shortDate(statusDate)}`;
  return `${STATES[status]}${date}${underRevision ? ', en révision' : ''}`;
}

/** The supplier says whether the land is in a zone; a published perimeter says how much of it. */
function landOf(plan: Ppr, perimeters: Perimeters): string {
  const published = perimeters === null || perimeters.state === 'not-obtained' ? [] : perimeters.value;
  const overlap = published.find((one) => one.plan === plan)?.overlap;
  if (overlap?.touchesParcel && overlap.shareOfParcel !== null)
    return `${shareOfGround(overlap)} dans le périmètre publié`;
  if (plan.isUndrawn) return 'zones non publiées : à vérifier';
  return plan.zoned === true ? 'terrain touché' : 'position à vérifier';
}

const NOISE = { A: 'très fort', B: 'fort', C: 'modéré', D: 'faible' };

const noiseLine = ({ aerodromeName, decreeDate, zone, overlap }: Placed<NoiseZone>): PlanLine => ({
  name: aerodromeName,
  facts: [
    decreeDate === null ? 'date non précisée' : `plan du ${shortDate(decreeDate)}`,
    `bruit ${NOISE[zone]} (zone ${zone})`,
    shareOfGround(overlap),
  ],
});

const coastlineRetreatLine = ({ label, horizon, provisional, overlap }: Placed<RetreatZone>): PlanLine => ({
  name: retreatName(label),
  facts: [horizonOf({ horizon }), ...(provisional ? ['carte provisoire'] : []), shareOfGround(overlap)],
});
