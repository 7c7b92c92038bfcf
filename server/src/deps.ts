import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import type { Preview } from '@clairisque/contract/preview.ts';
import { bulkhead, type BulkheadPolicy } from 'cockatiel';
import type { FastifyBaseLogger } from 'fastify';
import { createBucketFiles } from '#adapters/files/files-s3.ts';
import { createVerifiedFiles } from '#adapters/files/files-verified.ts';
import { createFolderFiles } from '#adapters/files/files.ts';
import { createSmtpMail } from '#adapters/mail.ts';
import type { Payments } from '#adapters/payments/payments.ts';
import { createPdfPages, type PdfPages } from '#adapters/pdf/pdf-pages.ts';
import { createStripe } from '#adapters/payments/stripe.ts';
import type { Files, FileStore } from '#platform/files/file-store.ts';
import { createTypst, type Typst } from '#adapters/pdf/typst.ts';
import { createWebhookSender } from '#adapters/webhooks.ts';
import type { Config } from '#config/config.ts';
import { withDatasets, type Datasets } from '#wiring/datasets.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { reportDamage } from '#platform/files/damaged-files.ts';
import { createDb, type Db } from '#platform/db/db.ts';
import type { HttpLimits } from '#platform/suppliers/http-client.ts';
import { createMetrics } from '#platform/observability/metrics.ts';
import { sayOnce } from '#platform/observability/say-once.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import { createPasswords, type Passwords } from '#platform/security/passwords.ts';
import { createThrottle, type Throttle } from '#platform/guards/rate-limit.ts';
import type { MailSender } from '#platform/mails/outbox.ts';
import { createSourceHealth } from '#platform/suppliers/source-health.ts';
import { createSupplierAnswers } from '#platform/suppliers/supplier-answers.ts';
import { createSupplierWatch } from '#platform/suppliers/supplier-watch.ts';
import { createTracing } from '#platform/observability/tracing.ts';
import { createLanes, type Lanes } from '#platform/jobs/lanes.ts';
import { createFairGate, createFairQueue, type FairGate, type FairQueue } from '#platform/guards/fair-queue.ts';
import type { WebhookSender } from '#adapters/suppliers.ts';
import type { Publisher } from '#config/publisher.ts';
import type { SimulatedPart } from '#config/simulated-parts.ts';
import { createSandbox } from './wiring/sandbox.ts';
import { createSuppliers, USER_AGENT, type Suppliers } from './wiring/suppliers.ts';
import {
  createTelemetry,
  dbWatch,
  queueWatch,
  watchFiles,
  watchGenerations,
  watchMail,
  watchPayments,
  watchTypst,
  watchWebhooks,
  type Telemetry,
} from './wiring/telemetry.ts';

/** Everything that features use besides their own tables; built only here. */
export type Deps = Suppliers & {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  telemetry: Telemetry;
  typst: Typst;
  pdfPages: PdfPages;
  files: Files;
  /** Releases of national datasets; null when facts do not come from them. */
  datasets: Datasets | null;
  throttle: Throttle;
  passwords: Passwords;
  /** Jobs that start after the commit of their transaction. */
  jobs: Jobs;
  mail: MailSender;
  payments: Payments;
  /** Sends events to the URLs of users. */
  webhooks: WebhookSender;
  /** Deliveries under way, by endpoint. */
  webhookLanes: Lanes;
  /** The seller, on every invoice and in the legal notices. */
  publisher: Publisher;
  /** Support address in mails. */
  supportEmail: string;
  /** Running generations: each statement once, few at a time, in fair turns between accounts. */
  generations: FairGate;
  /** The places of `generations`, without its metrics. */
  generationPlaces: FairGate;
  /** Running free previews: separate, so that they do not delay paid generations. */
  previews: FairGate<Preview>;
  /** Running assessments, in fair turns between accounts; their suppliers' calls are in the preview bulkhead. */
  assessments: FairQueue;
  /** Queue of quick tools of assistants, whose calls have no place of their own (`hasOwnQueue`). */
  assistants: FairQueue;
  /**
   * Preview bulkhead: limits the suppliers' calls of free previews, since suppliers limit all of us together, so that
   * paid calls wait a second at most.
   */
  previewBulkhead: BulkheadPolicy;
  /** `test`: the dependencies of a test key of API v3 (decision 0095). */
  mode: KeyMode;
  /** Dependencies of test keys; null without their simulators. */
  sandbox: Deps | null;
  /** Dependencies of visitors' keys (decision 0095). */
  visitors: Deps | null;
  /** Documents are marked SPÉCIMEN. */
  specimen: boolean;
  /** Parts that are simulated beside real sources: `/statut` names them. */
  simulatedParts: SimulatedPart[];
  /** Base URL of the pages; the only source of links in mails, whatever the `Host` header. */
  publicUrl: string;
  /** Whether a password reset says that an e-mail has no account. */
  revealUnknownEmail: boolean;
};

/**
 * Builds the dependencies from the configuration; `limits` override the suppliers' own, `close` waits for running work.
 */
export function createDeps(
  config: Config,
  log: FastifyBaseLogger,
  limits: Partial<HttpLimits> = {},
): { deps: Deps; close: () => Promise<void> } {
  const clock = systemClock;
  const { db, telemetry } = openDb(config, log);
  const { watch, answers } = rememberAnswers(db, telemetry, log);
  const jobs = createJobs({ db, log, origin: () => telemetry.tracing.origin() });
  const mail = createSmtpMail({ url: config.smtpUrl, from: config.mailFrom, replyTo: config.supportEmail });
  const typst = createTypst({ children: config.typstProcesses });
  const files = openFiles(config, { db, clock, jobs, log, telemetry });
  const deps: Deps = {
    db,
    clock,
    log,
    telemetry,
    ...withDatasets(createSuppliers(config, { answers, clock, limits, watch, files }), config.datasets, {
      files: createFiles(config),
      clock,
      telemetry,
      log,
      coastalList: config.given.coastalList,
    }),
    typst: watchTypst(typst, telemetry),
    pdfPages: createPdfPages(),
    files,
    throttle: createThrottle({ db, log, factor: config.rateLimitFactor, freeChecks: config.freeChecks }),
    // Leaves at least one processor to other calls.
    passwords: createPasswords({ atOnce: availableParallelism() > 2 ? 2 : 1, waiting: 50 }),
    jobs,
    mail: watchMail(mail, telemetry),
    payments: watchPayments(createStripe({ ...config.payments, publicUrl: config.publicUrl }), telemetry),
    ...webhooks(config, { telemetry, log }),
    ...queues(config, telemetry),
    ...settings(config),
  };
  const workers = [() => typst.close(), () => answers.settled(), () => mail.close()];
  return withSandbox(deps, config, workers);
}

/** `workers`: what to stop, in that order. */
function withSandbox(live: Deps, config: Config, workers: (() => unknown)[]): ReturnType<typeof createDeps> {
  const sandbox = config.sandbox && createSandbox(live, { ...config, ...config.sandbox });
  const deps = { ...live, sandbox: sandbox && sandbox.deps, visitors: sandbox && sandbox.visitors };
  return { deps, close: () => closeAll(deps, [() => live.webhookLanes.close(), () => sandbox?.close(), ...workers]) };
}

/** Stops what works for others first: `workers`, in that order. */
async function closeAll({ pdfPages, jobs, datasets, telemetry, db }: Deps, workers: (() => unknown)[]): Promise<void> {
  await pdfPages.close();
  for (const close of workers) await close();
  await jobs.close();
  await datasets?.close();
  await telemetry.health.close();
  await db.destroy();
  await telemetry.tracing.close();
}

/** Cache of suppliers' answers, and their health statistics. */
function rememberAnswers(db: Db, telemetry: Telemetry, log: FastifyBaseLogger) {
  const onCacheError = (err: unknown): void => log.warn({ err }, 'supplier answers not cached');
  const watch = createSupplierWatch({ ...telemetry, log });
  return { watch, answers: createSupplierAnswers({ db, clock: systemClock, onCacheError, watch }) };
}

/** The database, with its telemetry. */
function openDb(config: Config, log: FastifyBaseLogger): { db: Db; telemetry: Telemetry } {
  const metrics = createMetrics();
  const tracing = createTracing({ ...config.traces, onError: (err) => log.warn({ err }, 'traces not sent') });
  const db = createDb({
    url: config.databaseUrl,
    poolSize: config.databasePool,
    onError: (err) => log.warn({ err }, 'idle database connection lost'),
    watch: dbWatch({ metrics, tracing }),
  });
  const onError = (err: unknown): void => log.warn({ err }, 'health of sources not written');
  const health = createSourceHealth({ db, clock: systemClock, onError });
  return { db, telemetry: createTelemetry({ metrics, tracing, health }) };
}

/** Store of the documents, and of page files shared by machines. */
export function createFiles({ files }: Pick<Config, 'files'>): FileStore {
  return 'bucket' in files
    ? createBucketFiles(files)
    : createFolderFiles({ folder: files.folder, uniqueName: randomUUID });
}

/** Opens the store with telemetry and verification. */
function openFiles(config: Config, deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'log' | 'telemetry'>): Files {
  const say = sayOnce((cause) => deps.log.error({ cause }, 'the document store fails'));
  return createVerifiedFiles(watchFiles(createFiles(config), deps.telemetry, say), (damage) =>
    reportDamage(deps, damage),
  );
}

/** An endpoint takes four deliveries at once: the slowest costs the others nothing. */
function webhooks(
  { webhookNetworks: allowedNetworks }: Config,
  { telemetry, log }: Pick<Deps, 'telemetry' | 'log'>,
): Pick<Deps, 'webhooks' | 'webhookLanes'> {
  const onError = (err: unknown): void => log.warn({ err }, 'webhook not recorded: it will be sent again');
  return {
    webhooks: watchWebhooks(createWebhookSender({ userAgent: USER_AGENT, allowedNetworks }), telemetry),
    webhookLanes: createLanes({ each: 4, atOnce: 1_000, onError }),
  };
}

type Queues = 'generations' | 'generationPlaces' | 'previews' | 'previewBulkhead' | 'assessments' | 'assistants';

function queues({ typstProcesses }: Config, telemetry: Telemetry): Pick<Deps, Queues> {
  const ofOne = { atOnce: Math.min(2, typstProcesses), waiting: 6 };
  const limits = { atOnce: 2 * typstProcesses, waiting: 60, ofOne };
  const watch = (queue: string) => queueWatch(queue, telemetry);
  const generationPlaces = createFairGate(limits, watch('generations'));
  return {
    generations: watchGenerations(generationPlaces, telemetry),
    generationPlaces,
    previews: createFairGate({ atOnce: 3, waiting: 6, ofOne: { atOnce: 3, waiting: 6 } }, watch('previews')),
    previewBulkhead: bulkhead(3, Number.POSITIVE_INFINITY),
    assessments: createFairQueue(
      { atOnce: 2, waiting: 20, ofOne: { atOnce: 1, waiting: 5 } },
      { watch: watch('assessments') },
    ),
    assistants: createFairQueue(
      { atOnce: 20, waiting: 200, ofOne: { atOnce: 5, waiting: 50 } },
      { watch: watch('assistants') },
    ),
  };
}

function settings(config: Config) {
  const { specimen, simulatedParts, publicUrl, revealUnknownEmail, supportEmail, publisher } = config;
  const given = { specimen, simulatedParts, publicUrl, revealUnknownEmail, supportEmail, publisher };
  return { mode: 'live' as const, sandbox: null, visitors: null, ...given };
}
