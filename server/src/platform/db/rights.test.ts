import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { adminQuery, SERVICE } from '#test/database.ts';
import { migrate } from '#wiring/migrate.ts';

/** All other tests run with these rights too: an application uses the service's login. */
const app = sharedApp();
let owner: TestAccount;
let service: Client;
beforeAll(async () => {
  owner = await createAccount(app, 3);
  service = new Client({ connectionString: app.database.serviceUrl });
  await service.connect();
});
afterAll(async () => {
  await service.end();
});

const INSUFFICIENT_PRIVILEGE = '42501';

it.each([
  // Ledger.
  'update ledger_entry set credits = 100',
  'delete from ledger_entry',
  'truncate ledger_entry',
  'update credit_lot set expires_at = null',
  'delete from credit_lot',
  'update invoice set amount_cents = 1',
  'delete from invoice',
  'update invoice_series set series = series',
  'update purchase_order set credits = 100',
  'update order_refund set amount_cents = 1',
  'update statement_edition set facts = facts',
  'delete from statement_edition',
  'update statement set account_id = 1',
  'delete from statement',
  'update handover_receipt set name = name',
  'update statement_answer set value = value',
  'update answer_request set questions = questions',
  'update security_event set account_id = null',
  'delete from support_action',
  'update signing_key set key = key',
  'delete from signing_key',
  'truncate account cascade',
  // The schema.
  'create table mine ()',
  'create schema mine',
  'create table pgboss.mine ()',
  'alter table account add column mine text',
  'alter table ledger_entry disable trigger all',
  'drop table rate_limit',
  'drop index account_email',
  "create function mine() returns int language sql as 'select 1'",
  "insert into migration (name) values ('0001')",
  'truncate pgboss.job',
  'alter role service createrole',
  `set session_replication_role = 'replica'`,
  'select pg_read_file($$/etc/passwd$$)',
])('%s → refused to the service', async (statement) => {
  await expect(service.query(statement)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
});

it('every table can be read; one without rights cannot be written', async () => {
  const { rows } = await service.query<{ name: string; read: boolean; written: boolean }>(`
    select c.relname as name, has_table_privilege(c.oid, 'select') as read,
      has_table_privilege(c.oid, 'insert') or has_any_column_privilege(c.oid, 'insert') as written
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  expect(rows.filter(({ read }) => !read)).toEqual([]);
  expect(rows.filter(({ written }) => !written).map(({ name }) => name)).toEqual(['migration']);
});

it('the ledger of an account is deleted with it, and in no other way', async () => {
  expect((await service.query('select * from ledger_entry where account_id = $1', [owner.id])).rowCount).toBe(1);
  await service.query('delete from account where id = $1', [owner.id]);
  expect((await service.query('select * from ledger_entry where account_id = $1', [owner.id])).rowCount).toBe(0);
});

it('an owner without CREATEROLE, where the role exists already → the same rights', async () => {
  const admin = inject('postgresUrl');
  await adminQuery(admin, "create role plain login password 'plain'");
  await adminQuery(admin, 'create database plain owner plain');
  const plain = (name: string): string => admin.replace(/\/\/.*@(.*)\/postgres$/, `//${name}:${name}@$1/plain`);
  await migrate(plain('plain'));
  await adminQuery(plain(SERVICE.name), 'delete from account');
  await expect(adminQuery(plain(SERVICE.name), 'delete from ledger_entry')).rejects.toThrow('permission denied');
  await adminQuery(admin, 'drop database plain');
  await adminQuery(admin, 'drop role plain');
});
