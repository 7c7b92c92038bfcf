import { availableParallelism } from 'node:os';
import type { BucketSettings } from '#adapters/files/files-s3.ts';
import type { TlsFiles } from '#platform/security/tls.ts';
import { clearTo, clearToDatabase } from './require-tls.ts';
import { Mistake } from '#platform/mistake.ts';
import { Environment } from './environment.ts';
import { placeholdersIn } from './publisher.ts';
import { withFiles } from './secret-files.ts';
import { settingSentences } from './setting-sentences.ts';
import { simulatedBesideRealSources, type SimulatedPart } from './simulated-parts.ts';

/** Names of all variables; each may be given as `NAME_FILE`, the path of a file with its value (decision 0031). */
export const VARIABLES = Object.keys(Environment.shape);

export type Config = ReturnType<typeof readConfig>;

function addressesOf({ CLAIRISQUE_SOURCES, SIMULATORS_URL }: Environment) {
  return MODES[CLAIRISQUE_SOURCES].isReal
    ? { suppliers: LIVE, fichePaths: {} }
    : { suppliers: simulatedSuppliers(SIMULATORS_URL), fichePaths: SIMULATED_FICHES };
}

/** The suppliers of test keys: simulated, whatever the others are. */
function sandboxOf({ CLAIRISQUE_SOURCES, SANDBOX_URL, SIMULATORS_URL }: Environment) {
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
function datasetsOf(env: Environment) {
  const { isReal, use } = MODES[env.CLAIRISQUE_SOURCES];
  const origins: ('official' | 'test')[] = isReal ? ['official'] : ['test'];
  if (isReal && !takesMoney(env)) origins.push('test');
  return { use, folder: env.DATASETS_DIR, origins };
}

/** `console`: a tool that neither takes payments nor sends mails. */
type Use = 'product' | 'console';

/** Reads the environment; nothing else does. Throws a `Mistake` with one sentence per wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv, use: Use = 'product') {
  const { env, lacksMail } = read(environment);
  requireTls(env);
  const payments = paymentsOf(env);
  const simulated = use === 'product' ? simulatedParts(env, lacksMail) : [];
  const sources: 'live' | 'simulated' = MODES[env.CLAIRISQUE_SOURCES].isReal ? 'live' : 'simulated';
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    files: filesOf(env),
    datasets: datasetsOf(env),
    webDir: env.WEB_DIR ?? null,
    sources,
    sandbox: sandboxOf(env),
    /** A document made of simulated facts, or while payments are simulated, is a specimen. */
    specimen: sources === 'simulated' || !takesMoney(env),
    payments,
    publisher: env.PUBLISHER,
    /** Parts that are simulated beside real sources. */
    simulatedParts: simulated,
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
    logLevel: env.LOG_LEVEL,
    tls: tlsOf(env),
    metricsPort: env.METRICS_PORT,
    traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.TRACES_SHARE },
  };
}

type Read = Environment & { SMTP_URL: string };

/** The variables, with the mail server that the simulators are for want of another. */
function read(environment: NodeJS.ProcessEnv): { env: Read; lacksMail: boolean } {
  const given = withoutEmpty(withFiles(withoutEmpty(environment), VARIABLES));
  const { data, error } = Environment.safeParse(given, { reportInput: true });
  if (error) throw new Mistake(settingSentences(error.issues, given));
  const SMTP_URL = data.SMTP_URL ?? `smtp://${new URL(data.SIMULATORS_URL).hostname}:2525`;
  return { env: { ...data, SMTP_URL }, lacksMail: data.SMTP_URL === undefined };
}

function simulatedParts(env: Environment, lacksMail: boolean): SimulatedPart[] {
  if (!MODES[env.CLAIRISQUE_SOURCES].isReal) return [];
  const lacks = {
    payments: env.STRIPE_SECRET_KEY === undefined,
    mail: lacksMail,
    publisher: placeholdersIn(env.PUBLISHER).length > 0,
  };
  return simulatedBesideRealSources(lacks, env.SIMULATED_PARTS);
}

function limitsOf(env: Environment) {
  return {
    suppliersSharedBy: env.SUPPLIERS_SHARED_BY,
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    overloadFactor: env.OVERLOAD_FACTOR,
    drainMs: env.DRAIN_SECONDS * 1000,
    typstProcesses: env.TYPST_PROCESSES ?? availableParallelism(),
    freeChecks: env.BATCH_FREE_CHECKS,
  };
}

/** An empty variable or file counts as absent (`TOKEN=` in a compose file). */
function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

function requireTls(env: Environment): void {
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
  const refused = checked.flatMap(([name, why]) => (why ? [`${name}: ${why}`] : []));
  if (refused.length > 0) throw new Mistake(refused.join('\n'));
}

/** Refuses both, which would hide documents in the other place. */
function filesOf(env: Environment): { folder: string } | BucketSettings {
  const { FILES_DIR: folder, S3_BUCKET: bucket } = env;
  if (folder !== undefined && bucket !== undefined) throw new Mistake('FILES_DIR: refused with S3_BUCKET');
  if (folder !== undefined) return { folder };
  if (bucket === undefined) throw new Mistake('FILES_DIR: required, or S3_BUCKET');
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
function paymentsOf(env: Environment) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey === undefined) {
    return { baseUrl: env.SIMULATORS_URL, secretKey: 'sk_test_simulated', webhookSecret: SIMULATED_WEBHOOK_SECRET };
  }
  // The simulator's secret is public, and `npm start` gives it to every process: anyone could sign with it.
  if (webhookSecret === undefined || webhookSecret === SIMULATED_WEBHOOK_SECRET) {
    throw new Mistake('STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY');
  }
  const missing = placeholdersIn(env.PUBLISHER);
  if (missing.length > 0)
    throw new Mistake(`PUBLISHER: required with STRIPE_SECRET_KEY; placeholders are left in ${missing.join(', ')}`);
  if (takesMoney(env)) {
    // A specimen must not be paid for, and a payment page must not return to the buyer's own machine.
    if (!MODES[env.CLAIRISQUE_SOURCES].isReal)
      throw new Mistake('CLAIRISQUE_SOURCES: `live` required with a live Stripe key');
    if (!env.PUBLIC_URL?.startsWith('https:')) throw new Mistake('PUBLIC_URL: https required with a live Stripe key');
    // Users' webhooks would reach our own machines.
    if (env.WEBHOOK_ALLOWED_NETWORKS.length > 0)
      throw new Mistake('WEBHOOK_ALLOWED_NETWORKS: refused with a live Stripe key');
  }
  return { baseUrl: 'https://api.stripe.com', secretKey, webhookSecret };
}

/** All or nothing: half a configuration must not open an unencrypted listener. */
function tlsOf(env: Environment): TlsFiles | null {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_CLIENT_CA_FILE: clientCaFile } = env;
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile, clientCaFile: clientCaFile ?? null };
  if ((certFile ?? keyFile ?? clientCaFile) === undefined) return null;
  throw new Mistake(
    `${certFile === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'}: required with the other files of TLS`,
  );
}

/** Null without its URL, which requires the site's number. */
function matomoOf({ MATOMO_URL: url, MATOMO_SITE_ID: siteId }: Environment) {
  if (url === undefined) return null;
  if (siteId === undefined) throw new Mistake('MATOMO_SITE_ID: required with MATOMO_URL');
  return { url, siteId };
}

/** Stripe's test keys accept public test cards: such payments count as simulated. */
function takesMoney({ STRIPE_SECRET_KEY: key }: Environment): boolean {
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
