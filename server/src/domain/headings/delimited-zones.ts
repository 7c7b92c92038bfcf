import { DRAWN_HEADINGS, type DrawnHeading } from '@clairisque/contract/common/headings.ts';
import { servitudeLabel, type DelimitedZone, type PlacedPerimeter } from '#domain/risks/plan-perimeters.ts';
import type { Fact } from '#domain/risks/facts.ts';
import type { FindingOf, Findings } from '#domain/risks/findings.ts';
import { DRAWINGS } from './headings.ts';

export function delimitedZones(
  findings: Pick<Findings, DrawnHeading>,
  perimeters: Fact<PlacedPerimeter[]> | null,
): DelimitedZone[] {
  const published = perimeters === null || perimeters.state === 'not-obtained' ? [] : perimeters.value;
  return [...published.map(perimeterZone), ...DRAWN_HEADINGS.flatMap((heading) => zonesUnder(heading, findings))];
}

function zonesUnder<H extends DrawnHeading>(heading: H, findings: { [K in H]: FindingOf<K> }): DelimitedZone[] {
  const { details }: FindingOf<H> = findings[heading];
  const { placed, label, column } = DRAWINGS[heading];
  const zones = details === null ? [] : placed(details);
  return zones.flatMap((zone): DelimitedZone[] => {
    const { outline, overlap } = zone;
    if (outline === null || overlap === null) return [];
    return [{ outline, overlap, heading, label: label(zone), column: column(zone) }];
  });
}

function perimeterZone(perimeter: PlacedPerimeter): DelimitedZone {
  const { outline, overlap, family, plan, name, servitude } = perimeter;
  const column = `Périmètre publié (indicatif) : ${plan?.name ?? servitudeLabel(perimeter)}`;
  return { outline, overlap, heading: family, label: plan?.name ?? name ?? servitude, column, perimeter };
}
