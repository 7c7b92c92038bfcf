import { readToken } from '#lib/token.ts';
import { trustScript } from '#lib/trusted-scripts.ts';
import { FILES, forgetDocuments } from './caches.ts';

const SERVICE_WORKER = '/sw.js';

/** Once the page is there and still: it must not compete with it for the network. */
export function startOffline(): void {
  if (readToken() === null) forgetDocuments().catch(() => null);
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const start = () => void register().catch(() => null);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

/** Without it everything works, but not offline: a refusal of the browser (private window, full disk) is nobody's concern. */
async function register(): Promise<void> {
  trustScript(SERVICE_WORKER);
  await navigator.serviceWorker.register(SERVICE_WORKER);
  await navigator.serviceWorker.ready;
  // Files that came before it was there to see them; the browser has them at hand.
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const cache = await caches.open(FILES);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => file.startsWith('/assets/') && !known.has(file)));
}
