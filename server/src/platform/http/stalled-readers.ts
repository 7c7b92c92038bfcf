import type { App } from './fastify.ts';

/** Longer than a network that changes its cell; a reader who takes a byte within it goes on, however slow. */
const STALLED_MS = 30_000;

/** Cuts the connection of a reader who takes nothing of his answer: it holds his place, and a document in memory. */
export function cutStalledReaders(app: App, stalledMs = STALLED_MS): void {
  app.addHook('onSend', async (_request, { raw }, payload) => {
    raw.setTimeout(stalledMs, () => raw.destroy());
    return payload;
  });
}
