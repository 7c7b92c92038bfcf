import { readToken } from '#lib/token.ts';
import { trustScript } from '#lib/trusted-scripts.ts';
import { onIdle } from '#lib/later.ts';
import { forgetDocuments } from './caches.ts';

const SERVICE_WORKER = '/sw.js';

export function startOffline(): void {
  forgetDocuments(readToken()).catch(() => null);
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  onIdle(register);
}

/**
 * Optional: without it only offline use is missing. A refusal by the browser (private window, full disk) is ignored.
 */
async function register(): Promise<void> {
  trustScript(SERVICE_WORKER);
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { active } = await navigator.serviceWorker.ready;
  // Files loaded before it was active; the browser has them in its cache.
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage(
    files.filter((file) => file.startsWith('/assets/')),
    {},
  );
}
