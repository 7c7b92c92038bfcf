/** Runs of a property without a number of its own, as in fast-check. */
const USUAL = 100;
const GATE_SHARE = 10;
const { PROPERTY_RUNS, PROPERTY_SEED } = process.env;

/**
 * Options of every `fc.assert`: a tenth of `full` random inputs, or all of them with `PROPERTY_RUNS=all`, as in `npm run
 * nightly`. A failure prints its seed; `PROPERTY_SEED=SEED` tries the same inputs again, in place of a seed of `options` too.
 */
export function propertyRuns<T extends object>(full = USUAL, options?: T): T & { numRuns: number; seed?: number } {
  const numRuns = PROPERTY_RUNS === 'all' ? full : Math.ceil(full / GATE_SHARE);
  const seed = PROPERTY_SEED === undefined ? {} : { seed: Number(PROPERTY_SEED) };
  return Object.assign({}, options, seed, { numRuns });
}
