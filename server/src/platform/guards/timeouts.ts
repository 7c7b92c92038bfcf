import type { App } from '../http/app.ts';

/** Longer than a change of mobile cell; a reader that takes a byte within it goes on, however slow. */
const STALLED_MS = 30_000;

/** Closes the connection of a client that stops reading its response: it occupies a place, and a document in memory. */
export function cutStalledReaders(app: App, stalledMs = STALLED_MS): void {
  app.addHook('onSend', async (_request, { raw }, payload) => {
    raw.setTimeout(stalledMs, () => raw.destroy());
    return payload;
  });
}
