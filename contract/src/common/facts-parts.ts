import { z } from 'zod';
import { DRAWN_HEADINGS, PPR_FAMILIES } from './headings.ts';

/** Parts of the machine-readable statement (`facts.ts`). */

/** Why a heading has no answer: its source failed (the first six), or answered without settling the question. */
export const FindingReason = z
  .enum([
    'timeout',
    'unavailable',
    'rate-limited',
    'malformed',
    'refused',
    'not-held',
    'not-published',
    'not-mapped',
    'not-specified',
    'unreadable',
    'not-drawn',
    'sources-disagree',
  ])
  .describe(
    'A source without an answer (timeout to not-held), or an answer that leaves the question open (not-published to sources-disagree).',
  );

export const Provenance = z.object({
  source: z.string().describe('Stable identifier: one for each service asked.'),
  label: z.string(),
  attribution: z.string(),
  licence: z.string(),
  url: z.string().nullable(),
  obtainedAt: z.iso.datetime({ offset: true }).describe('Instant of the response, UTC.'),
});

export const Overlap = z.object({
  touchesParcel: z.boolean().describe('The zone covers at least 1 m² or 1% of a parcel.'),
  containsPoint: z.boolean(),
  shareOfParcel: z.number().nullable().describe('0 to 1, of the drawn area of the parcels.'),
  distanceMetres: z.number().nullable().describe('0 when the zone touches the property.'),
  nearBoundary: z.boolean().describe('The limit of a zone is within 30 m: to be checked on the plan itself.'),
});

export const IsoDate = z.string().describe('YYYY-MM-DD, as the source gives it.').nullable();

const BuildingOverlap = z.object({
  touched: z.boolean().describe('The zone covers at least 1 m² of the footprint on the parcels.'),
  share: z.number().describe('0 to 1, of the footprint on the parcels.'),
  distanceMetres: z.number().describe('0 when the zone touches the building.'),
  toVerify: z.boolean().describe('A shift within the accuracy of the drawing would change `touched`.'),
});

/** An indication, which changes no heading. */
export const Buildings = z.object({
  state: z.enum(['obtained', 'last-good', 'not-obtained']),
  reason: FindingReason.nullable(),
  provenance: Provenance,
  buildings: z
    .array(
      z.object({
        id: z.string().describe('Key in the BD TOPO.'),
        rnbIds: z.array(z.string()).describe('Identifiers in the RNB, the national register of buildings.'),
        use: z.string().nullable(),
        state: z.enum(['in-service', 'planned', 'under-construction', 'ruined', 'demolished', 'unknown']),
        isLight: z.boolean().describe('Light construction.'),
        accuracyMetres: z.number().nullable().describe('Horizontal accuracy; null: unknown.'),
        updatedOn: IsoDate,
        areaSquareMetres: z.number().describe('Of the drawn footprint.'),
        areaOnParcels: z.number().describe('Of its part on the parcels.'),
        isOnLimit: z.boolean().describe('On the limit, within its accuracy: it may be the neighbour’s.'),
        isShared: z.boolean().describe('Extends beyond the parcels.'),
      }),
    )
    .describe('Footprints that touch the parcels, largest first.'),
  zones: z
    .array(
      z.object({
        heading: z.enum([...PPR_FAMILIES, ...DRAWN_HEADINGS]),
        label: z.string(),
        land: Overlap,
        largest: BuildingOverlap.describe('The largest building.'),
        othersTouched: z.int(),
      }),
    )
    .describe('Drawn zones that touch the property or pass near it; empty without a published building.'),
});
