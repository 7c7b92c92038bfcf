import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Clock } from '#platform/clock.ts';
import type { Files } from '#platform/files/file-store.ts';
import { createDb } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createMetrics } from '#platform/observability/metrics.ts';
import { createFairGate, type FairGate } from '#platform/guards/fair-queue.ts';
import { createThrottle } from '#platform/guards/rate-limit.ts';
import { createSupplierAnswers } from '#platform/suppliers/supplier-answers.ts';
import { createSuppliers, type SupplierSettings } from './suppliers.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

/** A process makes one test statement at a time: people's come first. */
const GENERATIONS = { atOnce: 1, waiting: 20, ofOne: { atOnce: 1, waiting: 6 } };
/** A visitor's: one for all of them, and each waits with one more at most. */
const VISITORS = { atOnce: 1, waiting: 5, ofOne: { atOnce: 1, waiting: 1 } };
const POOL = 4;

type Shared = {
  clock: Clock;
  log: FastifyBaseLogger;
  files: Files;
  telemetry: Telemetry;
  jobs: Jobs;
  generationPlaces: FairGate;
};
type Settings = SupplierSettings & Pick<Config, 'databaseUrl' | 'rateLimitFactor' | 'freeChecks'>;

/** `visitors`: for their keys. */
type Sandbox<D> = { deps: D; visitors: D; close: () => Promise<void> };

/**
 * What test keys work with (decision 0095): simulated suppliers, and the tables of the schema `sandbox` before those of
 * `public`. Jobs of tests only, so no mail; metrics that nothing publishes; documents marked SPÉCIMEN.
 */
export function createSandbox<D extends Shared>(live: D, config: Settings): Sandbox<D> {
  const { clock, log } = live;
  const onError = (err: unknown): void => log.warn({ err }, 'sandbox');
  const db = createDb({ url: config.databaseUrl, poolSize: POOL, schemas: ['sandbox', 'public'], onError });
  const answers = createSupplierAnswers({ db, clock, onCacheError: onError, asksRisksAgain: true });
  const deps = {
    ...live,
    ...createSuppliers({ ...config, matomo: null }, { answers, clock, files: live.files }),
    db,
    mode: 'test' as const,
    specimen: true,
    datasets: null,
    telemetry: createTelemetry({ ...live.telemetry, metrics: createMetrics() }),
    throttle: createThrottle({ db, log, factor: config.rateLimitFactor, freeChecks: config.freeChecks }),
    generations: createFairGate(GENERATIONS),
    jobs: testJobs(live.jobs),
  };
  const close = async (): Promise<void> => {
    await answers.settled();
    await db.destroy();
  };
  return { deps, visitors: { ...deps, generations: behindPeople(live.generationPlaces) }, close };
}

/** A visitor's statement begins, as a batch, only while no user's works or waits. */
function behindPeople(places: FairGate): FairGate {
  const visitors = createFairGate(VISITORS);
  return (turn, work) => visitors(turn, () => places({ owner: 'visitors', key: turn.key, isBackground: true }, work));
}

const testJobs = ({ enqueue }: Pick<Jobs, 'enqueue'>): Jobs => ({
  enqueue: (db, kind, payload) =>
    kind.forTests === true
      ? enqueue(db, kind, payload)
      : Promise.reject(new Error(`a test key starts no ${kind.name}`)),
  close: async () => undefined,
});
