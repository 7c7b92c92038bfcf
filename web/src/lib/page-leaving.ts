/** A reload asks the server first: the old page lives so long at most. */
const LEAVING_MS = 5000;

let leftAt = -Infinity;
// Not where pages are printed.
if (typeof window !== 'undefined') window.addEventListener('beforeunload', () => (leftAt = performance.now()));

/**
 * Waits while the user leaves the page, by a reload for instance: the browser then cuts the calls in flight, and the last moments
 * of the page must not take that for a failure. A page that stays after all, behind a « mailto: » link, goes on after 5 s at most.
 */
export async function afterLeaving(): Promise<void> {
  const rest = leftAt + LEAVING_MS - performance.now();
  if (rest > 0) await new Promise((resolve) => void setTimeout(resolve, rest));
}
