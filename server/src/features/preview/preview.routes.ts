import { readPointPreview, readPreview } from '@clairisque/contract/preview.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { previewAtAddress, previewRisks } from './preview.ts';

export const previewRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...readPointPreview,
    handler: async ({ query: { longitude, latitude, commune } }) =>
      previewAtAddress(deps, { commune, longitude: Number(longitude), latitude: Number(latitude) }),
  });
  app.route({
    ...readPreview,
    handler: ({ params, query }) =>
      previewRisks(deps, {
        code_parcelle: params.code_parcelle,
        parcelles: query.parcelles,
        longitude: Number(query.longitude),
        latitude: Number(query.latitude),
      }),
  });
};
