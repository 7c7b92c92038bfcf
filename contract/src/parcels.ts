import { z } from 'zod';
import { ParcelCodesInQuery } from './common/parcel-codes.ts';
import { route } from './common/route.ts';
import { text } from './common/text.ts';

/** GeoJSON positions are `[longitude, latitude]` in degrees, WGS 84. */
export const Position = z.tuple([z.number(), z.number()]);
export const MultiPolygon = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(z.array(Position))),
});
export type MultiPolygon = z.infer<typeof MultiPolygon>;

export const NearbyParcel = z.object({
  /** Three characters, `000` when the commune absorbed no other. */
  prefixe: z.string(),
  /** Two characters, padded: `0A`. */
  section: z.string(),
  /** Four characters, padded: `0037`. */
  numero: z.string(),
  /** INSEE code; the arrondissement's in Paris, Lyon and Marseille. */
  commune: z.string(),
  nom_commune: z.string(),
  /** Fiscal area in square metres, never a surveyed one; null when the cadastre does not say. */
  contenance: z.int().nullable(),
  /** Metres from the given point to the parcel; 0 inside. */
  distance: z.number(),
  multiPolygon: MultiPolygon,
});
export type NearbyParcel = z.infer<typeof NearbyParcel>;

/** `POST /api/v2/cadastre/proximite/{longitude}/{latitude}/`: the nearest parcels, the one under the point first, at most 5. */
export const nearbyParcels = route({
  method: 'POST',
  url: '/api/v2/cadastre/proximite/:longitude/:latitude/',
  config: { access: 'optional', throttle: 'place', priority: 'free' },
  schema: {
    tags: ['Cadastre'],
    summary: 'Parcelles les plus proches d’un point',
    params: z.object({ longitude: z.string(), latitude: z.string() }),
    response: { 200: z.array(NearbyParcel) },
  },
});

export const NamedParcel = NearbyParcel.extend({
  /**
   * False when the request may mean another commune: a postcode, a name that several share, or a name that matches none
   * exactly.
   */
  isCertain: z.boolean(),
});
export type NamedParcel = z.infer<typeof NamedParcel>;

/**
 * `GET /api/v2/cadastre/parcelle/?commune=95127&section=AB&numero=0123`: the parcel of that name, at most one per
 * commune; `distance` is 0. `commune` is an INSEE code, a postcode or a name, which several communes may share.
 */
export const namedParcels = route({
  method: 'GET',
  url: '/api/v2/cadastre/parcelle/',
  config: { access: 'optional', throttle: 'parcel' },
  schema: {
    tags: ['Cadastre'],
    summary: 'Parcelles d’après leur référence cadastrale',
    querystring: z.object({
      commune: text().min(2).max(100),
      prefixe: z
        .string()
        .regex(/^\d{3}$/)
        .default('000'),
      section: z.string().regex(/^[0-9A-Z]{2}$/),
      numero: z.string().regex(/^\d{4}$/),
    }),
    response: { 200: z.array(NamedParcel) },
  },
});

export const ChosenParcels = z.object({
  /** In the order of the request; `distance` is 0. */
  parcelles: z.array(NearbyParcel),
  /** Codes that the cadastre does not have, and those that it has without an outline: neither can be in a statement. */
  inconnues: z.array(z.string()),
  sans_contour: z.array(z.string()),
  /** Sum of the known fiscal areas in square metres; null when none is known. */
  contenance_totale: z.int().nullable(),
  /** How many parcels have no fiscal area. */
  sans_contenance: z.int(),
  /** Communes of the parcels found, in their order, without repeats. */
  communes: z.array(z.object({ nom: z.string(), code_insee: z.string() })),
  /** Why these parcels cannot be in one statement, in French; null when they can. */
  refus: z.string().nullable(),
});
export type ChosenParcels = z.infer<typeof ChosenParcels>;

/**
 * `GET /api/v2/cadastre/parcelles/?codes=000-AB-0012@48095,000-AB-0014@48095`: the parcels of a property, with outlines,
 * areas and total. The cadastre is asked once for each section.
 */
export const chosenParcels = route({
  method: 'GET',
  url: '/api/v2/cadastre/parcelles/',
  config: { access: 'optional', throttle: 'parcel' },
  schema: {
    tags: ['Cadastre'],
    summary: 'Les parcelles d’un bien, d’après leurs codes',
    querystring: z.object({ codes: ParcelCodesInQuery }),
    response: { 200: ChosenParcels },
  },
});

/** Tiles of 256 px (Web Mercator) by which a map asks for outlines, and how many parcels it draws at most. */
export const OUTLINES = { zoom: 16, most: 1_000 } as const;
const TileIndex = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** OUTLINES.zoom - 1);

export const ParcelsInTile = z.object({
  /** `distance` is 0. Empty abroad, at sea, and beyond the cap. */
  parcelles: z.array(NearbyParcel),
  depassement: z.boolean().describe(`Plus de ${OUTLINES.most} parcelles : aucune n’est donnée.`),
});
export type ParcelsInTile = z.infer<typeof ParcelsInTile>;

/** `GET /api/v2/cadastre/carreau/{x}/{y}/`: the parcels that meet a tile of zoom 16, some 400 m wide, with their outlines. */
export const parcelsInTile = route({
  method: 'GET',
  url: '/api/v2/cadastre/carreau/:x/:y/',
  config: { access: 'optional', throttle: 'place', priority: 'free' },
  schema: {
    tags: ['Cadastre'],
    summary: 'Parcelles d’un carreau de la carte',
    params: z.object({ x: TileIndex, y: TileIndex }),
    response: { 200: ParcelsInTile },
  },
});

/** `prefixe-section-numero`, as shown and sent in `cadastre`. */
export function parcelReference(parcel: Pick<NearbyParcel, 'prefixe' | 'section' | 'numero'>): string {
  return `${parcel.prefixe}-${parcel.section}-${parcel.numero}`;
}

/**
 * `prefixe-section-numero@commune`, as sent in `code_parcelle`. Without `@commune` when the server does not name the
 * commune.
 */
export function parcelCode(parcel: Pick<NearbyParcel, 'prefixe' | 'section' | 'numero' | 'commune'>): string {
  const reference = parcelReference(parcel);
  return parcel.commune === '' ? reference : `${reference}@${parcel.commune}`;
}
