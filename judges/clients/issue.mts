import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';

const { CLAIRISQUE_URL: baseUrl = '', CLAIRISQUE_KEY: key = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

const { data, error } = await client.POST('/api/v3/statements', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { transaction: 'sale', address: '4 Rue des Lilas 95190 Goussainville' },
});
if (data === undefined) throw new Error(`${error.status} ${error.code}: ${error.detail}`);
console.log(data.reference);
