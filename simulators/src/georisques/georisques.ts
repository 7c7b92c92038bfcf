import type { FastifyInstance } from 'fastify';
import type { Simulation } from '#simulation.ts';
import { BadRequest } from './place.ts';
import { v1 } from './v1.ts';
import { v2 } from './v2.ts';

/** Géorisques, `/georisques/api/v1/…` and `/georisques/api/v2/…`. */
export async function georisques(app: FastifyInstance, simulation: Simulation): Promise<void> {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof BadRequest) return reply.code(400).send({ code: 400, message: error.message });
    throw error;
  });
  await app.register(async (scope) => v1(scope, simulation));
  await app.register(async (scope) => v2(scope, simulation));
}
