// Issues a statement, saves its PDF, and lists those of the account. Debits one credit, unless the key is a test key.
import { createClient, createStatement, iterate, listStatements, readDocument } from '@clairisque/client';
import { writeFile } from 'node:fs/promises';

const { CLAIRISQUE_URL = 'http://localhost:8080', CLAIRISQUE_KEY = '' } = process.env;
const client = createClient({ baseUrl: CLAIRISQUE_URL, auth: CLAIRISQUE_KEY });

const { data: statement, error } = await createStatement({
  client,
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: { transaction: 'sale', address: '4 Rue des Lilas 95190 Goussainville' },
});
if (statement === undefined) {
  console.error(`${error.status} ${error.code}: ${error.detail}`);
  process.exit(1);
}

const { data: pdf } = await readDocument({ client, path: { statement_id: statement.id }, throwOnError: true });
await writeFile('statement.pdf', Buffer.from(await pdf.arrayBuffer()));
console.log(`${statement.reference}: statement.pdf`);

for await (const one of iterate((page) => listStatements({ client, query: { limit: 100, ...page } }))) {
  console.log(`${one.reference}, ${one.address}, until ${one.valid_until}`);
}
