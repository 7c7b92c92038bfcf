import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sharedApp } from '#test/app.ts';
import { callV3, createKeyOwner, SALE } from '#test/keys.ts';
import { languageIn } from './results.rules.ts';
import { selectRows } from './rows.queries.ts';

const app = sharedApp();

it.each([
  [undefined, 'fr'],
  ['', 'fr'],
  ['en-US,en;q=0.9', 'en'],
  ['fr;q=0.5, en;q=0.9', 'en'],
  ['en;q=0.5, fr', 'fr'],
  ['en, fr', 'en'],
  ['de, en;q=0.1', 'en'],
  ['en;q=0', 'fr'],
  ['en;q=abc', 'fr'],
  ['english', 'fr'],
])('Accept-Language « %s » → %s', (header, language) => expect(languageIn(header)).toBe(language));

type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};
const rowsRead = ({ Plans: parts = [], ...plan }: Plan): number =>
  Math.max(
    plan['Relation Name'] === 'batch_row' ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) : 0,
    ...parts.map(rowsRead),
  );

it('a page of the rows of a batch reads its own rows, whatever the size of the batch', async () => {
  const owner = await createKeyOwner(app, 0);
  const rows = Array.from({ length: 2_000 }, () => SALE);
  const headers = { 'idempotency-key': 'lignes' };
  const made = await callV3(app, ['POST', '/batches'], { key: owner.key, body: { start: 'manual', rows }, headers });
  const batchId = Number(String(made.json['id']).replace('bat_', ''));
  const { db, query } = app.database;
  // Beside many small batches whose rows lie scattered, as in service: this one is no average one.
  await query(
    `with small as (
      insert into batch (space_id, name, status, starts_alone, created_at)
      select space_id, name, 'cancelled', false, created_at from batch, generate_series(1, 200) where id = $1
      returning id
    )
    insert into batch_row (batch_id, position, state, given)
    select id, row, 'cancelled', '' from small, generate_series(1981, 2000) as row order by md5(id || '-' || row)`,
    [batchId],
  );
  await query('analyze space, batch, batch_row, statement, statement_edition', []);
  const page = selectRows(db, { accountId: owner.id, batchId, after: 1_000, limit: 100 });
  expect(await page.execute()).toHaveLength(100);
  const [explained] = await page.explain('json', sql`analyze`);
  const [{ Plan: plan }] = explained!['QUERY PLAN'] as [{ Plan: Plan }];
  expect(rowsRead(plan)).toBe(100);
});
