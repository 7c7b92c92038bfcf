import { readPlanZones, readPointPreview, readPreview } from '@clairisque/contract/preview.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { planZonesAround } from './plan-zones.service.ts';
import { previewAtAddress, previewRisks } from './preview.ts';

export const previewRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...readPointPreview,
    handler: async ({ query }) => previewAtAddress(deps, { commune: query.commune, ...degreesOf(query) }),
  });
  app.route({ ...readPlanZones, handler: ({ query }) => planZonesAround(deps, degreesOf(query)) });
  app.route({
    ...readPreview,
    handler: ({ params, query }) =>
      previewRisks(deps, {
        code_parcelle: params.code_parcelle,
        parcelles: query.parcelles,
        ...degreesOf(query),
      }),
  });
};

const degreesOf = ({ longitude, latitude }: Record<'longitude' | 'latitude', string>) => ({
  longitude: Number(longitude),
  latitude: Number(latitude),
});
