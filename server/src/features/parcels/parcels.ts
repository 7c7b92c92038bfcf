import {
  OUTLINES,
  chosenParcels,
  namedParcels,
  nearbyParcels,
  parcelsInTile,
  type NearbyParcel,
  type ParcelsInTile,
} from '@clairisque/contract/parcels.ts';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import { UndrawnParcel } from '#domain/property/parcel-group.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import { AppError } from '#platform/app-error.ts';
import { toNearby, readChosenParcels } from './chosen.service.ts';
import type { App } from '#platform/http/app.ts';
import { findNamedParcels } from './named.service.ts';

export { readChosenParcels } from './chosen.service.ts';
export { communesNamed } from './named.service.ts';

/**
 * The nearest parcels of a point, the one under it first, at most 5; `[]` where the cadastre has none. Throws
 * `invalid_input` outside France, and on a parcel without a readable outline.
 */
async function listNearbyParcels(deps: Deps, point: { longitude: string; latitude: string }): Promise<NearbyParcel[]> {
  const longitude = parseDegrees(point.longitude);
  const latitude = parseDegrees(point.latitude);
  const refusal = checkCoordinates({ longitude, latitude });
  if (refusal !== null) throw new AppError('invalid_input', { non_field_errors: [refusal] });
  try {
    return await deps.cadastre.nearby({ longitude, latitude });
  } catch (error) {
    if (!(error instanceof UndrawnParcel)) throw error;
    throw new AppError('invalid_input', { non_field_errors: [typeset(error.message)] });
  }
}

/** `Number('')` and `Number('0x10')` are numbers; typed degrees are decimal. */
function parseDegrees(text: string): number {
  return /^-?\d{1,3}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
}

/** The parcels that meet a tile of the map, unless there are too many to draw. Throws `SupplierFailure`. */
async function listParcelsInTile(deps: Pick<Deps, 'cadastre'>, { x, y }: Tile): Promise<ParcelsInTile> {
  const [west, south, east, north] = [longitudeOf(x), latitudeOf(y + 1), longitudeOf(x + 1), latitudeOf(y)];
  const corners = [west, east].flatMap((longitude) => [south, north].map((latitude) => ({ longitude, latitude })));
  if (corners.every((corner) => checkCoordinates(corner) !== null)) return { parcelles: [], depassement: false };
  const found = await deps.cadastre.inBox([west, south, east, north], OUTLINES.most);
  return { parcelles: (found ?? []).map(toNearby), depassement: found === null };
}

type Tile = { x: number; y: number };
const TILES = 2 ** OUTLINES.zoom;

/** Edges of a tile, to a centimetre. */
const longitudeOf = (x: number): number => round((x / TILES) * 360 - 180);
const latitudeOf = (y: number): number =>
  round((Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / TILES))) * 180) / Math.PI);
const round = (degrees: number): number => Number(degrees.toFixed(7));

export const parcelRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...nearbyParcels, handler: (request) => listNearbyParcels(deps, request.params) });
  app.route({ ...namedParcels, handler: ({ query }) => findNamedParcels(deps, query) });
  app.route({ ...chosenParcels, handler: ({ query }) => readChosenParcels(deps, query.codes) });
  app.route({ ...parcelsInTile, handler: ({ params }) => listParcelsInTile(deps, params) });
};
