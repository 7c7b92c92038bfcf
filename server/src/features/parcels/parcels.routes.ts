import { chosenParcels, namedParcels, nearbyParcels, parcelsInTile } from '@clairisque/contract/parcels.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { readChosenParcels } from './chosen.service.ts';
import { findNamedParcels } from './named.service.ts';
import { listNearbyParcels, listParcelsInTile } from './parcels.ts';

export const parcelRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...nearbyParcels, handler: (request) => listNearbyParcels(deps, request.params) });
  app.route({ ...namedParcels, handler: ({ query }) => findNamedParcels(deps, query) });
  app.route({ ...chosenParcels, handler: ({ query }) => readChosenParcels(deps, query.codes) });
  app.route({ ...parcelsInTile, handler: ({ params }) => listParcelsInTile(deps, params) });
};
