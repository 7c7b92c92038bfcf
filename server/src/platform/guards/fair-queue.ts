import { createFairTurns } from './fair-turns.ts';
import { AppError } from '#platform/app-error.ts';
import { createSingleFlight } from '#platform/suppliers/single-flight.ts';
import type { GateWatch } from './concurrency-limit.ts';

/**
 * Owner and key of a piece of work: concurrent calls with the same key share one run. Background work waits while any
 * other is there.
 */
type Turn = { owner: string; key: string; isBackground?: boolean };
/**
 * Runs heavy work in its owner's turn. Throws `too_many_requests` when too much of that owner waits, `overloaded` when
 * too much waits in all.
 */
export type FairGate = (turn: Turn, work: () => Promise<void>) => Promise<void>;

type Limits = { atOnce: number; waiting: number; ofOne: { atOnce: number; waiting: number } };
type Refusals = { tooManyOfOne: (count: number) => AppError; tooManyOfAll: () => AppError };
/** An owner without work here still finds a place in the queue after the others are refused. */
const FOR_NEWCOMERS = 4;

/** Runs work in its owner's turn. Throws the matching refusal when too much of that owner waits, or too much in all. */
export type FairQueue = <T>(owner: string, work: () => Promise<T>, isBackground?: boolean) => Promise<T>;

/**
 * At most `atOnce` run; waiting ones get fair turns, one owner after another, so that a heavy user delays only itself.
 */
export function createFairQueue(limits: Limits, refusals: Refusals, watch?: GateWatch): FairQueue {
  const { atOnce, waiting, ofOne } = limits;
  const turns = createFairTurns({ places: atOnce, ofOne: ofOne.atOnce, waitingOfOne: ofOne.waiting, always: 0 });
  const present = new Map<string, number>();
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
  const change = (owner: string, by: number): void => {
    const left = (present.get(owner) ?? 0) + by;
    if (left === 0) present.delete(owner);
    else present.set(owner, left);
  };
  return async (owner, work, isBackground = false) => {
    const turn = wait(owner, isBackground);
    change(owner, 1);
    try {
      await turn;
      return await work().finally(() => turns.give(owner));
    } finally {
      change(owner, -1);
    }
  };
}

/** For generations, by account. A batch is one more owner, served when no account waits (decisions 0026, 0094). */
export function createFairGate(limits: Limits, watch?: GateWatch): FairGate {
  const queue = createFairQueue(limits, { tooManyOfOne, tooManyOfAll }, watch);
  const shared = createSingleFlight<void>();
  return ({ owner, key, isBackground }, work) => shared(`${owner}/${key}`, () => queue(owner, work, isBackground));
}

function tooManyOfAll(): AppError {
  return new AppError('overloaded', 'Le service est très demandé. Rien n’a été débité : réessayez dans un instant.');
}

function tooManyOfOne(count: number): AppError {
  const sentence = `Vous préparez déjà ${count} états des risques à la fois. Attendez que l’un d’eux soit prêt : rien n’a été débité.`;
  return new AppError('too_many_requests', sentence, 10);
}
