// Issues a statement, and saves its PDF. Debits one credit, unless the key is a test key.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const { CLAIRISQUE_URL, CLAIRISQUE_KEY } = process.env;

async function call(path, { headers, ...init } = {}) {
  const response = await fetch(`${CLAIRISQUE_URL}/api/v3${path}`, {
    ...init,
    headers: { authorization: `Bearer ${CLAIRISQUE_KEY}`, ...headers },
  });
  // A refusal is a problem: JSON, unless it comes from a proxy.
  return response.ok ? response : stop(response.status, await response.json().catch(() => ({})));
}

function stop(status, { code = 'unexpected_answer', detail = '' }) {
  console.error(`${status} ${code}: ${detail}`);
  process.exit(1);
}

const issued = await call('/statements', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify({
    transaction: 'sale',
    address: '4 Rue des Lilas 95190 Goussainville',
    parties: { owner: 'Mme Durand', recipient: 'M. Martin' },
  }),
});
let statement = await issued.json();

// Ready at once, nearly always; otherwise the response was 202.
while (statement.status === 'processing') {
  await wait(2000);
  statement = await (await call(`/statements/${statement.id}`)).json();
}
if (statement.failure) stop(statement.failure.status, statement.failure);

const pdf = await call(`/statements/${statement.id}/document.pdf`);
await writeFile('statement.pdf', Buffer.from(await pdf.arrayBuffer()));
console.log(`${statement.id}: statement.pdf`);
