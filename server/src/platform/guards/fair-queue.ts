import { AppError } from '#platform/app-error.ts';
import { createSingleFlight } from '#platform/shared-calls.ts';
import { createFairTurns } from './fair-turns.ts';

/** Receives a function to read a queue's state, and each refusal for overload. */
export type QueueWatch = {
  gate(state: () => { underWay: number; waiting: number }): void;
  refused(): void;
};

/** `share`: pieces of others after which background work has one. */
type Limits = { atOnce: number; waiting: number; ofOne: { atOnce: number; waiting: number }; share?: number };
type Refusals = { tooManyOfOne: (count: number) => AppError; tooManyOfAll: () => AppError };
/** An owner without work here still finds a place in the queue after the others are refused. */
const FOR_NEWCOMERS = 4;

/**
 * Runs work in its owner's turn. Throws the matching refusal when too much of that owner waits, or too much in all.
 * Background work waits while any other is there.
 */
export type FairQueue = <T>(owner: string, work: () => Promise<T>, isBackground?: boolean) => Promise<T>;

/**
 * At most `atOnce` run; waiting ones get fair turns, one owner after another, so that a heavy user delays only itself.
 */
export function createFairQueue(
  limits: Limits,
  { refusals = OF_REQUESTS, watch }: { refusals?: Refusals; watch?: QueueWatch } = {},
): FairQueue {
  const { atOnce, waiting, ofOne, share } = limits;
  const turns = createFairTurns({
    places: atOnce,
    ofOne: ofOne.atOnce,
    waitingOfOne: ofOne.waiting,
    always: 0,
    ...(share !== undefined && { share }),
  });
  const present = createPresence();
  watch?.gate(turns.state);
  const wait = async (owner: string, isBackground: boolean): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (isBackground) {
      turns.take(owner, resolve, true);
      return promise;
    }
    const most = present.has(owner) ? waiting : FOR_NEWCOMERS * waiting;
    if (turns.state().waiting >= most) {
      watch?.refused();
      throw refusals.tooManyOfAll();
    }
    // The owner's own share is used up: not a sign of overload.
    if (!turns.take(owner, resolve)) throw refusals.tooManyOfOne(ofOne.atOnce + ofOne.waiting);
    await promise;
  };
  return async (owner, work, isBackground = false) => {
    const turn = wait(owner, isBackground);
    present.change(owner, 1);
    try {
      await turn;
      return await work().finally(() => turns.give(owner, isBackground));
    } finally {
      present.change(owner, -1);
    }
  };
}

/** Owners with work here, running or waiting. */
function createPresence() {
  const counts = new Map<string, number>();
  return {
    has: (owner: string): boolean => counts.has(owner),
    change(owner: string, by: number): void {
      const left = (counts.get(owner) ?? 0) + by;
      if (left === 0) counts.delete(owner);
      else counts.set(owner, left);
    },
  };
}

type Turn = { owner: string; key: string; isBackground?: boolean };
/** Concurrent calls with the same owner and key share one run. */
export type FairGate<T = void> = (turn: Turn, work: () => Promise<T>) => Promise<T>;

/**
 * A fair queue of what makes documents: generations by account, previews as one owner. A batch is one more owner, served
 * when no account waits (decisions 0026, 0094).
 */
export function createFairGate<T = void>(limits: Limits, watch?: QueueWatch): FairGate<T> {
  const queue = createFairQueue(limits, { refusals: OF_DOCUMENTS, ...(watch && { watch }) });
  const shared = createSingleFlight<T>();
  return ({ owner, key, isBackground }, work) => shared(`${owner}/${key}`, () => queue(owner, work, isBackground));
}

const OF_DOCUMENTS: Refusals = {
  tooManyOfOne: (count) =>
    new AppError(
      'too_many_requests',
      `Vous préparez déjà ${count} états des risques à la fois. Attendez que l’un d’eux soit prêt : rien n’a été débité.`,
      10,
    ),
  tooManyOfAll: () =>
    new AppError('overloaded', 'Le service est très demandé. Rien n’a été débité : réessayez dans un instant.'),
};

const OF_REQUESTS: Refusals = {
  tooManyOfOne: (count) =>
    new AppError(
      'too_many_requests',
      `Vous avez déjà ${count} demandes en cours : attendez la fin de l’une d’elles.`,
      5,
    ),
  tooManyOfAll: () => new AppError('overloaded', 'Le service est très demandé : réessayez dans un instant.', 5),
};
