import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';

const MAP = join(import.meta.dirname, '../../../../docs/security/personal-data.md');
/** The migrations' own, and the tables of pg-boss, whose payloads are ids. */
const NOT_OURS = /^(schema_migration|migration)/;

it('every column of the database is classified, personal or not; no removed column is listed', async () => {
  const database = await createTestDatabase();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(database.db);
  await database.drop();
  const columns = rows.map(({ name }) => name).filter((name) => !NOT_OURS.test(name));
  const lines = readFileSync(MAP, 'utf8').matchAll(/^\| (\w+) \|(.*?)\|(.*?)\| (.*?) \|.*\|$/gm);
  const listed = [...lines].flatMap(([, table = '', personal = '', others = '']) =>
    [...personal.split(','), ...others.split(',')]
      .filter((name) => name.trim() !== '')
      .map((name) => `${table}.${name.trim()}`),
  );
  expect(listed.filter((name) => !name.startsWith('table.')).toSorted()).toEqual(columns.toSorted());
});
