import type { PlanPerimeter } from '#domain/risks/facts.ts';
import { square } from '#test/statement-input.ts';

/** Published perimeters of plans at the reference places, by the place's name; others have none. */
export const REFERENCE_PERIMETERS: Record<string, PlanPerimeter[]> = {
  '02-inondation': [
    // Its edge crosses the property.
    { servitude: 'PM1', gasparId: '47DDT20140001', name: 'PM1_PPRI_Garonne', outline: square([0.6223, 44.2043], 900) },
    { servitude: 'PM1', gasparId: null, name: 'Zone d’éboulement', outline: square([0.6155, 44.2033], 130) },
  ],
  '03-pprt-expropriation': [
    { servitude: 'PM3', gasparId: '00DDT20140001', name: 'PPRT Lacq', outline: square([-0.6103, 43.4231], 5000) },
  ],
};
