import { readToken } from '#lib/token.ts';
import { trustScript } from '#lib/trusted-scripts.ts';
import { whenCalm } from '#lib/when-calm.ts';
import { forgetDocuments } from './caches.ts';

const SERVICE_WORKER = '/sw.js';

export function startOffline(): void {
  forgetDocuments(readToken()).catch(() => null);
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  whenCalm(register);
}

/** Without it everything works, but not offline: a refusal of the browser (private window, full disk) is nobody's concern. */
async function register(): Promise<void> {
  trustScript(SERVICE_WORKER);
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { active } = await navigator.serviceWorker.ready;
  // Files that came before it was there to see them; the browser has them at hand.
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage(
    files.filter((file) => file.startsWith('/assets/')),
    {},
  );
}
