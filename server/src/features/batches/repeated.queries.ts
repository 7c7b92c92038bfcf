import { sql, type RawBuilder } from 'kysely';
import { currentEdition } from '#platform/db/current-edition.ts';
import type { Db } from '#platform/db/db.ts';

type Asked = { batchId: number; accountId: number; today: string };

/** A name whatever its case; « - » is none. */
const named = (name: RawBuilder<unknown>): RawBuilder<string> => sql`coalesce(nullif(lower(trim(${name})), '-'), '')`;

/**
 * Leaves out the ready rows whose document the account has already, still valid on that day (same parcels, transaction
 * and names, and no other reference of its owner), then those that ask for the same as an earlier row. Rows that their
 * owner keeps stay. Call it with the batch locked.
 */
export async function leaveOutRepeated(db: Db, { batchId, accountId, today }: Asked): Promise<void> {
  await sql`
    with valid as materialized (
      select s.id, s.transaction, s.owner, s.recipient, s.own_reference, s.codes, e.expires_on, e.reference
      from (
        select id, case type_de_transaction when 'Vente' then 'sale' else 'lease' end as transaction,
          ${named(sql`vendeur_nom`)} as owner, ${named(sql`acheteur_nom`)} as recipient,
          metadata->>'reference' as own_reference, coalesce(parcelles, array[code_parcelle]) as codes
        from statement where account_id = ${accountId} and status = 'issued'
      ) s
      join statement_edition e on e.statement_id = s.id
        and e.edition = ${currentEdition('s.id')} and e.expires_on >= ${today}
    )
    update batch_row r
    set state = 'cancelled', revision = revision + 1, problem = jsonb_build_object(
      'code', 'already_issued', 'candidates', '[]'::jsonb,
      'detail', 'Déjà émis, valable jusqu’au ' || to_char(v.expires_on::date, 'DD/MM/YYYY') || ' (' || v.reference || ').')
    from valid v
    where r.batch_id = ${batchId} and r.state = 'ready' and not r.kept
      and v.transaction = r.request->>'transaction'
      and v.owner = ${named(sql`r.request->'parties'->>'owner'`)}
      and v.recipient = ${named(sql`r.request->'parties'->>'recipient'`)}
      and coalesce(v.own_reference, '') in ('', coalesce(r.request->'metadata'->>'reference', v.own_reference, ''))
      and v.codes @> array(select jsonb_array_elements_text(r.property->'codes'))
      and v.codes <@ array(select jsonb_array_elements_text(r.property->'codes'))`.execute(db);
  await sql`
    with first as (
      select likeness, min(position) as position from batch_row
      where batch_id = ${batchId} and state in ('ready', 'issued') and likeness is not null
      group by likeness having count(*) > 1
    )
    update batch_row r
    set state = 'cancelled', revision = revision + 1, problem = jsonb_build_object(
      'code', 'repeated_row', 'candidates', '[]'::jsonb, 'detail', 'Identique à la ligne ' || first.position || '.')
    from first
    where r.batch_id = ${batchId} and r.state = 'ready' and not r.kept
      and r.likeness = first.likeness and r.position > first.position`.execute(db);
}
