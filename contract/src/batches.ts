import { z } from 'zod';
import { BATCH_STATUSES, CSV_FILE, ROW_STATES } from './batches.v3.ts';
import { DECLARED_FIELDS } from './common/declared-columns.ts';
import { RowId } from './common/ids.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { shownText } from './common/text.ts';

const tags = ['Lots'];

/** What a column of a file may hold. */
export const COLUMN_FIELDS = [
  'numero',
  'repetition',
  'type_voie',
  'adresse',
  'code_postal',
  'commune',
  'parcelles',
  'longitude',
  'latitude',
  'transaction',
  'vendeur',
  'acquereur',
  ...DECLARED_FIELDS,
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

export const Lot = z.object({
  id: z.int(),
  nom: z.string(),
  etat: z.enum(BATCH_STATUSES),
  cree_le: z.iso.datetime(),
  lance_le: z.iso.datetime().nullable(),
  fini_le: z.iso.datetime().nullable(),
  lignes: z.record(z.enum(ROW_STATES), z.int()),
  credits_reserves: z.int(),
});
export type Lot = z.infer<typeof Lot>;

export const LotLine = z.object({
  ligne: z.int(),
  etat: z.enum(ROW_STATES),
  donne: z.string(),
  adresse: z.string().nullable(),
  parcelles: z.array(z.string()),
  erp_id: z.int().nullable(),
  reference: z.string().nullable(),
  motif: z.string().nullable(),
  propositions: z.array(z.string()),
});
export type LotLine = z.infer<typeof LotLine>;

/** The columns of a file, before anything is stored. */
export const ReadFile = z.object({
  colonnes: z.array(
    z.object({ nom: z.string(), exemples: z.array(z.string()), champ: z.enum(COLUMN_FIELDS).nullable() }),
  ),
  lignes: z.int(),
});
export type ReadFile = z.infer<typeof ReadFile>;

const FILE = { access: 'required', throttle: 'batch', consumes: CSV_FILE } as const;

export const readLotFile = route({
  method: 'POST',
  url: '/api/v2/lots/lecture/',
  config: FILE,
  schema: { tags, summary: 'Lire les colonnes d’un fichier CSV', response: { 200: ReadFile } },
});

/** `colonnes`: the field of each column in order, separated by commas; empty for a column that is ignored. */
export const createLot = route({
  method: 'POST',
  url: '/api/v2/lots/',
  config: FILE,
  schema: {
    tags,
    summary: 'Vérifier les biens d’un fichier CSV',
    querystring: z.object({
      nom: shownText(100).default(''),
      colonnes: z.string().max(2_000),
      transaction: z.enum(['sale', 'lease']),
    }),
    response: { 201: Lot },
  },
});

export const listLots = route({
  method: 'GET',
  url: '/api/v2/lots/',
  config: { access: 'required' },
  schema: { tags, summary: 'Mes lots', response: { 200: z.array(Lot) } },
});

const params = z.object({ lot_id: RowId });
const OF_ONE = { access: 'required' } as const;

export const readLot = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/',
  config: OF_ONE,
  schema: { tags, summary: 'Un lot', params, response: { 200: Lot } },
});

/** Fifty at a time, from the line after `apres`. */
export const listLotLines = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/lignes/',
  config: OF_ONE,
  schema: {
    tags,
    summary: 'Les lignes d’un lot',
    params,
    querystring: z.object({
      etat: z.enum(ROW_STATES).optional(),
      apres: z.coerce.number().int().min(0).max(2_000_000).default(0),
    }),
    response: { 200: z.object({ lignes: z.array(LotLine), suite: z.boolean() }) },
  },
});

export const chooseForLotLine = route({
  method: 'PUT',
  url: '/api/v2/lots/:lot_id/lignes/:ligne/choix/',
  config: OF_ONE,
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Choisir le lieu d’une ligne',
    params: params.extend({ ligne: z.coerce.number().int().min(1).max(2_000_000) }),
    body: z.object({ choix: shownText(300).min(1) }),
    response: { 200: LotLine },
  },
});

export const startLot = route({
  method: 'POST',
  url: '/api/v2/lots/:lot_id/lancement/',
  config: OF_ONE,
  schema: { tags, summary: 'Lancer un lot', params, response: { 200: Lot } },
});

export const cancelLot = route({
  method: 'POST',
  url: '/api/v2/lots/:lot_id/annulation/',
  config: OF_ONE,
  schema: { tags, summary: 'Arrêter un lot', params, response: { 200: Lot } },
});

/** Server-sent events: a `Lot` at each change, until its end. */
export const followLot = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/suivi/',
  config: { ...OF_ONE, produces: 'text/event-stream' },
  schema: { tags, summary: 'Suivre un lot', params, response: { 200: z.unknown() } },
});

export const LOT_FILES = ['resultats.csv', 'resultats.geojson', 'documents.zip'] as const;

export const readLotFileOfResults = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/fichiers/:fichier/',
  config: { access: 'required', throttle: 'export', produces: 'application/octet-stream' },
  schema: {
    tags,
    summary: 'Télécharger les résultats d’un lot',
    params: params.extend({ fichier: z.enum(LOT_FILES) }),
    response: { 200: z.unknown() },
  },
});
