// Sends properties.csv, waits until every row has ended, and saves the documents. One credit for each issued row.
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const api = `${process.env.CLAIRISQUE_URL}/api/v3/batches`;
const authorization = `Bearer ${process.env.CLAIRISQUE_KEY}`;

async function call(path, init = {}) {
  const response = await fetch(api + path, { ...init, headers: { authorization, ...init.headers } });
  return response.ok ? response : stop(response.status, await response.json().catch(() => ({})));
}

function stop(status, { code = 'unexpected_answer', detail = '' }) {
  console.error(`${status} ${code}: ${detail}`);
  process.exit(1);
}

const sent = await call('/csv?transaction=sale', {
  method: 'POST',
  headers: { 'content-type': 'text/csv', 'idempotency-key': randomUUID() },
  body: await readFile('properties.csv'),
});
let batch = await sent.json();
while (batch.status !== 'finished' && batch.status !== 'cancelled') {
  // Checked, but not started: `problem` says why, for instance too few credits.
  if (batch.problem) stop(batch.status, batch.problem);
  await wait(2000);
  batch = await (await call(`/${batch.id}`)).json();
}

// Nothing is guessed: these rows wait for a choice among their candidates.
const doubts = await (await call(`/${batch.id}/rows?status=doubtful`)).json();
for (const { row, given, problem } of doubts.data) console.log(`${row}: ${given}: ${problem.candidates.join(' | ')}`);

const documents = await call(`/${batch.id}/documents.zip`);
await writeFile('documents.zip', Buffer.from(await documents.arrayBuffer()));
console.log(`${batch.id}: ${batch.rows.issued} of ${batch.rows.total} issued`);
