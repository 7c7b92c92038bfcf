import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** Reserved credits of each account; accounts that reserve nothing are left out. */
export async function sumReserved(db: Db, accountIds: number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('credit_reservation')
    .select(['account_id', sql<number>`sum(credits)::int`.as('credits')])
    .where('account_id', '=', sql<number>`any(${accountIds})`)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map(({ account_id, credits }) => [account_id, credits]));
}

/** Adds to the reservation of a batch that has one. */
export async function raiseReservation(
  db: Db,
  reservation: { batch_id: number; account_id: number; credits: number; reserved_at: Date },
): Promise<void> {
  await db
    .insertInto('credit_reservation')
    .values(reservation)
    .onConflict((conflict) =>
      conflict
        .column('batch_id')
        .doUpdateSet((eb) => ({ credits: eb('credit_reservation.credits', '+', eb.ref('excluded.credits')) })),
    )
    .execute();
}

export async function lowerReservation(db: Db, batchId: number, credits: number): Promise<void> {
  await db
    .updateTable('credit_reservation')
    .set({ credits: sql<number>`credits - ${credits}` })
    .where('batch_id', '=', batchId)
    .execute();
}

export async function deleteReservation(db: Db, batchId: number): Promise<void> {
  await db.deleteFrom('credit_reservation').where('batch_id', '=', batchId).execute();
}
