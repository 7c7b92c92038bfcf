import { freePort } from '../../scripts/postgres.ts';

/** Many users call from one address in a test, concurrently. */
export const RELAXED_LIMITS = { RATE_LIMIT_FACTOR: '1000', OVERLOAD_FACTOR: '1000' };

/** Variables of the product's processes and the addresses in them. */
export type Environment = { url: string; simulatorsUrl: string; env: NodeJS.ProcessEnv };

/**
 * Environment of a product on free ports, with the simulators as suppliers, payment provider and mail server; `given`
 * is added. The database and the files are the caller's.
 */
export async function chooseEnvironment(given: NodeJS.ProcessEnv = {}): Promise<Environment> {
  const ports = { product: await freePort(), simulators: await freePort(), smtp: await freePort() };
  const url = `http://127.0.0.1:${ports.product}`;
  const simulatorsUrl = `http://127.0.0.1:${ports.simulators}`;
  const env = {
    ...process.env,
    ...RELAXED_LIMITS,
    HOST: '127.0.0.1',
    PORT: String(ports.product),
    SIMULATORS_PORT: String(ports.simulators),
    SIMULATORS_SMTP_PORT: String(ports.smtp),
    SIMULATORS_URL: simulatorsUrl,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    STRIPE_WEBHOOK_URL: `${url}/api/v2/stripe/webhook/`,
    STRIPE_WEBHOOK_SECRET: 'whsec_simulation',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    ...given,
  };
  return { url, simulatorsUrl, env };
}
