import { z } from 'zod';

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
    'Source sans réponse (timeout à not-held), ou réponse qui laisse la question ouverte (not-published à sources-disagree).',
  );

export const Provenance = z.object({
  source: z.string().describe('Identifiant stable : un par service interrogé.'),
  label: z.string(),
  attribution: z.string(),
  licence: z.string(),
  url: z.string().nullable(),
  obtainedAt: z.iso.datetime({ offset: true }).describe('Instant de la réponse, UTC.'),
});

export const Overlap = z.object({
  touchesParcel: z.boolean().describe('La zone couvre au moins 1 m² ou 1 % d’une parcelle.'),
  containsPoint: z.boolean(),
  shareOfParcel: z.number().nullable().describe('De 0 à 1, de la surface dessinée des parcelles.'),
  distanceMetres: z.number().nullable().describe('0 quand la zone touche le bien.'),
  nearBoundary: z.boolean().describe('Limite de zone à moins de 30 m : à vérifier sur le plan lui-même.'),
});

export const IsoDate = z.string().describe('AAAA-MM-JJ, comme la source la donne.').nullable();

const BuildingOverlap = z.object({
  touched: z.boolean().describe('La zone couvre au moins 1 m² de l’emprise située sur les parcelles.'),
  share: z.number().describe('De 0 à 1, de l’emprise située sur les parcelles.'),
  distanceMetres: z.number().describe('0 quand la zone touche le bâtiment.'),
  toVerify: z.boolean().describe('Un décalage de la précision du dessin changerait « touched ».'),
});

/** An indication, which changes no heading. */
export const Buildings = z.object({
  state: z.enum(['obtained', 'last-good', 'not-obtained']),
  reason: FindingReason.nullable(),
  provenance: Provenance,
  buildings: z
    .array(
      z.object({
        id: z.string().describe('Clé de la BD TOPO.'),
        rnbIds: z.array(z.string()).describe('Référentiel national des bâtiments.'),
        use: z.string().nullable(),
        state: z.enum(['in-service', 'planned', 'under-construction', 'ruined', 'demolished', 'unknown']),
        isLight: z.boolean().describe('Construction légère.'),
        accuracyMetres: z.number().nullable().describe('Précision planimétrique ; null : inconnue.'),
        updatedOn: IsoDate,
        areaSquareMetres: z.number().describe('De l’emprise dessinée.'),
        areaOnParcels: z.number().describe('De sa partie située sur les parcelles.'),
        isOnLimit: z.boolean().describe('Sur la limite, à sa précision près : peut être celui du voisin.'),
        isShared: z.boolean().describe('S’étend hors des parcelles.'),
      }),
    )
    .describe('Emprises qui touchent les parcelles, la plus grande d’abord.'),
  zones: z
    .array(
      z.object({
        heading: z.enum(['pprn', 'pprm', 'pprt', 'sis', 'trait-de-cote', 'bruit']),
        label: z.string(),
        land: Overlap,
        largest: BuildingOverlap.describe('Le plus grand bâtiment.'),
        othersTouched: z.int(),
      }),
    )
    .describe('Zones délimitées qui touchent le bien ou passent près de lui ; vide sans bâtiment publié.'),
});
