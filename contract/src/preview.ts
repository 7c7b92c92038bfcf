import { z } from 'zod';
import { COMPULSORY_HEADINGS, DRAWN_HEADINGS } from './common/headings.ts';
import { PlanToAnswer } from './common/declarations.ts';
import { Question } from './questions.ts';
import { MultiPolygon } from './parcels.ts';
import { ParcelCode, ParcelCodesInQuery } from './common/parcel-codes.ts';
import { route } from './common/route.ts';

const PreviewHeading = z.enum(COMPULSORY_HEADINGS);
const PreviewLayer = z.enum(DRAWN_HEADINGS);

const PreviewFinding = z.object({
  rubrique: PreviewHeading,
  titre: z.string(),
  etat: z
    .enum(['concerne', 'non_concerne', 'non_obtenu', 'a_la_generation'])
    .describe(
      '« non_obtenu » : la source n’a pas répondu ; « a_la_generation » : elle ne sera interrogée qu’alors. Ce n’est jamais une absence de risque.',
    ),
  a_verifier: z.boolean().describe('Les sources laissent un doute.'),
  phrase: z.string(),
  parcelles_touchees: z
    .array(z.string())
    .optional()
    .describe(
      'Codes des parcelles qu’une zone publiée touche ; absent pour une seule parcelle, ou quand la source n’a pas de contour.',
    ),
  indications: z
    .array(z.string())
    .optional()
    .describe('Périmètre publié du plan, bâtiment publié : ils ne changent pas la réponse.'),
});
export type PreviewFinding = z.infer<typeof PreviewFinding>;

/** GeoJSON: outlines cut about two kilometres around the place and simplified. */
const zonesOf = <L extends z.ZodType>(rubrique: L) =>
  z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        properties: z.object({ rubrique, libelle: z.string() }),
        geometry: MultiPolygon,
      }),
    ),
  });
const PreviewZones = zonesOf(PreviewLayer);
export type PreviewZones = z.infer<typeof PreviewZones>;

export const Preview = z.object({
  rubriques: z.array(PreviewFinding),
  parcelles_touchees: z
    .array(z.string())
    .optional()
    .describe(
      'Codes des parcelles que touche au moins un contour publié ; absent pour une seule parcelle, ou sans contour.',
    ),
  indications: z
    .array(z.string())
    .default([])
    .describe('Sur le bien entier, dont ce qui n’a pas été obtenu ; rien d’un bâtiment qui n’est pas publié.'),
  plans: z
    .array(PlanToAnswer)
    .optional()
    .describe('Les plans dont le règlement peut prescrire des travaux ; absent quand une source n’a pas répondu.'),
  questions: z
    .array(Question.extend({ vente_seulement: z.boolean().optional() }))
    .optional()
    .describe('Ce que le document laissera ouvert à coup sûr ; absent avant le choix de la parcelle.'),
  zones: PreviewZones,
  obtenu_le: z.iso.datetime().describe('Instant de la plus ancienne des réponses utilisées, UTC.'),
  specimen: z.boolean().describe('Données fictives.'),
});
export type Preview = z.infer<typeof Preview>;

const tags = ['Cadastre'];
const Degrees = z.string().regex(/^-?\d{1,3}(\.\d{1,20})?$/);

/**
 * What a statement would say for the compulsory headings: open to all, free and without legal value; no duty, document
 * or annex. 400 for a parcel that does not exist or is not at the point.
 */
export const readPreview = route({
  method: 'GET',
  url: '/api/v2/apercu/:code_parcelle/',
  config: { access: 'none', throttle: 'preview', priority: 'free' },
  schema: {
    tags,
    summary: 'Aperçu gratuit et sans valeur légale des risques d’une parcelle',
    params: z.object({ code_parcelle: ParcelCode }),
    querystring: z.object({ longitude: Degrees, latitude: Degrees, parcelles: ParcelCodesInQuery.optional() }),
    response: { 200: Preview },
  },
});

/**
 * Previews the point of an address whose parcel is not chosen yet, from releases of datasets only: no supplier is
 * queried. All is « à la génération » where facts do not come from them.
 */
export const readPointPreview = route({
  method: 'GET',
  url: '/api/v2/apercu/',
  config: { access: 'none', throttle: 'place', priority: 'free' },
  schema: {
    tags,
    summary: 'Aperçu gratuit et sans valeur légale à une adresse, avant le choix de la parcelle',
    querystring: z.object({
      longitude: Degrees,
      latitude: Degrees,
      commune: z
        .string()
        .regex(/^\d[\dAB]\d{3}$/)
        .describe('Code Insee'),
    }),
    response: { 200: Preview },
  },
});

export const PlanZones = z.object({
  etat: z
    .enum(['publie', 'rien_de_publie', 'non_obtenu'])
    .describe('« rien_de_publie » et « non_obtenu » ne sont jamais une absence de risque.'),
  zones: zonesOf(z.literal('ppr')),
  obtenu_le: z.iso.datetime().describe('Instant de la réponse, ou de la publication des zonages, UTC.'),
});
export type PlanZones = z.infer<typeof PlanZones>;

/**
 * Published zones or perimeters of plans de prévention within about a kilometre of a point, to be drawn on a map: an
 * indication, which proves nothing where there is none.
 */
export const readPlanZones = route({
  method: 'GET',
  url: '/api/v2/apercu/zonages/',
  config: { access: 'none', throttle: 'parcel', priority: 'free' },
  schema: {
    tags,
    summary: 'Zonages publiés des plans de prévention autour d’un point, à titre indicatif',
    querystring: z.object({ longitude: Degrees, latitude: Degrees }),
    response: { 200: PlanZones },
  },
});
