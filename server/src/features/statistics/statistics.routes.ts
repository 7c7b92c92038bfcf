import { adminData } from '@clairisque/contract/statistics.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';
import { createTotal } from './statistics.ts';

export const statisticsRoutes = (deps: Deps) => async (app: App) => {
  const total = createTotal(deps);
  app.route({ ...adminData, handler: async () => ({ nb_erps_total: await total() }) });
};
