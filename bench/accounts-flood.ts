import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { startProduct } from '../tests/harness/product.ts';
import { openAccounts } from './accounts.ts';
import { atMost, shown, info, type Figure, type Part } from '../tests/harness/report.ts';
import { getRequest, load, postRequest, type Load } from './load.ts';

const ATTACKERS = 50;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 12_000;
/** A known and an unknown account: both are hashed. */
const ATTEMPTS = ['flood-1@exemple.fr', 'personne@exemple.fr'].map((username) =>
  postRequest('/api/v2/token/login/', { username, password: 'Faux-Mot-2026!' }),
);
type Flooded = { profile: Load; page: Load; flood: Load };

/** Concurrent wrong passwords, while others read a profile and the home page: without rate limits, then with them. */
export async function loginFlood(): Promise<Part> {
  const unlimited = await flooded('1000');
  const limited = await flooded('1');
  return {
    title: 'login flood',
    notes: [
      `${ATTACKERS} connections try wrong passwords for ${MEASURED_MS / 1000} s, each as soon as it is answered, while two others read a profile and two the first page every 20 ms or so. First with rate limits a thousand times higher, so that every password is hashed or waits for it; then with the limits as delivered.`,
    ],
    figures: [
      ...figures('every password hashed', unlimited),
      info(
        'passwords tried meanwhile',
        `${shown(unlimited.flood.perSecond)} /s, median ${shown(unlimited.flood.p50)} ms`,
      ),
      ...figures('limits as delivered', limited),
      info('tries refused meanwhile', `${shown(limited.flood.perSecond)} /s, median ${shown(limited.flood.p50)} ms`),
    ],
  };
}

const figures = (name: string, { profile, page }: Flooded): Figure[] => [
  atMost(`99 % of GET user_data/me/, ${name}`, profile.p99, { value: 100, unit: 'ms' }),
  atMost(`99 % of GET /, ${name}`, page.p99, { value: 100, unit: 'ms' }),
];

/** A separate product: the limits are in its configuration. */
async function flooded(rateLimitFactor: string): Promise<Flooded> {
  const product = await startProduct({ env: { RATE_LIMIT_FACTOR: rateLimitFactor } });
  try {
    const token = randomBytes(20).toString('hex');
    const pool = new Pool({ connectionString: product.databaseUrl, max: 1 });
    await openAccounts(pool, { prefix: 'flood', tokens: [token] });
    await pool.end();
    const times = { port: Number(new URL(product.url).port), warmUpMs: WARM_UP_MS, measuredMs: MEASURED_MS };
    const reader = { ...times, connections: 2, pauseMs: 20 };
    const [profile, page, flood] = await Promise.all([
      load({ ...reader, requests: [getRequest('/api/v2/user_data/me/', token)] }),
      load({ ...reader, requests: [getRequest('/')] }),
      load({ ...times, connections: ATTACKERS, requests: ATTEMPTS }),
    ]);
    if (profile.refused + page.refused > 0) throw new Error('a reader was refused during the flood');
    return { profile, page, flood };
  } finally {
    await product.stop();
  }
}
