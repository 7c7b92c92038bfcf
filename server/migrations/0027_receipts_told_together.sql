-- When the owner was notified of the receipt; null: pending, to be sent with others. Older rows count as notified.
alter table handover_receipt add column notified_at timestamptz default now();

-- The service's role cannot delete statements. This function deletes drafts only, of one account or of all, except
-- those whose generation began since `made_before`.
create function forget_drafts(made_before timestamptz, owner bigint, most int) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from statement where status = 'draft' and id in (
    select id from statement
    where status = 'draft' and created_at < made_before and (owner is null or account_id = owner)
      and not exists (select from generation_step where statement_id = statement.id and told_at >= made_before)
    limit most for update skip locked)
$$;
revoke all on function forget_drafts from public;
