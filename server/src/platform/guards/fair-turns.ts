export type FairTurns = {
  /**
   * Calls `start` when that owner has a place, at once or in its turn. False when too much of it already waits.
   * Background work begins only while no other works or waits, and once after each `share` pieces of others; an owner has
   * its background work apart.
   */
  take: (owner: string, start: () => void, isBackground?: boolean) => boolean;
  /** Counts work that resumes after a pause, without a turn. */
  retake: (owner: string) => void;
  give: (owner: string, isBackground?: boolean) => void;
  /** Background work that waits is no load: not counted. */
  state: () => { underWay: number; waiting: number };
};

type Limits = {
  places: number;
  /** Maximum of one owner, while places are free. */
  ofOne: number;
  waitingOfOne: number;
  /** Places that each owner has even when all are taken. */
  always: number;
  /**
   * Pieces of others after which background work has one, and its pieces in quiet after which it has a place more; eight
   * by default.
   */
  share?: number;
};
type Owner = { working: number; waiting: (() => void)[] };

const SHARE = 8;

/**
 * Shares places between owners (max-min fairness): a heavy user waits for its own work and delays no other. Waiting
 * owners get turns round robin, one piece each.
 */
export function createFairTurns(limits: Limits): FairTurns {
  const owners = createOwners();
  /** Owners with waiting work, the next one first. */
  const line = new Set<Owner>();
  const background = createBackground(limits, () => total === 0 && line.size === 0);
  let total = 0;
  const mayWork = ({ working }: Owner): boolean =>
    working < limits.always || (total < limits.places && working < limits.ofOne);
  const count = (owner: Owner, change: 1 | -1): void => {
    owner.working += change;
    total += change;
  };
  const startNext = (owner: Owner): void => {
    const start = nextOf(line, owner);
    count(owner, 1);
    start?.();
  };
  const take = (name: string, start: () => void, isBackground = false): boolean => {
    if (isBackground) return background.take(name, start);
    const owner = owners.named(name);
    if (owner.waiting.length >= limits.waitingOfOne) return false;
    background.yield();
    owner.waiting.push(start);
    line.add(owner);
    if (owner.waiting.length === 1 && mayWork(owner)) startNext(owner);
    return true;
  };
  const give = (name: string, isBackground = false): void => {
    if (isBackground) return background.give(name);
    const owner = owners.named(name);
    count(owner, -1);
    // The owner's own next piece when its guaranteed place is free, else that of the first in line that may have one
    // more.
    const isOwn = owner.working < limits.always && owner.waiting.length > 0;
    const next = isOwn ? owner : total < limits.places ? [...line].find(mayWork) : undefined;
    if (next !== undefined) startNext(next);
    owners.forgetIdle(name);
    background.afterOther();
  };
  const retake = (name: string): void => count(owners.named(name), 1);
  return { take, retake, give, state: () => ({ underWay: total + background.underWay(), waiting: waitingIn(line) }) };
}

const waitingIn = (line: Set<Owner>): number => [...line].reduce((sum, { waiting }) => sum + waiting.length, 0);

/** The first piece of an owner, which goes to the end of the line. */
function nextOf(line: Set<Owner>, owner: Owner): (() => void) | undefined {
  const start = owner.waiting.shift();
  line.delete(owner);
  if (owner.waiting.length > 0) line.add(owner);
  return start;
}

/**
 * Work behind all other: it takes none of their places, and begins only while `isQuiet` or in its share. One piece at a
 * time after the others were there; concurrency grows by one per `share` completions in quiet.
 */
function createBackground({ places, share = SHARE }: Limits, isQuiet: () => boolean) {
  const owners = createOwners();
  const line = new Set<Owner>();
  /** Ended pieces: of others while none of these began; of these since others left. */
  let [underWay, passed, quiet] = [0, 0, 0];
  const hasPlace = (): boolean => underWay < places && underWay * share <= quiet;
  const mayStart = (): boolean => (isQuiet() ? hasPlace() : underWay === 0 && passed >= share);
  const startAll = (): void => {
    for (const owner of line) {
      if (!mayStart()) return;
      passed = 0;
      const start = nextOf(line, owner);
      owner.working += 1;
      underWay += 1;
      start?.();
    }
  };
  return {
    take(name: string, start: () => void): true {
      const owner = owners.named(name);
      owner.waiting.push(start);
      line.add(owner);
      startAll();
      return true;
    },
    give(name: string): void {
      const owner = owners.named(name);
      [owner.working, underWay] = [owner.working - 1, underWay - 1];
      if (isQuiet()) quiet += 1;
      startAll();
      owners.forgetIdle(name);
    },
    yield: (): void => void (quiet = 0),
    afterOther(): void {
      passed += line.size > 0 ? 1 : 0;
      startAll();
    },
    underWay: () => underWay,
  };
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
