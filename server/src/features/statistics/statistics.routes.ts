import { adminData } from '@clairisque/contract/statistics.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/fastify.ts';
import { countIssued } from './statistics.queries.ts';

export const statisticsRoutes = (deps: Deps) => async (app: App) => {
  app.route({ ...adminData, handler: async () => ({ nb_erps_total: await countIssued(deps.db) }) });
};
