import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

const RIGHTS = readFileSync(join(import.meta.dirname, '../../../rights.sql'), 'utf8');
/** Roles belong to the cluster: the migration of another database may make it at the same instant. */
const MAKE_ROLE = `
  do $$ begin
    if to_regrole('clairisque_app') is null and (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) then
      create role clairisque_app nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`;

/**
 * Gives `clairisque_app` the rights of `rights.sql`. An owner without the right to create roles, in a cluster without
 * this one, serves under its own role (deploy/README.md).
 */
export async function grantRights(client: Client): Promise<void> {
  await client.query(MAKE_ROLE);
  const { rows } = await client.query<{ made: boolean }>(`select to_regrole('clairisque_app') is not null as made`);
  // One query of several statements is one transaction: no running process loses a right in between.
  if (rows[0]?.made === true) await client.query(RIGHTS);
}
