import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isNetwork } from '#platform/security/public-address.ts';
import { CoastalList } from './coastal-list.ts';
import { PLACEHOLDER_PUBLISHER, Publisher } from './publisher.ts';
import { SIMULATED_PARTS } from './simulated-parts.ts';

const url = z.url().transform((value) => value.replace(/\/+$/, ''));
const list = z.string().transform((text) => text.split(',').map((item) => item.trim()));

/** What each variable accepts; docs/settings.md says what it is for. */
export const Environment = z.object({
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
  /** Server-side encryption: with the store's own key, with one of its key service, or none (decision 0031). */
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
  /** APIs and workers that reach the public services from one network address: the services count by address. */
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
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Parts that stay simulated beside real sources, separated by commas: forgotten, they are refused (decision 0024). */
  SIMULATED_PARTS: list.pipe(z.array(z.enum(SIMULATED_PARTS))).default([]),
  MAIL_FROM: z.string().default('Clairisque <ne-pas-repondre@clairisque.fr>'),
  /** Support address in mails. */
  SUPPORT_EMAIL: z.email().default('support@clairisque.fr'),
  /** A Matomo server that page views are forwarded to, and this site's number there. */
  MATOMO_URL: url.optional(),
  MATOMO_SITE_ID: z.coerce.number().int().positive().optional(),
  /**
   * PEM files: API and metrics then use HTTPS only, for clients with a certificate of `TLS_CLIENT_CA_FILE` if given
   * (decision 0031).
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
  CLEAR_HOSTS: list.default([]),
  /**
   * Networks, as `127.0.0.0/8`, separated by commas, that webhooks may reach besides public addresses, without TLS:
   * for development.
   */
  WEBHOOK_ALLOWED_NETWORKS: list
    .refine((networks) => networks.every(isNetwork), 'networks as 127.0.0.0/8 are expected')
    .default([]),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** Adds an issue per wrong field. */
function parsed<T>(schema: z.ZodType<T>, text: string, context: z.RefinementCtx): T {
  const read = schema.safeParse(jsonIn(text), { reportInput: true });
  if (read.success) return read.data;
  for (const issue of read.error.issues) {
    // Added to the variable's path.
    context.addIssue(issue.path.length > 0 ? { ...issue } : { code: 'custom', message: 'a JSON object is expected' });
  }
  return z.NEVER;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
export type Environment = z.infer<typeof Environment>;
