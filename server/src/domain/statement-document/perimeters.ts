import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Fact, Ppr } from '#domain/risks/facts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { frenchDistance } from '#domain/french.ts';
import { DRAWN_WITHIN_METRES, servitudeLabel, type PlacedPerimeter } from '#domain/risks/plan-perimeters.ts';
import { buildingRows, type PublishedBuildings } from '#domain/printing/buildings.ts';
import { isInside } from '#domain/geometry/overlap.ts';
import { shareOfGround, shortPosition } from '#domain/printing/overlap.ts';
import { note, text } from '#domain/printing/parts.ts';
import type { Row } from '#domain/printing/parts.ts';
import { shortDate } from '#domain/printing/text.ts';

/** Perimeters of plans published on the Géoportail de l'urbanisme: an indication beside Géorisques. */
export type Perimeters = Fact<PlacedPerimeter[]> | null;
type Drawn = { perimeters: Perimeters; buildings: PublishedBuildings };

/** How the published perimeter of a plan that concerns the property overlaps it. */
export function perimeterRows(plan: Ppr, { perimeters, buildings }: Drawn): Row[] {
  return published(perimeters)
    .filter((one) => one.plan === plan)
    .flatMap((one) => [
      text(
        'Périmètre publié',
        `Au Géoportail de l’urbanisme (servitude ${one.servitude}, réponse du ${one.answered}) : ${perimeterPosition(one)}. ${INDICATION}`,
      ),
      ...buildingRows(one.outline, buildings),
    ]);
}

/**
 * A perimeter on or near the property that the source links to no plan of the statement. The heading names those that
 * deny its answer: they are not named twice.
 */
export function unlinkedPerimeters(family: PprFamily, { perimeters, buildings }: Drawn, findings: Findings): Row[] {
  const denying = findings[family].contradiction?.perimeters ?? [];
  return published(perimeters)
    .filter((one) => one.plan === null && one.family === family)
    .flatMap((one) => [
      ...(reaches(one) && denying.some((perimeter) => isSame(perimeter, one))
        ? []
        : [
            note(
              `Le Géoportail de l’urbanisme publie en outre la ${servitudeLabel(one)}, réponse du ${one.answered} : ${perimeterPosition(one)}. ${besides(one)}`,
            ),
          ]),
      ...buildingRows(one.outline, buildings),
    ]);
}

type Named = Pick<PlacedPerimeter, 'servitude' | 'name' | 'gasparId'>;
const isSame = (one: Named, other: Named): boolean =>
  one.servitude === other.servitude && one.name === other.name && one.gasparId === other.gasparId;

const reaches = ({ overlap, isGrazed }: PlacedPerimeter): boolean => isInside(overlap) && !isGrazed;

const besides = (one: PlacedPerimeter): string =>
  reaches(one)
    ? 'La source ne le relie à aucun plan : à vérifier auprès de la mairie ou de la préfecture.'
    : 'Les deux sources ne se contredisent pas.';

const INDICATION =
  'Ce contour est celui du plan ou de ses zones, la source ne dit pas lequel : il situe le bien à titre indicatif, la carte du plan fait foi.';

export function perimeterPosition({ overlap, isGrazed }: PlacedPerimeter): string {
  const { touchesParcel, containsPoint, distanceMetres } = overlap;
  if (isGrazed)
    return `le bord du terrain est effleuré (${shareOfGround(overlap)}), dans la précision de ${DRAWN_WITHIN_METRES} m des tracés`;
  if (touchesParcel || containsPoint || distanceMetres === null) return shortPosition(overlap);
  return `terrain non touché, limite à ${frenchDistance(distanceMetres)}`;
}

function published(perimeters: Perimeters): (PlacedPerimeter & { answered: string })[] {
  if (perimeters === null || perimeters.state === 'not-obtained') return [];
  const answered = shortDate(perimeters.provenance.obtainedAt);
  return perimeters.value.map((one) => ({ ...one, answered }));
}
