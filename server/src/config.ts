import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CoastalList } from './coastal-list.ts';
import type { BucketSettings } from '#adapters/files/files-s3.ts';
import type { TlsFiles } from '#platform/security/tls.ts';
import { isNetwork } from '#platform/security/public-address.ts';
import { clearTo, clearToDatabase } from './require-tls.ts';
import { isIncomplete, PLACEHOLDER_PUBLISHER, Publisher } from './publisher.ts';
import { withFiles } from './secret-files.ts';

const url = z.url().transform((value) => value.replace(/\/+$/, ''));

const Environment = z.object({
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  PUBLIC_URL: url.optional(),
  DATABASE_URL: z.string(),
  /** Location of the documents: a local folder, or a shared bucket. */
  FILES_DIR: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  /** Amazon's, in that region, by default. The credentials are the SDK's own variables. */
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('eu-west-3'),
  /** A folder in the bucket, when it is shared with other uses. */
  S3_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/)
    .optional(),
  /** `http://store/bucket/key`, required by most stores other than Amazon's; false is `http://bucket.store/key`. */
  S3_PATH_STYLE: z.stringbool().default(true),
  /** Server-side encryption: with the store's own key, with one of its key service, or none (decision 0036). */
  S3_ENCRYPTION: z.enum(['AES256', 'aws:kms', 'none']).default('AES256'),
  /** Key of the key service; the bucket's own by default. */
  S3_ENCRYPTION_KEY: z.string().optional(),
  /** This machine's copies of the national datasets in use (decision 0070). */
  DATASETS_DIR: z.string().default(join(tmpdir(), 'clairisque-datasets')),
  WEB_DIR: z.string().optional(),
  /**
   * Facts come all from real sources or all from simulated ones (`docs/product-spec.md`). `datasets`: official
   * releases first, live services where none covers; `hybrid`: the same, compared with the live services;
   * `simulated-datasets`: releases made for tests first, then the simulators.
   */
  CLAIRISQUE_SOURCES: z.enum(['live', 'datasets', 'hybrid', 'simulated', 'simulated-datasets']).default('simulated'),
  SIMULATORS_URL: url.default('http://127.0.0.1:8090'),
  /** Simulators that serve API v3's test keys (decision 0095), beside live sources; no test keys without them. */
  SANDBOX_URL: url.optional(),
  GEORISQUES_TOKEN: z.string().optional(),
  /**
   * The communes of the decrees on coastal erosion: a JSON object of `CoastalList`; « non vérifié » is printed without
   * it.
   */
  COASTAL_LIST: z
    .string()
    .transform((text, context) => parsed(CoastalList, text, context))
    .nullable()
    .default(null),
  /** The clay map that Géorisques serves, as the operator checked it; printed as unspecified by default. */
  CLAY_MAP: z.enum(['2020', '2026']).nullable().default(null),
  /** Machines (API) that reach the public services from one network address: the services count by address. */
  SUPPLIERS_SHARED_BY: z.coerce.number().int().min(1).default(1),
  /** Number of proxies in front whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Multiplies every rate limit. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  /** Rows of batches that an account without credits for them may check in an hour. */
  BATCH_FREE_CHECKS: z.coerce.number().int().min(20).default(2_000),
  /** Multiplies the load at which a process starts to refuse calls (decision 0026). */
  OVERLOAD_FACTOR: z.coerce.number().positive().default(1),
  /** Whether a password reset says that an e-mail has no account. */
  ACCOUNTS_REVEAL_UNKNOWN_EMAIL: z.stringbool().default(true),
  /** Real payments, together with its webhook's secret; the simulator's without it. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** The seller, for invoices and legal notices: a JSON object of `Publisher`. */
  PUBLISHER: z
    .string()
    .transform((text, context) => parsed(Publisher, text, context))
    .default(PLACEHOLDER_PUBLISHER),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:2525'),
  MAIL_FROM: z.string().default('Clairisque <ne-pas-repondre@clairisque.fr>'),
  /** Support address in mails. */
  SUPPORT_EMAIL: z.email().default('support@clairisque.fr'),
  /** A Matomo server that page views are forwarded to, and this site's number there. */
  MATOMO_URL: url.optional(),
  MATOMO_SITE_ID: z.coerce.number().int().positive().optional(),
  /**
   * PEM files: API and metrics then use HTTPS only, for clients with a certificate of `TLS_CLIENT_CA_FILE` if given
   * (decision 0035).
   */
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  TLS_CLIENT_CA_FILE: z.string().optional(),
  TYPST_PROCESSES: z.coerce.number().int().min(1).optional(),
  /** How long an API still serves after SIGTERM while it reports not ready, so that its load balancer notices. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  DATABASE_POOL: z.coerce.number().int().min(2).default(20),
  /** Metrics port; disabled by default. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).nullable().default(null),
  /** OTLP endpoint over HTTP, without `/v1/traces`; disabled by default. And the share of traces, 0 to 1. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url.nullable().default(null),
  TRACES_SHARE: z.coerce.number().min(0).max(1).default(1),
  /** Hosts, separated by commas, that may be reached unencrypted because the network is trusted (decision 0031). */
  CLEAR_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim()))
    .default([]),
  /**
   * Networks, as `127.0.0.0/8`, separated by commas, that webhooks may reach besides public addresses, without TLS:
   * for development.
   */
  WEBHOOK_ALLOWED_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map((network) => network.trim()))
    .refine((networks) => networks.every(isNetwork), 'networks as 127.0.0.0/8')
    .default([]),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

function parsed<T>(schema: z.ZodType<T>, text: string, context: z.RefinementCtx): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
}

/** Names of all variables; each may be given as `NAME_FILE`, the path of a file with its value (decision 0035). */
export const VARIABLES = Object.keys(Environment.shape);

export type Config = ReturnType<typeof readConfig>;

function addressesOf({ CLAIRISQUE_SOURCES, SIMULATORS_URL }: z.infer<typeof Environment>) {
  return MODES[CLAIRISQUE_SOURCES].isReal
    ? { suppliers: LIVE, fichePaths: {} }
    : { suppliers: simulatedSuppliers(SIMULATORS_URL), fichePaths: SIMULATED_FICHES };
}

/** The suppliers of test keys: simulated, whatever the others are. */
function sandboxOf({ CLAIRISQUE_SOURCES, SANDBOX_URL, SIMULATORS_URL }: z.infer<typeof Environment>) {
  const base = SANDBOX_URL ?? (MODES[CLAIRISQUE_SOURCES].isReal ? null : SIMULATORS_URL);
  return base === null ? null : { sources: 'simulated' as const, ...simulatedAt(base) };
}

function simulatedAt(base: string) {
  return { suppliers: simulatedSuppliers(base), fichePaths: SIMULATED_FICHES, georisquesToken: 'simulated-token' };
}

const MODES = {
  live: { isReal: true, use: 'none' },
  datasets: { isReal: true, use: 'first' },
  hybrid: { isReal: true, use: 'checked' },
  simulated: { isReal: false, use: 'none' },
  'simulated-datasets': { isReal: false, use: 'first' },
} as const;

/** Simulated services go with releases made for tests; a process that takes money refuses those. */
function datasetsOf(env: z.infer<typeof Environment>) {
  const { isReal, use } = MODES[env.CLAIRISQUE_SOURCES];
  const origins: ('official' | 'test')[] = isReal ? ['official'] : ['test'];
  if (isReal && !takesMoney(env)) origins.push('test');
  return { use, folder: env.DATASETS_DIR, origins };
}

/** Reads the environment; nothing else does. Throws with one line per wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(withoutEmpty(withFiles(withoutEmpty(environment), VARIABLES)));
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')} : ${issue.message}`).join('\n'));
  }
  const env = parsed.data;
  requireTls(env);
  const sources: 'live' | 'simulated' = MODES[env.CLAIRISQUE_SOURCES].isReal ? 'live' : 'simulated';
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    drainMs: env.DRAIN_SECONDS * 1000,
    files: filesOf(env),
    datasets: datasetsOf(env),
    webDir: env.WEB_DIR ?? null,
    sources,
    sandbox: sandboxOf(env),
    /** A document made of simulated facts, or while payments are simulated, is a specimen. */
    specimen: sources === 'simulated' || !takesMoney(env),
    payments: paymentsOf(env),
    publisher: env.PUBLISHER,
    ...addressesOf(env),
    /** On the public site, by subject: the real one's are not known in advance (decision 0045). */
    georisquesToken: env.GEORISQUES_TOKEN ?? (sources === 'simulated' ? 'simulated-token' : null),
    given: { coastalList: env.COASTAL_LIST, clayMap: env.CLAY_MAP },
    ...limitsOf(env),
    revealUnknownEmail: env.ACCOUNTS_REVEAL_UNKNOWN_EMAIL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL,
    matomo: matomoOf(env),
    webhookNetworks: env.WEBHOOK_ALLOWED_NETWORKS,
    typstProcesses: env.TYPST_PROCESSES ?? availableParallelism(),
    logLevel: env.LOG_LEVEL,
    tls: tlsOf(env),
    metricsPort: env.METRICS_PORT,
    traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.TRACES_SHARE },
  };
}

function limitsOf(env: z.infer<typeof Environment>) {
  return {
    suppliersSharedBy: env.SUPPLIERS_SHARED_BY,
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    overloadFactor: env.OVERLOAD_FACTOR,
    freeChecks: env.BATCH_FREE_CHECKS,
  };
}

/** An empty variable or file counts as absent (`TOKEN=` in a compose file). */
function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

function requireTls(env: z.infer<typeof Environment>): void {
  const names = [
    'SMTP_URL',
    'S3_ENDPOINT',
    'SIMULATORS_URL',
    'SANDBOX_URL',
    'MATOMO_URL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ] as const;
  const checked = [
    ['DATABASE_URL', clearToDatabase(env.DATABASE_URL, env.CLEAR_HOSTS)],
    ...names.map((name) => [name, env[name] && clearTo(env[name], env.CLEAR_HOSTS)]),
  ];
  const refused = checked.flatMap(([name, why]) => (why ? [`${name} : ${why}.`] : []));
  if (refused.length > 0) throw new Error(refused.join('\n'));
}

/** Refuses both, which would hide documents in the other place. */
function filesOf(env: z.infer<typeof Environment>): { folder: string } | BucketSettings {
  const { FILES_DIR: folder, S3_BUCKET: bucket } = env;
  if (folder !== undefined && bucket !== undefined) throw new Error('FILES_DIR : refused with S3_BUCKET');
  if (folder !== undefined) return { folder };
  if (bucket === undefined) throw new Error('FILES_DIR : required, or S3_BUCKET');
  return {
    bucket,
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION,
    prefix: env.S3_PREFIX === undefined ? '' : `${env.S3_PREFIX}/`,
    pathStyle: env.S3_PATH_STYLE,
    encryption: env.S3_ENCRYPTION,
    encryptionKey: env.S3_ENCRYPTION_KEY ?? null,
  };
}

/** Stripe with its key, which requires the secret of its webhook; else the simulator. */
function paymentsOf(env: z.infer<typeof Environment>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey === undefined) {
    return { baseUrl: env.SIMULATORS_URL, secretKey: 'sk_test_simulated', webhookSecret: SIMULATED_WEBHOOK_SECRET };
  }
  // The simulator's secret is public, and `npm start` gives it to every process: anyone could sign with it.
  if (webhookSecret === undefined || webhookSecret === SIMULATED_WEBHOOK_SECRET) {
    throw new Error('STRIPE_WEBHOOK_SECRET : required with STRIPE_SECRET_KEY');
  }
  if (isIncomplete(env.PUBLISHER)) throw new Error('PUBLISHER : required with STRIPE_SECRET_KEY');
  if (takesMoney(env)) {
    // A specimen must not be paid for, and a payment page must not return to the buyer's own machine.
    if (!MODES[env.CLAIRISQUE_SOURCES].isReal)
      throw new Error('CLAIRISQUE_SOURCES : `live` required with a live Stripe key');
    if (!env.PUBLIC_URL?.startsWith('https:')) throw new Error('PUBLIC_URL : https required with a live Stripe key');
    // Users' webhooks would reach our own machines.
    if (env.WEBHOOK_ALLOWED_NETWORKS.length > 0)
      throw new Error('WEBHOOK_ALLOWED_NETWORKS : refused with a live Stripe key');
  }
  return { baseUrl: 'https://api.stripe.com', secretKey, webhookSecret };
}

/** All or nothing: half a configuration must not open an unencrypted listener. */
function tlsOf(env: z.infer<typeof Environment>): TlsFiles | null {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_CLIENT_CA_FILE: clientCaFile } = env;
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile, clientCaFile: clientCaFile ?? null };
  if ((certFile ?? keyFile ?? clientCaFile) === undefined) return null;
  throw new Error(
    `${certFile === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'} : required with the other files of TLS`,
  );
}

/** Null without its URL, which requires the site's number. */
function matomoOf({ MATOMO_URL: url, MATOMO_SITE_ID: siteId }: z.infer<typeof Environment>) {
  if (url === undefined) return null;
  if (siteId === undefined) throw new Error('MATOMO_SITE_ID : required with MATOMO_URL');
  return { url, siteId };
}

/** Stripe's test keys accept public test cards: such payments count as simulated. */
function takesMoney({ STRIPE_SECRET_KEY: key }: z.infer<typeof Environment>): boolean {
  return key !== undefined && !/^[rs]k_test_/.test(key);
}

/** Signing secret of the simulator. */
const SIMULATED_WEBHOOK_SECRET = 'whsec_simulation';

const LIVE = {
  geocoder: 'https://data.geopf.fr/geocodage',
  apicarto: 'https://apicarto.ign.fr/api',
  georisques: 'https://www.georisques.gouv.fr/api',
  geopf: 'https://data.geopf.fr',
  osm: 'https://tile.openstreetmap.org',
  fiches: 'https://www.georisques.gouv.fr',
};
const SIMULATED_FICHES = { sismique: '/fiches/sismique.pdf', radon: '/fiches/radon.pdf' };
export type SupplierUrls = typeof LIVE;

function simulatedSuppliers(base: string): SupplierUrls {
  return {
    geocoder: `${base}/geocodage`,
    apicarto: `${base}/apicarto/api`,
    georisques: `${base}/georisques/api`,
    geopf: `${base}/geopf`,
    osm: `${base}/osm`,
    fiches: `${base}/georisques`,
  };
}
