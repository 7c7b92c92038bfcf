import { Mistake } from '#platform/mistake.ts';

/** Parts of the product that have a simulated form, with the variable that makes each real. */
const REAL_WITH = { payments: 'STRIPE_SECRET_KEY', mail: 'SMTP_URL', publisher: 'PUBLISHER' } as const;
export type SimulatedPart = keyof typeof REAL_WITH;
export const SIMULATED_PARTS = Object.keys(REAL_WITH) as SimulatedPart[];

/**
 * The parts that are simulated beside real sources, because they lack their setting or the operator says so. One that
 * nobody named would take payments or mails to this machine unnoticed: a forgotten secret. Throws a `Mistake` for it.
 */
export function simulatedBesideRealSources(
  lacks: Record<SimulatedPart, boolean>,
  named: readonly SimulatedPart[],
): SimulatedPart[] {
  const forgotten = SIMULATED_PARTS.filter((part) => lacks[part] && !named.includes(part));
  // A test's mail server has an address too.
  const real = named.filter((part) => part !== 'mail' && !lacks[part]);
  const sentences = [
    ...forgotten.map((part) => `${REAL_WITH[part]}: required with real sources, unless SIMULATED_PARTS names ${part}`),
    ...real.map((part) => `SIMULATED_PARTS: names ${part}, which ${REAL_WITH[part]} makes real`),
  ];
  if (sentences.length > 0) throw new Mistake(sentences.join('\n'));
  return SIMULATED_PARTS.filter((part) => named.includes(part));
}
