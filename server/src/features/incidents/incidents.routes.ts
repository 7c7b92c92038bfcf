import { reportIncident } from '@clairisque/contract/incidents.ts';
import type { App } from '#platform/http/app.ts';

/** An error on a screen writes a line in the server's log, which the support finds by its number. */
export const incidentRoutes = () => async (app: App) => {
  app.route({
    ...reportIncident,
    handler: async ({ body: { numero, chemin, erreur }, log }, reply) => {
      log.error({ incident: numero, path: chemin, error: erreur }, 'error on a screen in a browser');
      return reply.status(204).send(null);
    },
  });
};
