import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

type Owned = { accountId: number; id: number };

/** An issued statement and its planned dates, ISO. */
export type Watched = {
  id: number;
  /** Reference of the current edition. */
  reference: string;
  adresse: string;
  transaction: TransactionType;
  issuedAt: Date;
  renewedAt: Date | null;
  closedAt: Date | null;
  /** Last day of the current document. */
  expiresOn: string;
  promesse: string | null;
  acte: string | null;
  bail: string | null;
  signedOn: string | null;
  renewThen: boolean;
};

/** Undefined for a draft and for another account's. */
export async function findWatched(db: Db, { accountId, id }: Owned): Promise<Watched | undefined> {
  const { rows } = await sql<Watched>`
    select s.id, e.reference, s.adresse, s.type_de_transaction as transaction, s.issued_at as "issuedAt", s.renewed_at as "renewedAt",
      s.closed_at as "closedAt", e.expires_on as "expiresOn", w.promesse_on as promesse, w.acte_on as acte,
      w.lease_on as bail, case when s.closed_at is not null then w.signed_on end as "signedOn", coalesce(w.renew_then, false) as "renewThen"
    from statement s
    join lateral (
      select reference, expires_on from statement_edition where statement_id = s.id order by edition desc limit 1
    ) e on true
    left join statement_watch w on w.statement_id = s.id
    where s.account_id = ${accountId} and s.id = ${id} and s.status = 'issued'`.execute(db);
  return rows[0];
}

type WatchValues = {
  statement_id: number;
  promesse_on: string | null;
  acte_on: string | null;
  lease_on: string | null;
  signed_on: string | null;
  renew_then: boolean;
  changed_at: Date;
};

/** A renewal that failed is tried again at once. */
export async function saveWatchOf(db: Db, values: WatchValues): Promise<void> {
  const set = { ...values, renew_tried_at: null };
  await db
    .insertInto('statement_watch')
    .values(set)
    .onConflict((conflict) => conflict.column('statement_id').doUpdateSet(set))
    .execute();
}

type ToRenew = { statementId: number; accountId: number };

/**
 * Statements whose owner chose « renouveler ce jour-là », from the day after their expiry; `triedBefore`: those that
 * failed are tried again.
 */
export async function listToRenew(
  db: Db,
  { today, triedBefore, limit }: { today: string; triedBefore: Date; limit: number },
): Promise<ToRenew[]> {
  const { rows } = await sql<ToRenew>`
    select s.id as "statementId", s.account_id as "accountId"
    from statement_watch w
    join statement s on s.id = w.statement_id and s.status = 'issued' and s.closed_at is null and s.renewed_at is null
    join account a on a.id = s.account_id and a.disabled_at is null
    join lateral (
      select expires_on from statement_edition where statement_id = s.id order by edition desc limit 1
    ) e on e.expires_on < ${today} and e.expires_on + 365 >= ${today}
    where w.renew_then and (w.renew_tried_at is null or w.renew_tried_at < ${triedBefore})
    order by w.statement_id limit ${limit}`.execute(db);
  return rows;
}

export async function markRenewTried(db: Db, statementId: number, now: Date): Promise<void> {
  await db
    .updateTable('statement_watch')
    .set({ renew_tried_at: now })
    .where('statement_id', '=', statementId)
    .execute();
}
