import { tile } from '@clairisque/contract/map-tiles.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';

const A_WEEK = 'public, max-age=604800';

export const mapTileRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...tile,
    handler: async ({ params }, reply) => {
      const { bytes, contentType } = await deps.mapTiles.tile(params.couche, params.z, params.x, params.y);
      return reply.header('content-type', contentType).header('cache-control', A_WEEK).send(bytes);
    },
  });
};
