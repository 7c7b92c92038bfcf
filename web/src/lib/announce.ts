/**
 * Announces to screen readers. The two live regions are in the page from the start (`shell/live-regions.tsx`), because
 * a region inserted together with its text is not read.
 */
export type Politeness = 'polite' | 'assertive';

export const LIVE_REGION_IDS: Record<Politeness, string> = {
  polite: 'annonces',
  assertive: 'annonces-urgentes',
};

/** Empties the region first: the same sentence twice would otherwise be read once. */
const PAUSE_MS = 100;
const pending = new Map<Politeness, number>();

export function announce(message: string, politeness: Politeness = 'polite'): void {
  const region = document.getElementById(LIVE_REGION_IDS[politeness]);
  if (!region) return;
  region.textContent = '';
  window.clearTimeout(pending.get(politeness));
  pending.set(
    politeness,
    window.setTimeout(() => {
      region.textContent = message;
    }, PAUSE_MS),
  );
}
