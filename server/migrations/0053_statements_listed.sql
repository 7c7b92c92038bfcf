-- outside a transaction
-- The filters of a program's list are read in this index alone.
drop index concurrently if exists statement_listed;
create index concurrently statement_listed on statement (account_id, id desc)
  include (status, by_program, created_at, issued_at, renewed_at, code_parcelle)
  where status = 'issued' or by_program;
drop index concurrently if exists statement_parcels;
create index concurrently statement_parcels on statement using gin ((coalesce(parcelles, array[code_parcelle])))
  where status = 'issued' or by_program;
drop index concurrently if exists sandbox.statement_listed;
create index concurrently statement_listed on sandbox.statement (account_id, id desc)
  include (status, by_program, created_at, issued_at, renewed_at, code_parcelle)
  where status = 'issued' or by_program;
drop index concurrently if exists sandbox.statement_parcels;
create index concurrently statement_parcels on sandbox.statement using gin ((coalesce(parcelles, array[code_parcelle])))
  where status = 'issued' or by_program;
-- Labels given before there was a row for each.
insert into statement_label (account_id, digest, statement_id)
  select s.account_id, sha256(convert_to(l.key || '=' || l.value, 'utf8')), s.id
  from statement s cross join lateral jsonb_each_text(s.metadata) l where s.metadata is not null
  on conflict do nothing;
insert into sandbox.statement_label (account_id, digest, statement_id)
  select s.account_id, sha256(convert_to(l.key || '=' || l.value, 'utf8')), s.id
  from sandbox.statement s cross join lateral jsonb_each_text(s.metadata) l where s.metadata is not null
  on conflict do nothing;
