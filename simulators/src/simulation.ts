import type { FastifyInstance } from 'fastify';
import type { Recordings } from './recordings.ts';

/** Settings of every simulator, besides its Fastify instance. */
export type Simulation = {
  /** Recorded answers that replace synthetic ones; null without `--recordings`. */
  recordings: Recordings | null;
  /** True to simulate the services' rate limits (429). */
  limits: boolean;
};

/** One outside service: a Fastify plugin that declares its full paths (`/apicarto/api/cadastre/parcelle`). */
export type Simulator = (app: FastifyInstance, simulation: Simulation) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Delay of a « lenteur » sentinel. */
    slowMs: number;
  }
}
