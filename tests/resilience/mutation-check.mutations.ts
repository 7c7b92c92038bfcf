import { copyFileSync, globSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stores } from './invariants.types.ts';

/**
 * A mutation: something lost, doubled or changed behind the product's back; `rule` is part of the name of the check
 * that must fail, null: none.
 */
export type Mutation = { name: string; rule: RegExp | null; commit: (stores: Stores) => Promise<() => void> };

const nothing = (): void => undefined;

/** In a copy of the database, after disabling its own guards. */
const sql = (name: string, rule: RegExp | null, text: string): Mutation => ({
  name,
  rule,
  commit: async ({ pool }) => {
    await pool.query(`set session_replication_role = replica; ${text}`);
    return nothing;
  },
});

/** Changes one file of the store, and restores it. */
const file = (
  name: string,
  rule: RegExp,
  { kind, harm }: { kind: string; harm: (path: string) => void },
): Mutation => ({
  name,
  rule,
  commit: async ({ storeDir }) => {
    const [found] = globSync(`*/${kind}._S3rver_object`, { cwd: storeDir });
    if (found === undefined) throw new Error(`no file of ${kind}`);
    const path = join(storeDir, found);
    const kept = `${path}.kept`;
    copyFileSync(path, kept);
    harm(path);
    return () => renameSync(kept, path);
  },
});

const remove = (path: string): void => renameSync(path, `${path}.away`);
const spoil = (path: string): void => writeFileSync(path, 'other bytes');

const SAME_ENTRY = (kind: string): string => `insert into ledger_entry (account_id, lot_id, kind, credits, statement_id)
  select account_id, lot_id, kind, credits, statement_id from ledger_entry where kind = '${kind}' limit 1`;
const SAME_MAIL = (kind: string): string => `insert into outgoing_mail (kind, recipient, account_id, params, dropped_at)
  select kind, recipient, account_id, params, now() from outgoing_mail where kind = '${kind}' limit 1`;
const ONE = (table: string, where = 'true'): string => `(select id from ${table} where ${where} order by id limit 1)`;

export const MUTATIONS: Mutation[] = [
  sql('a purchase credited twice', /one lot, of its credits/, SAME_ENTRY('purchase')),
  sql('a purchase never credited', /one lot, of its credits/, `delete from ledger_entry where kind = 'purchase'`),
  sql('an order credited in two lots', /payment provider/, `
    alter table credit_lot drop constraint credit_lot_order_id_key;
    with lot as (
      insert into credit_lot (account_id, product_code, label, order_id)
        select account_id, product_code, label, order_id from credit_lot where order_id is not null limit 1 returning *
    )
    insert into ledger_entry (account_id, lot_id, kind, credits)
      select lot.account_id, lot.id, 'purchase', o.credits from lot join purchase_order o on o.id = lot.order_id`),
  sql('a statement paid twice', /statement is paid once/, `drop index ledger_entry_statement; ${SAME_ENTRY('debit')}`),
  sql('a statement issued for nothing', /statement is paid once/, `delete from ledger_entry where kind = 'debit'`),
  sql('a statement that costs two credits', /debit is one credit/, `update ledger_entry set credits = -2 where kind = 'debit'`),
  sql('more spent than bought', /no lot below zero/, `update ledger_entry set credits = 1 where kind = 'purchase'`),
  sql('an entry of another’s lot', /lot’s account/, `update ledger_entry set account_id = account_id + 1000 where kind = 'purchase'`),
  sql('credits taken back and kept', /taken back is in the ledger/, `delete from ledger_entry where kind = 'refund'`),
  sql('an invoice lost', /one invoice, for its price/, `delete from invoice where id = ${ONE('invoice', `kind = 'invoice'`)}`),
  sql('an invoice of another price', /one invoice, for its price/, `update invoice set amount_cents = amount_cents + 1 where kind = 'invoice'`),
  sql('a number left out', /numbers follow one another/, `update invoice_series set last_number = last_number + 1`),
  sql('an invoice of another day', /days and years/, `update invoice set issued_at = issued_at - interval '2 years' where id = ${ONE('invoice')}`),
  sql('a credit note lost', /credit notes are for what was refunded/, `delete from invoice where kind = 'credit_note'`),
  sql('an order paid here alone', /payment provider/, `update purchase_order set session_id = 'cs_none' where id = ${ONE('purchase_order', `status = 'paid'`)}`),
  sql('an order paid at the provider’s alone', /payment provider/, `update purchase_order set status = 'open', paid_at = null where id = ${ONE('purchase_order', `status = 'paid'`)}`),
  sql('an edition lost', /has its editions/, `delete from statement_edition where edition = 1`),
  sql('a statement lost', /each confirmation is true/, `delete from statement`),
  sql('an account lost', /each confirmation is true/, `delete from account`),
  sql('a withdrawal never refunded', /each confirmation is true/, `update order_refund set paid_back_at = null`),
  sql('two rows for one file', /has its files/, `
    alter table statement_edition disable trigger all;
    update statement_edition set file_key = (select min(file_key) from statement_edition)`),
  sql('a mail marked as sent that never left', /each mail left once/, `insert into outgoing_mail (kind, recipient, sent_at) values ('low-balance', 'a@exemple.fr', now())`),
  sql('a mail that went to another address', /each mail left once/, `update outgoing_mail set recipient = 'b@exemple.fr' where kind = 'activation'`),
  sql('an order confirmed twice', /each mail left once/, SAME_MAIL('order-confirmed')),
  sql('an order never confirmed', /each mail left once/, `delete from outgoing_mail where kind = 'order-confirmed'`),
  sql('a withdrawal acknowledged twice', /each mail left once/, SAME_MAIL('withdrawal-received')),
  sql('a withdrawal never acknowledged', /each mail left once/, `delete from outgoing_mail where kind = 'withdrawal-received'`),
  sql('an erasure mailed twice', /each mail left once/, SAME_MAIL('account-deleted')),
  sql('an erasure never mailed', /each confirmation is true/, `delete from outgoing_mail where kind = 'account-deleted'`),
  sql('an activation never sent', /each mail left once/, `delete from outgoing_mail where kind = 'activation'`),
  sql('a job given up', /no job is given up/, `insert into pgboss.job (name, data) values ('dead-letters', '{}')`),
  sql('a job that never ends', /no job is given up/, `insert into pgboss.job (name, data, state, started_on) values ('invoices.print', '{}', 'active', now() - interval '1 day')`),
  file('a document lost', /has its files/, { kind: 'statements/**/*.pdf', harm: remove }),
  file('a document changed', /has its files/, { kind: 'statements/**/*.pdf', harm: spoil }),
  file('the facts behind a document lost', /has its files/, { kind: 'statements/**/*.inputs.gz', harm: remove }),
  file('the answers of suppliers changed', /has its files/, { kind: 'statements/**/*.answers.jsonl.gz', harm: spoil }),
  file('an invoice’s file changed', /has its files/, { kind: 'invoices/**/*.pdf', harm: spoil }),
  sql('nothing, in a copy too, and all files put back', null, 'select 1'),
  file('a file that nothing names', /each file has a name/, { kind: 'invoices/**/*.pdf', harm: (path) => copyFileSync(path, path.replace('.pdf', '-2.pdf')) }),
]; // prettier-ignore
