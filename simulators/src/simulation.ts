import type { FastifyInstance } from 'fastify';
import type { Recordings } from './recordings.ts';

/** What every simulator is given besides its Fastify instance. */
export type Simulation = {
  /** Real answers to give instead of synthetic ones; null when the program runs without `--recordings`. */
  recordings: Recordings | null;
  /** True to play the services' limits of use (429). */
  limits: boolean;
};

/** One outside service: a Fastify plugin that declares its full paths (`/apicarto/api/cadastre/parcelle`). */
export type Simulator = (app: FastifyInstance, simulation: Simulation) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    /** How long a « lenteur » sentinel makes one wait. */
    slowMs: number;
  }
}
