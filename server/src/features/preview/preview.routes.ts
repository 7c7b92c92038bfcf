import { readPreview } from '@clairisque/contract/preview.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { previewRisks } from './preview.ts';

export const previewRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...readPreview,
    handler: ({ params, query }) =>
      previewRisks(deps, {
        code_parcelle: params.code_parcelle,
        longitude: Number(query.longitude),
        latitude: Number(query.latitude),
      }),
  });
};
