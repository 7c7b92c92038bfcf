// Issues a statement, saves its PDF, and lists those of the account. Debits one credit, unless the key is a test key.
import {
  createClient,
  createStatement,
  iterate,
  listStatements,
  readDocument,
  readStatement,
} from '@clairisque/client';
import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const { CLAIRISQUE_URL = 'http://localhost:8080', CLAIRISQUE_KEY = '' } = process.env;
const client = createClient({ baseUrl: CLAIRISQUE_URL, auth: CLAIRISQUE_KEY });

const { data: made, error } = await createStatement({
  client,
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: { transaction: 'sale', address: '4 Rue des Lilas 95190 Goussainville' },
});
if (made === undefined) {
  console.error(`${error.status} ${error.code}: ${error.detail}`);
  process.exit(1);
}
// A slow one is returned before it is ready.
let statement = made;
while (statement.status === 'processing') {
  await setTimeout(2000);
  const { data } = await readStatement({ client, path: { statement_id: made.id }, throwOnError: true });
  statement = data;
}
if (statement.failure !== null) {
  console.error(`${statement.failure.status} ${statement.failure.code}: ${statement.failure.detail}`);
  process.exit(1);
}

const { data: pdf } = await readDocument({ client, path: { statement_id: statement.id }, throwOnError: true });
await writeFile('statement.pdf', Buffer.from(await pdf.arrayBuffer()));
console.log(`${statement.reference}: statement.pdf`);

for await (const one of iterate((page) => listStatements({ client, query: { limit: 100, ...page } }))) {
  console.log(`${one.reference}, ${one.address}, until ${one.valid_until}`);
}
