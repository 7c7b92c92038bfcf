// Sends the same request with the same key until it succeeds or is refused: never more than one credit is debited.
import { setTimeout as wait } from 'node:timers/promises';

const PASSING = new Set([429, 500, 502, 503, 504]);

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
    if (attempt === 5 || !passes(response)) throw new Error(await problemOf(response));
    await wait(1000 * Number(response?.headers.get('retry-after') ?? 2 ** attempt));
  }
}

/** While the first request with this key is running, the response is 409, and says how long to wait. */
function passes(response) {
  if (!response) return true;
  return PASSING.has(response.status) || (response.status === 409 && response.headers.has('retry-after'));
}

async function problemOf(response) {
  if (!response) return 'no answer';
  const { code = 'unexpected_answer', detail = '' } = await response.json().catch(() => ({}));
  return `${response.status} ${code}: ${detail}`;
}
