import type { CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import type { OwnHeading, PlanLine } from '#domain/headings/heading.ts';
import { isOwn, OWN } from '#domain/headings/headings.ts';
import { shareOfGround } from '#domain/printing/overlap.ts';
import { shortDate } from '#domain/printing/text.ts';
import type { Ppr, PprRule } from '#domain/risks/facts.ts';
import type { FindingOf, Findings } from '#domain/risks/findings.ts';
import type { Perimeters } from './perimeters.ts';

/** The plans of a heading on page 1. */
export function planLines(findings: Findings, heading: CompulsoryHeading, perimeters: Perimeters): PlanLine[] {
  if (isOwn(heading)) return ownLines(findings, heading);
  const finding = findings[heading];
  return finding.state === 'concerned' ? finding.details.plans.map((plan) => pprLine(plan, perimeters)) : [];
}

function ownLines<H extends OwnHeading>(findings: { [K in H]: FindingOf<K> }, heading: H): PlanLine[] {
  const finding: FindingOf<H> = findings[heading];
  return finding.state === 'concerned' ? OWN[heading].plans(finding.details) : [];
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

/** The rule in the source's own words (`listTypeReg`); without them, the zone's published name. */
const RULES: Record<Exclude<PprRule, 'unidentified'>, string> = {
  'prescriptions-outside-hazard': 'prescriptions hors zone d’aléa',
  prescriptions: 'prescriptions',
  interdiction: 'interdiction',
  'interdiction-stricte': 'interdiction stricte',
  delaissement: 'délaissement possible',
  expropriation: 'expropriation possible',
};

export function ruleInWords({ code, name, rule }: Ppr['zones'][number]): string {
  const zone = code === '' ? '' : ` (zone ${code})`;
  if (rule !== 'unidentified') return `${RULES[rule]}${zone}`;
  const published = name === null || name === code ? `zone ${code}` : `« ${name} »${zone}`;
  return `${published}, lire le règlement`;
}
