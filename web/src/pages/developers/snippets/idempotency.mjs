// Sends the same request with the same key until it succeeds or is refused: never more than one credit is debited.
import { setTimeout as wait } from 'node:timers/promises';

const AGAIN = new Set([409, 429, 500, 502, 503, 504]);

/** `idempotencyKey`: drawn once for each statement, and kept with it in your database. */
export async function issue({ url, key, idempotencyKey, request }) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${url}/api/v3/statements`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(request),
    }).catch(() => null);
    if (response?.ok) return response.json();
    if (attempt === 5 || (response && !AGAIN.has(response.status))) {
      throw new Error(response ? await response.text() : 'no network');
    }
    await wait(1000 * Number(response?.headers.get('retry-after') ?? 2 ** attempt));
  }
}
