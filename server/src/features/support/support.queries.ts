import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/**
 * The console reads the tables of all slices in plain SQL: it shows the stored values, without the code's
 * interpretation.
 */
const all = async <R>(db: Db, query: RawBuilder<R>): Promise<R[]> => (await query.execute(db)).rows;

export async function insertAction(
  db: Db,
  action: {
    at: Date;
    operator: string;
    command: string;
    reason: string;
    account_id: number | null;
    target: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  },
): Promise<void> {
  const { before, after, ...line } = action;
  await db
    .insertInto('support_action')
    .values({ ...line, before: JSON.stringify(before), after: JSON.stringify(after) })
    .execute();
}

type ActionRow = { at: Date; operator: string; command: string; reason: string; target: string };

/** Newest first. */
export function listActions(db: Db, accountId: number, limit: number): Promise<ActionRow[]> {
  return db
    .selectFrom('support_action')
    .select(['at', 'operator', 'command', 'reason', 'target'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<ActionRow>()
    .execute();
}

/** An account, or an order without account. */
type Found = { account_id: number | null; order_id: string | null };

const ORDERS = (where: RawBuilder<unknown>): RawBuilder<Found> =>
  sql`select account_id, id as order_id from purchase_order where ${where}`;
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Formats of what users quote to the support. */
const PLACES: [shape: RegExp, query: (text: string) => RawBuilder<Found>][] = [
  [/^\d{1,15}$/, (text) => sql`select id as account_id, null as order_id from account where id = ${Number(text)}`],
  [
    /^[FA]-\d{4}-\d+$/i,
    (text) => ORDERS(sql`id = (select order_id from invoice where number = ${text.toUpperCase()})`),
  ],
  [
    // The payment provider's page, payment, refund or dispute; our refund.
    /^[a-z]+[_-]\w+/,
    (text) =>
      ORDERS(sql`${text} in (session_id, payment_intent_id)
      or id = (select order_id from order_refund where id = ${text})`),
  ],
  [UUID, (text) => ORDERS(sql`id = ${text} or id = (select order_id from invoice where id = ${text})`)],
  [
    /^ERP-/i,
    (text) => sql`
      select s.account_id, null as order_id from statement_edition e join statement s on s.id = e.statement_id
      where e.reference = ${text.toUpperCase()}`,
  ],
  [
    // Number of a request: ours has eight digits, a proxy's may have another form.
    /^[\w-]{8,40}$/,
    (text) => sql`
      select distinct account_id, null as order_id from security_event
      where request_id in (${text}, ${text.toLowerCase()}) and account_id is not null`,
  ],
  [
    /@/,
    (text) => sql`
      select id as account_id, null as order_id from account
        where lower(email collate pg_c_utf8) = lower(${text}::text collate pg_c_utf8)
          or lower(username collate pg_c_utf8) = lower(${text}::text collate pg_c_utf8)
      union select account_id, id from purchase_order
        where account_id is null and lower(buyer_email) = lower(${text})`,
  ],
];

export async function findPlaces(db: Db, text: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const [shape, query] of PLACES) if (shape.test(text)) found.push(...(await all(db, query(text))));
  return found;
}

/** Similar addresses, for misspelt ones. */
export function similarAddresses(db: Db, text: string): Promise<{ id: number; email: string }[]> {
  return db
    .selectFrom('account')
    .select(['id', 'email'])
    .where(sql<boolean>`position(lower(${text}) in lower(email)) > 0`)
    .orderBy('id')
    .limit(10)
    .execute();
}

export type AccountCard = {
  id: number;
  email: string;
  statut: string;
  created_at: Date;
  activated_at: Date | null;
  disabled_at: Date | null;
  sessions: number;
  drafts: number;
};

export async function findCard(db: Db, id: number): Promise<AccountCard | undefined> {
  const [card] = await all(
    db,
    sql<AccountCard>`
    select id, email, statut, created_at, activated_at, disabled_at,
      (select count(*) from api_token where account_id = account.id and expires_at > now())::int as sessions,
      (select count(*) from statement where account_id = account.id and status = 'draft')::int as drafts
    from account where id = ${id}`,
  );
  return card;
}

type StatementLine = {
  reference: string;
  issued_at: Date;
  expires_on: string;
  adresse: string;
  code_parcelle: string;
  /** Null for one parcel. */
  parcelles: string[] | null;
};

export function recentStatements(db: Db, accountId: number): Promise<StatementLine[]> {
  return all(
    db,
    sql`
    select e.reference, e.issued_at, e.expires_on, s.adresse, s.code_parcelle, s.parcelles
    from statement s join statement_edition e on e.statement_id = s.id
    where s.account_id = ${accountId} and s.status = 'issued' order by e.issued_at desc limit 10`,
  );
}

export type MailLine = {
  id: number;
  kind: string;
  created_at: Date;
  sent_at: Date | null;
  dropped_at: Date | null;
  attempts: number;
  last_error: string | null;
};

export function recentMails(db: Db, owner: { accountId: number; email: string }): Promise<MailLine[]> {
  return all(
    db,
    sql`
    select id, kind, created_at, sent_at, dropped_at, attempts, last_error from outgoing_mail
    where account_id = ${owner.accountId} or (account_id is null and recipient = ${owner.email})
    order by id desc limit 10`,
  );
}

export function recentEvents(
  db: Db,
  accountId: number,
): Promise<{ created_at: Date; kind: string; request_id: string | null }[]> {
  return all(
    db,
    sql`
    select created_at, kind, request_id from security_event where account_id = ${accountId} order by id desc limit 10`,
  );
}

type MailRow = MailLine & { recipient: string; account_id: number | null; params: Record<string, string> };

export async function findMail(db: Db, id: number): Promise<MailRow | undefined> {
  const [row] = await all(db, sql<MailRow>`select * from outgoing_mail where id = ${id}`);
  return row;
}

type WaitingMail = Pick<MailRow, 'id' | 'kind' | 'created_at' | 'attempts' | 'last_error'>;

/** Oldest first. */
export function waitingMails(db: Db): Promise<WaitingMail[]> {
  return all(
    db,
    sql`
    select id, kind, created_at, attempts, last_error from outgoing_mail
    where sent_at is null and dropped_at is null order by created_at limit 20`,
  );
}

export type DebitRow = {
  account_id: number;
  statement_id: number;
  lot_id: number;
  lot_label: string;
  expires_at: Date | null;
  order_id: string | null;
  /** The whole order was refunded. */
  refunded: boolean;
};

/** The debit of a statement, by one of its references. */
export async function findDebit(db: Db, reference: string): Promise<DebitRow | undefined> {
  const [row] = await all(
    db,
    sql<DebitRow>`
    select d.account_id, d.statement_id, d.lot_id, l.label as lot_label, l.expires_at, l.order_id,
      coalesce(o.amount_cents <= (select sum(r.amount_cents) from order_refund r
        where r.order_id = o.id and r.undone_at is null), false) as refunded
    from statement_edition e
    join ledger_entry d on d.statement_id = e.statement_id and d.kind = 'debit'
    join credit_lot l on l.id = d.lot_id
    left join purchase_order o on o.id = l.order_id
    where e.reference = ${reference}`,
  );
  return row;
}

export async function isReturned(db: Db, target: string): Promise<boolean> {
  const rows = await all(db, sql`select from support_action where command = 'credit refund' and target = ${target}`);
  return rows.length > 0;
}
