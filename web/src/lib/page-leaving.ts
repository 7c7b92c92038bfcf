/** Maximum life of the old page after a reload, while the server responds. */
const LEAVING_MS = 5000;

let leftAt = -Infinity;
// Not during prerendering.
if (typeof window !== 'undefined') window.addEventListener('beforeunload', () => (leftAt = performance.now()));

/**
 * Waits while the user leaves the page, for instance by a reload: the browser then aborts running calls, which must not
 * look like failures. A page that stays after all, behind a « mailto: » link, continues after 5 s at most.
 */
export async function afterLeaving(): Promise<void> {
  const rest = leftAt + LEAVING_MS - performance.now();
  if (rest > 0) await new Promise((resolve) => void setTimeout(resolve, rest));
}
