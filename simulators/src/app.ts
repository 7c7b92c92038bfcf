import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { cadastre } from '#cadastre/cadastre.ts';
import { geocoder } from '#geocoder/geocoder.ts';
import { georisques } from '#georisques/georisques.ts';
import { urbanism } from '#gpu.ts';
import { mailbox } from '#mail.ts';
import { noisePlans } from '#peb.ts';
import { loadRecordings } from '#recordings.ts';
import type { Simulation, Simulator } from '#simulation.ts';
import { stripe, type StripeSettings } from '#stripe/stripe.ts';
import { tiles } from '#tiles/tiles.ts';
import { worldPage } from '#world-page.ts';

export type SimulatorsOptions = {
  /** Folder of recorded real answers. */
  recordings?: string;
  /** Added to every answer. */
  delayMs?: number;
  /** Delay of a « lenteur » sentinel; 60 s by default. */
  slowMs?: number;
  /** True to simulate the services' rate limits. */
  limits?: boolean;
  /** Target of Stripe's events, and other settings. */
  stripe?: StripeSettings;
};

const SIMULATORS: readonly Simulator[] = [
  geocoder, // /geocodage
  cadastre, // /apicarto/api/cadastre
  urbanism, // /apicarto/api/gpu
  georisques, // /georisques/api
  noisePlans, // /geopf/wms-v/ows, /geopf/wfs/ows
  tiles, // /geopf/wmts, /osm
  mailbox, // /mailbox
  worldPage, // /monde
];

/** All outside services on one Fastify instance, each below its base path; the caller listens. */
export function createSimulators(options: SimulatorsOptions = {}): FastifyInstance {
  const { delayMs = 0, slowMs = 60_000, limits = false } = options;
  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 10 * 1024 * 1024,
    routerOptions: { maxParamLength: 1000 },
  });
  const simulation: Simulation = {
    recordings: options.recordings === undefined ? null : loadRecordings(options.recordings),
    limits,
  };
  app.decorate('slowMs', slowMs);
  if (delayMs > 0) app.addHook('onRequest', async () => wait(delayMs));
  for (const simulator of SIMULATORS) app.register(simulator, simulation);
  app.register(stripe(options.stripe), simulation); // /v1, /stripe
  return app;
}
