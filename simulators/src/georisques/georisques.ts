import type { Simulator } from '#simulation.ts';
import { fiches } from './fiches.ts';
import { limitRate } from './limits.ts';
import { BadRequest } from './place.ts';
import { v1 } from './v1.ts';
import { v2 } from './v2.ts';

/** Géorisques, `/georisques/api/v1/…` and `/georisques/api/v2/…`, and the PDF of its site, `/georisques/fiches/…`. */
export const georisques: Simulator = async (app, simulation) => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof BadRequest) return reply.code(400).send({ code: 400, message: error.message });
    throw error;
  });
  app.addHook('onRequest', async (_, reply) => {
    reply.header('access-control-allow-origin', '*');
  });
  if (simulation.limits) limitRate(app);
  fiches(app, simulation);
  await app.register(async (scope) => v1(scope, simulation));
  await app.register(async (scope) => v2(scope, simulation));
};
