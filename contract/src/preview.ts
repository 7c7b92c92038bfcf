import { z } from 'zod';
import { MultiPolygon } from './parcels.ts';
import { route } from './common/route.ts';

/** The compulsory headings, in the order of the law (R125-23, L125-7 code de l’environnement, L112-11 code de l’urbanisme). */
export const PreviewHeading = z.enum([
  'pprt',
  'pprn',
  'pprm',
  'ppr-prescrit',
  'sismicite',
  'radon',
  'trait-de-cote',
  'debroussaillement',
  'sis',
  'bruit',
]);
export type PreviewHeading = z.infer<typeof PreviewHeading>;

/** The headings whose sources give outlines. */
export const PreviewLayer = PreviewHeading.extract(['sis', 'trait-de-cote', 'bruit']);
export type PreviewLayer = z.infer<typeof PreviewLayer>;

const PreviewFinding = z.object({
  rubrique: PreviewHeading,
  titre: z.string(),
  etat: z
    .enum(['concerne', 'non_concerne', 'non_obtenu'])
    .describe('« non_obtenu » : la source n’a pas répondu ; ce n’est jamais une absence de risque.'),
  a_verifier: z.boolean().describe('Les sources laissent un doute.'),
  phrase: z.string(),
});
export type PreviewFinding = z.infer<typeof PreviewFinding>;

/** GeoJSON: outlines cut about two kilometres around the place and simplified. */
const PreviewZones = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      properties: z.object({ rubrique: PreviewLayer, libelle: z.string() }),
      geometry: MultiPolygon,
    }),
  ),
});
export type PreviewZones = z.infer<typeof PreviewZones>;

export const Preview = z.object({
  rubriques: z.array(PreviewFinding),
  zones: PreviewZones,
  obtenu_le: z.iso.datetime().describe('Instant de la plus ancienne des réponses utilisées, UTC.'),
  specimen: z.boolean().describe('Données fictives.'),
});
export type Preview = z.infer<typeof Preview>;

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
    tags: ['Cadastre'],
    summary: 'Aperçu gratuit et sans valeur légale des risques d’une parcelle',
    params: z.object({ code_parcelle: z.string().regex(/^\w{3}-\w{2}-\w{4}@\w{5}$/) }),
    querystring: z.object({ longitude: Degrees, latitude: Degrees }),
    response: { 200: Preview },
  },
});
