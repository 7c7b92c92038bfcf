export type OneForOne = {
  /** Work that goes first. */
  first: <T>(work: () => Promise<T>) => Promise<T>;
  /** Other work: begins at once while none of the first is under way, else one piece for each that ends. */
  behind: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Two kinds of work for one processor: what waits goes on, and never takes more turns than what goes first. */
export function createOneForOne(): OneForOne {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const release = (): void => {
    underWay -= 1;
    const count = underWay === 0 ? waiting.length : 1;
    for (const begin of waiting.splice(0, count)) begin();
  };
  return {
    async first(work) {
      underWay += 1;
      return work().finally(release);
    },
    async behind(work) {
      if (underWay > 0) await new Promise<void>((resolve) => void waiting.push(resolve));
      return work();
    },
  };
}
