import { setTimeout as sleep } from 'node:timers/promises';
import { searchAddresses } from '@clairisque/contract/addresses.ts';
import { nearbyParcels } from '@clairisque/contract/parcels.ts';
import { verify } from '@clairisque/contract/verification.ts';
import { ordinaryPlaces } from '../harness/places.ts';
import { ask } from '../harness/http.ts';
import { callOf, causeOf } from './requests.ts';
import { createVisitor, type Visitor } from './visitor.ts';

/**
 * One request to us, as its client saw it: `refused` is a 503 with `Retry-After`, `failed` any other failure, and
 * `failure` what it met.
 */
export type Sample = {
  /** Method and path, identifiers left out. */
  call: string;
  askedMs: number;
  ms: number;
  kind: Kind;
  outcome: 'answered' | 'refused' | 'failed';
  failure: string | null;
};
/** `generation` waits for suppliers and the printer, `quick` does not. */
export type Kind = 'generation' | 'quick';

export type VirtualUsers = {
  /** References of all statements that were confirmed to users. */
  references: () => string[];
  /** All outcomes so far, in the order of the responses; times are of `performance.now()`. */
  samples: readonly Sample[];
  /** Users arrive at that rate, whatever the responses; resolves when the last has arrived. */
  come: (perSecond: number, seconds: number) => Promise<void>;
  /** Resolves when all users have left. */
  gone: () => Promise<void>;
};

/** Acts of a hundred users. */
const SHARES: Record<Act, number> = {
  home: 30,
  search: 18,
  space: 22,
  logIn: 5,
  issue: 5,
  download: 12,
  verify: 6,
  buy: 2,
};
type Act = 'home' | 'search' | 'space' | 'logIn' | 'issue' | 'download' | 'verify' | 'buy';

/**
 * At the highest rates each acts less than once a second: more would be one client for the server, whose calls wait for
 * each other (ADR 0026).
 */
const ACCOUNTS = 60;
const OPENED_AT_ONCE = 4;
const PAGE_FILES = 16;
type Customer = { visitor: Visitor; id: number; reference: string };
type Site = { url: string; simulatorsUrl: string };

/**
 * Creates the accounts, each with a pack of credits and one statement; they then act like a day's visitors,
 * concurrently.
 */
export async function gatherVirtualUsers(site: Site): Promise<VirtualUsers> {
  const samples: Sample[] = [];
  const send = recording(site.url, samples);
  // Patient until everything exists; then a refused user leaves, so that the rate stays as asked.
  const patience = { tries: 6, pauseMs: 500 };
  const places = ordinaryPlaces();
  const where = { url: site.url, simulatorsUrl: site.simulatorsUrl, send, patience };
  const visitors = Array.from({ length: ACCOUNTS }, (_, n) => createVisitor(`charge-${n + 1}@exemple.fr`, where));
  const customers = await inTurn(visitors, OPENED_AT_ONCE, (visitor) => settle(visitor, places));
  patience.tries = 1;
  const files = await pageFiles(site.url);
  const acts = actsOf({ url: site.url, send, files, places });
  const deck = Object.entries(SHARES).flatMap(([act, share]) => Array.from({ length: share }, () => act as Act));
  const present = new Set<Promise<unknown>>();
  let turn = 0;
  const act = (): void => {
    turn += 1;
    // 37 and 100 are coprime: every card once, well mixed.
    const name = deck[(turn * 37) % deck.length] ?? 'home';
    const customer = customers[turn % customers.length];
    if (customer === undefined) return;
    const visit: Promise<unknown> = acts[name](customer).finally(() => present.delete(visit));
    present.add(visit);
  };
  return {
    samples,
    references: () => customers.flatMap(({ visitor }) => referencesOf(visitor)),
    come: async (perSecond, seconds) => {
      const until = performance.now() + seconds * 1000;
      for (let next = performance.now(); next < until; next += gapMs(perSecond)) {
        await sleep(Math.max(0, next - performance.now()));
        act();
      }
    },
    gone: async () => {
      while (present.size > 0) await Promise.allSettled(present);
    },
  };
}

/** The results of `work`, for at most `atOnce` items at a time. */
async function inTurn<T, R>(items: T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const line = items.values();
  const worker = async (): Promise<void> => {
    for (const item of line) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const referencesOf = ({ confirmed }: Visitor): string[] =>
  confirmed.flatMap((one) => (one.what === 'issued' ? [one.reference] : []));

/** Independent arrivals: exponential gaps. */
const gapMs = (perSecond: number): number => (-Math.log(1 - Math.random()) * 1000) / perSecond;

async function settle(visitor: Visitor, places: Iterator<Parameters<Visitor['issue']>[0]>): Promise<Customer> {
  const place = places.next().value;
  await visitor.arrive();
  await visitor.buy('PA5');
  const issued = await visitor.issue(place);
  if (issued.kind !== 'ok') throw new Error(`no first statement: ${JSON.stringify(issued)}`);
  return { visitor, ...issued.value };
}

type Stage = { url: string; send: typeof fetch; files: string[]; places: ReturnType<typeof ordinaryPlaces> };

function actsOf({ url, send, files, places }: Stage): Record<Act, (customer: Customer) => Promise<unknown>> {
  const stranger = { url, send, token: null };
  // Other places than the bought ones, whose tiles are drawn.
  const looked = ordinaryPlaces();
  for (let n = 0; n < 2_000; n += 1) looked.next();
  const get = async (path: string): Promise<void> => {
    const answer = await send(url + path, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
  };
  return {
    home: async () => {
      await get('/');
      await Promise.all(files.map(get));
      await get('/api/v2/admin/data/');
    },
    search: async () => {
      const { longitude, latitude, address } = looked.next().value;
      await ask(stranger, searchAddresses, { query: { q: address, limit: 5 } });
      await ask(stranger, nearbyParcels, { params: { longitude, latitude } });
    },
    space: ({ visitor }) => visitor.lookAround(),
    logIn: ({ visitor }) => visitor.logIn(),
    issue: ({ visitor }) => visitor.issue(places.next().value),
    download: ({ visitor, id }) => visitor.download(id),
    verify: ({ reference }) => ask(stranger, verify, { params: { reference } }),
    buy: ({ visitor }) => visitor.buy('PA1'),
  };
}

/** Files that the home page loads. */
async function pageFiles(url: string): Promise<string[]> {
  const page = await (await fetch(`${url}/`)).text();
  return [...new Set(page.match(/\/assets\/[^"\s]+/g))].slice(0, PAGE_FILES);
}

/** Calls from one address before the next. */
const OF_ONE_ADDRESS = 10;

/** `fetch` that records outcomes and the time until the whole response; every ten calls come from another address. */
function recording(url: string, samples: Sample[]): typeof fetch {
  let asked = 0;
  return async (input, init) => {
    const address = input instanceof Request ? input.url : input.toString();
    if (!address.startsWith(url)) return fetch(input, init);
    const headers = fromNetwork(init, Math.floor((asked += 1) / OF_ONE_ADDRESS));
    const askedMs = performance.now();
    const kind: Kind = /\/(generate|regenerate)\//.test(address) ? 'generation' : 'quick';
    const call = callOf(address, init);
    const record = (outcome: Sample['outcome'], failure: string | null = null): void => {
      samples.push({ call, askedMs, ms: performance.now() - askedMs, kind, outcome, failure });
    };
    try {
      const answer = await fetch(input, { ...init, headers });
      const bytes = await answer.arrayBuffer();
      const outcome = outcomeOf(answer);
      record(outcome, outcome === 'failed' ? String(answer.status) : null);
      const isEmpty = answer.status === 204 || answer.status === 304;
      return new Response(isEmpty ? null : bytes, { status: answer.status, headers: answer.headers });
    } catch (error) {
      record('failed', causeOf(error));
      throw error;
    }
  };
}

function outcomeOf({ status, headers }: Response): Sample['outcome'] {
  if (status === 503 && headers.has('retry-after')) return 'refused';
  return status < 500 ? 'answered' : 'failed';
}

function fromNetwork(init: RequestInit | undefined, number: number): Headers {
  const headers = new Headers(init?.headers);
  headers.set('x-forwarded-for', `2001:db8:0:${(number % 65_536).toString(16)}::1`);
  return headers;
}
