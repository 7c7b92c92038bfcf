import type { Db } from '#platform/db/db.ts';

export async function countIssued(db: Db): Promise<number> {
  const row = await db
    .selectFrom('statement')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', 'issued')
    .executeTakeFirstOrThrow();
  return row.total;
}
