/** The first moments of a page belong to what it shows: nothing else competes with it for the network or the processor. */
const CALM_MS = 2_500;

/** Does later, one after the other, what serves nobody yet; what fails is asked again when it is wanted. Answers the function that gives it up. */
export function whenCalm(...works: (() => Promise<unknown>)[]): () => void {
  let isWanted = true;
  const timer = setTimeout(async () => {
    for (const work of works) {
      if (isWanted) await work().catch(() => null);
    }
  }, CALM_MS);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}
