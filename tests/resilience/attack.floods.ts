import { atMost, shown, info, type Figure, type Part } from '../harness/report.ts';
import { getRequest, postRequest } from '../../bench/load.ts';
import { attack, type Attacked } from './attack.client.ts';
import { failuresOf, measureUsers, p95Of, type Call, type Sample, type User } from './attack.honest.ts';

/** The product and its honest users. */
export type Stage = { port: number; users: User[]; seconds: number };
type Measured = { quiet: Sample[]; attacked: Sample[]; attackers: Attacked[] };

/** Calls of a visit: a page, an address, its parcels, the account's list. */
export const CALLS: Call[] = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/geocodage/search?q=4+rue+des+Lilas+Goussainville&limit=5' },
  { method: 'POST', path: '/api/v2/cadastre/proximite/2.4745/49.0325/' },
  { method: 'GET', path: '/api/v2/erps/with-regeneration/', signedIn: true },
  { method: 'GET', path: '/api/v2/user_data/me/', signedIn: true },
];
const EVERY_MS = 250;
const RATIO = 3;

/** Calls that end in 400 or 429, with unknown sessions, pages, and an unknown URL. */
function floodRequests(addresses: string[] = []): string[] {
  const requests = [
    postRequest('/api/v2/token/login/', {}),
    postRequest('/api/v2/users/reset_password/', {}),
    getRequest('/api/v2/users/me/', 'a'.repeat(40)),
    getRequest('/'),
    getRequest('/api/v2/nulle-part/'),
    getRequest('/geocodage/search?q=rue&limit=5'),
  ];
  if (addresses.length === 0) return requests;
  return requests.flatMap((request) =>
    addresses.map((address) => request.replace('\r\n', `\r\nx-forwarded-for: ${address}\r\n`)),
  );
}

type Flood = {
  title: string;
  note: string;
  attackers: { localAddress: string; addresses?: string[]; connections: number; open: boolean; perSecond?: number }[];
  /** More calls than the product can serve, however fair: honest users are slowed down, and never refused. */
  isBeyondKnee?: boolean;
};

/** Honest users measured alone, then beside the attackers, each in a separate process. */
export async function runFlood({ port, users, seconds }: Stage, flood: Flood): Promise<Part> {
  const listen = (): Promise<Sample[]> => measureUsers(port, users, { calls: CALLS, seconds, everyMs: EVERY_MS });
  // A first round for the caches.
  await measureUsers(port, users, { calls: CALLS, seconds: 2, everyMs: EVERY_MS });
  const quiet = await listen();
  // Includes the first moment: an attacker's full burst, on each of its connections.
  const begun = Promise.all(
    flood.attackers.map(({ addresses, ...plan }) => attack({ ...plan, port, requests: floodRequests(addresses) })),
  );
  const attacked = await listen();
  const attacks = await begun;
  const attackers = await Promise.all(attacks.map(({ stop }) => stop()));
  return { title: flood.title, notes: [flood.note], figures: figuresOf({ quiet, attacked, attackers }, flood) };
}

function figuresOf({ quiet, attacked, attackers }: Measured, { isBeyondKnee = false }: Flood): Figure[] {
  const answers = new Map<string, number>();
  for (const one of attackers) {
    for (const [status, count] of Object.entries(one.answers)) answers.set(status, (answers.get(status) ?? 0) + count);
  }
  const sum = (of: 'sent' | 'connections'): number => attackers.reduce((total, one) => total + one[of], 0);
  const seconds = attackers[0]?.seconds ?? 1;
  const counts = [...answers].map(([status, count]) => `${status}: ${count}`).join(', ');
  return [
    ...honestFigures({ quiet, attacked }, isBeyondKnee ? Infinity : RATIO),
    info(
      'attackers: requests sent a second, connections opened',
      `${shown(sum('sent') / seconds)}, ${sum('connections')}`,
    ),
    info('attackers: answers by status', counts === '' ? 'none' : counts),
  ];
}

/** The p95 of honest users, without and during the attack, and their refusals. */
export function honestFigures({ quiet, attacked }: Pick<Measured, 'quiet' | 'attacked'>, ratio = RATIO): Figure[] {
  const [before, beside] = [p95Of(quiet), p95Of(attacked)];
  const failures = failuresOf(attacked);
  return [
    info('honest users: calls, quiet and attacked', `${quiet.length}, ${attacked.length}`),
    info('honest users: slowest, attacked', `${shown(Math.max(...attacked.map(({ ms }) => ms)))} ms`),
    info('honest users: p95, quiet and attacked', `${shown(before)} ms, ${shown(beside)} ms`),
    ratio === Infinity
      ? info('honest users: p95 attacked, in quiet ones', shown(beside / before))
      : atMost('honest users: p95 attacked, in quiet ones', beside / before, { value: ratio, unit: '' }),
    atMost('honest users: 503', attacked.filter(({ status }) => status === 503).length, { value: 0, unit: '' }),
    atMost('honest users: other errors and refusals', attacked.filter(isWrong).length, { value: 0, unit: '' }),
    ...(failures.length === 0 ? [] : [info('honest users: which', failures.join('; '))]),
  ];
}

const isWrong = ({ status }: Sample): boolean => status !== 503 && (status < 200 || status >= 400);
