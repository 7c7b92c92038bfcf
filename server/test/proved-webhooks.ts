import type { TestDatabase } from './database.ts';

/** As if the endpoints at that URL had accepted a test, long enough ago to sleep by themselves. */
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
