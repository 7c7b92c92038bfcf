import { LIVE_REGION_IDS } from '#lib/announce.ts';

/** In the page before any announcement: see `#lib/announce.ts`. */
export function LiveRegions() {
  return (
    <div className="visually-hidden">
      <p id={LIVE_REGION_IDS.polite} aria-live="polite" aria-atomic="true" />
      <p id={LIVE_REGION_IDS.assertive} aria-live="assertive" aria-atomic="true" />
    </div>
  );
}
