import { setTimeout as sleep } from 'node:timers/promises';
import type { Point } from '../harness/customer.ts';
import { ordinaryPlaces, type Places } from '../harness/places.ts';
import type { Random } from '../harness/seeded-random.ts';
import type { Outcome } from '../harness/http.ts';
import type { Environment } from './faults.environment.ts';
import { createVisitor, type Visitor, type Whereabouts } from './visitor.ts';

/** Target of the virtual users; with their own network and patience where given. */
export type Site = Pick<Environment, 'url' | 'stores'> & Pick<Whereabouts, 'send' | 'patience'>;

/** Outcomes of all acts: « issue » → « ok » 120, « 503 » 3, « no response » 1. */
export type Tally = Map<string, Map<string, number>>;

export type VirtualUsers = {
  tally: Tally;
  everybody: Visitor[];
  /** Each user finishes the present act and leaves. */
  stop: () => Promise<void>;
};

/** Milliseconds between two acts of one user. */
const PAUSE_MS = 100;

/** Adds to `everybody`: earlier users have other addresses and, with the same `places`, other parcels. */
type VirtualUsersOptions = { atOnce: number; random: Random; everybody?: Visitor[]; places?: Places };
/**
 * That many at a time, one life after the other: sign-up, purchase, statements, renewals, downloads, invoices,
 * sometimes the end of the account.
 */
export function startVirtualUsers(environment: Site, options: VirtualUsersOptions): VirtualUsers {
  const { atOnce, random, everybody = [], places = ordinaryPlaces() } = options;
  const state = { isOver: false };
  const users: Omit<VirtualUsers, 'stop'> = { tally: new Map(), everybody };
  const live = async (): Promise<void> => {
    while (!state.isOver) {
      const visitor = newcomer(environment, everybody.length + 1);
      everybody.push(visitor);
      await life({ environment, visitor, random, places, tally: users.tally, isOver: () => state.isOver });
    }
  };
  const lives = Promise.all(Array.from({ length: atOnce }, live));
  // `stop` reports it.
  lives.catch(() => undefined);
  return {
    ...users,
    stop: async () => {
      state.isOver = true;
      await lives;
    },
  };
}

export function newcomer(environment: Site, number: number): Visitor {
  const { url, stores, send = fetch, patience = { tries: 5, pauseMs: 300 } } = environment;
  const email = `visiteur-${number}@essai.exemple.fr`;
  return createVisitor(email, { url, simulatorsUrl: stores.simulatorsUrl, send, patience });
}

type Life = {
  environment: Site;
  visitor: Visitor;
  random: Random;
  places: Places;
  tally: Tally;
  isOver: () => boolean;
};

/** Counts each act under its name in the table. */
async function life(life: Life): Promise<void> {
  const { visitor, random, tally, isOver } = life;
  const act = async (name: string, doing: Promise<Outcome<unknown>>): Promise<boolean> => {
    const outcome = await doing;
    count(tally, name, outcome);
    await sleep(PAUSE_MS);
    return outcome.kind === 'ok' && !isOver();
  };
  if (!(await act('sign up', visitor.arrive()))) return;
  if (!(await act('buy', visitor.buy('PA1')))) return;
  for (let left = 3 + random.below(5); left > 0 && !isOver(); left -= 1) {
    const { name, doing } = randomAct(life);
    await act(name, doing);
  }
  if (!isOver() && random.percent(15)) await act('withdraw', visitor.withdraw());
  if (!isOver() && random.percent(25)) await act('leave', visitor.leave());
}

function randomAct({ environment, visitor, random, places }: Life): { name: string; doing: Promise<Outcome<unknown>> } {
  const issued = visitor.confirmed.filter((one) => one.what === 'issued');
  const one = random.of(issued);
  const next = random.below(10);
  if (one === undefined || next < 5) return { name: 'issue', doing: visitor.issue(nextPlace(places)) };
  if (next < 7) return { name: 'download', doing: visitor.download(one.id) };
  if (next === 7 && !isRenewed(visitor, one.id))
    return { name: 'renew', doing: renewAged(environment, visitor, one.id) };
  if (next < 9) return { name: 'invoices', doing: visitor.invoices() };
  return { name: 'look around', doing: visitor.lookAround() };
}

export function nextPlace(places: Places): Point {
  const { value } = places.next();
  if (value === undefined) throw new Error('no free place left in the territory');
  return value;
}

const isRenewed = ({ confirmed }: Visitor, id: number): boolean =>
  confirmed.some((one) => one.what === 'renewed' && one.id === id);

/** Makes that statement 200 days older, once: its renewal opens. */
async function renewAged({ stores }: Site, visitor: Visitor, id: number): Promise<Outcome<unknown>> {
  await retried(() =>
    stores.pool.query(
      `with aged as (
         update statement set issued_at = issued_at - interval '200 days'
           where id = $1 and renewed_at is null and issued_at > now() - interval '100 days' returning id
       )
       update statement_edition e set issued_at = issued_at - interval '200 days', expires_on = expires_on - 200
         from aged where e.statement_id = aged.id`,
      [id],
    ),
  );
  return visitor.renew(id);
}

/** The trial's own queries, at a database that is killed too: retried for at least a minute. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries > 300) throw error;
      await sleep(200);
    }
  }
}

/** How many acts had that outcome; any outcome without `end`. */
export function countOf(tally: Tally, end?: string): number {
  const ends = [...tally.values()].flatMap((ends) => [...ends]);
  return ends.reduce((sum, [name, times]) => sum + (end === undefined || name === end ? times : 0), 0);
}

function count(tally: Tally, name: string, outcome: Outcome<unknown>): void {
  const ends = tally.get(name) ?? new Map<string, number>();
  const end = outcome.kind === 'refused' ? String(outcome.status) : outcome.kind;
  tally.set(name, ends.set(end, (ends.get(end) ?? 0) + 1));
}
