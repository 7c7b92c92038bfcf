import type { App } from '#platform/http/app.ts';

/** Longer than a change of mobile cell; a reader that takes a byte within it goes on, however slow. */
const STALLED_MS = 30_000;

/** Settings of Node's server. They limit how long a request takes to arrive, not to answer: handlers have their own. */
export const SERVER_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // By default Node checks its connections every 30 s only, and swaps the two limits when the headers' is longer.
  connectionsCheckingInterval: 2_000,
  // Fastify's default: a connection without a call.
  keepAliveTimeout: 72_000,
};

/** Closes the connection of a client that stops reading its response: it occupies a place, and a document in memory. */
export function cutStalledReaders(app: App, stalledMs = STALLED_MS): void {
  app.addHook('onSend', async (_request, { raw }, payload) => {
    raw.setTimeout(stalledMs, () => raw.destroy());
    return payload;
  });
}
