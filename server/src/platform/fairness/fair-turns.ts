export type FairTurns = {
  /** Calls `start` when that owner has a place, at once or in its turn. False when too much of it already waits. */
  take: (owner: string, start: () => void) => boolean;
  /** Counts work that resumes after a pause, without a turn. */
  retake: (owner: string) => void;
  give: (owner: string) => void;
  state: () => { underWay: number; waiting: number };
};

type Limits = {
  places: number;
  /** Maximum of one owner, while places are free. */
  ofOne: number;
  waitingOfOne: number;
  /** Places that each owner has even when all are taken. */
  always: number;
};
type Owner = { working: number; waiting: (() => void)[] };

/**
 * Shares places between owners (max-min fairness): a heavy user waits for its own work and delays no other. Waiting
 * owners get turns round robin, one piece each.
 */
export function createFairTurns(limits: Limits): FairTurns {
  const owners = createOwners();
  /** Owners with waiting work, the next one first. */
  const line = new Set<Owner>();
  let total = 0;
  const mayWork = ({ working }: Owner): boolean =>
    working < limits.always || (total < limits.places && working < limits.ofOne);
  const count = (owner: Owner, change: 1 | -1): void => {
    owner.working += change;
    total += change;
  };
  const startNext = (owner: Owner): void => {
    const start = owner.waiting.shift();
    // To the end of the line.
    line.delete(owner);
    if (owner.waiting.length > 0) line.add(owner);
    count(owner, 1);
    start?.();
  };
  const take = (name: string, start: () => void): boolean => {
    const owner = owners.named(name);
    if (owner.waiting.length >= limits.waitingOfOne) return false;
    owner.waiting.push(start);
    line.add(owner);
    if (owner.waiting.length === 1 && mayWork(owner)) startNext(owner);
    return true;
  };
  const give = (name: string): void => {
    const owner = owners.named(name);
    count(owner, -1);
    // The owner's own next piece when its guaranteed place is free, else that of the first in line that may have one
    // more.
    const isOwn = owner.working < limits.always && owner.waiting.length > 0;
    const next = isOwn ? owner : total < limits.places ? [...line].find(mayWork) : undefined;
    if (next !== undefined) startNext(next);
    owners.forgetIdle(name);
  };
  const waiting = (): number => [...line].reduce((sum, owner) => sum + owner.waiting.length, 0);
  const retake = (name: string): void => count(owners.named(name), 1);
  return { take, retake, give, state: () => ({ underWay: total, waiting: waiting() }) };
}

function createOwners() {
  const owners = new Map<string, Owner>();
  return {
    named(name: string): Owner {
      const owner = owners.get(name) ?? { working: 0, waiting: [] };
      owners.set(name, owner);
      return owner;
    },
    forgetIdle(name: string): void {
      const owner = owners.get(name);
      if (owner?.working === 0 && owner.waiting.length === 0) owners.delete(name);
    },
  };
}
