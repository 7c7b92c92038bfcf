import type { TestDatabase } from './database.ts';

/** The endpoints at that URL count as having accepted a test, long enough ago to sleep by themselves. */
export async function proveEndpoints({ db }: Pick<TestDatabase, 'db'>, url: string): Promise<void> {
  for (const schema of ['public', 'sandbox']) {
    await db
      .withSchema(schema)
      .updateTable('webhook_endpoint')
      .set({ succeeded_at: new Date(0) })
      .where('url', '=', url)
      .execute();
  }
}
