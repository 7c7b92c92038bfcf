-- outside a transaction
-- Each filter of a program's list finds its rows in an index, or reads the first one alone.
drop index concurrently if exists statement_listed;
create index concurrently statement_listed on statement (account_id, id desc)
  include (status, by_program, created_at, issued_at, renewed_at, code_parcelle)
  where status = 'issued' or by_program;
drop index concurrently if exists statement_parcels;
create index concurrently statement_parcels on statement using gin ((coalesce(parcelles, array[code_parcelle])))
  where status = 'issued' or by_program;
drop index concurrently if exists statement_communes;
create index concurrently statement_communes on statement (account_id, right(code_parcelle, 5), id desc)
  where status = 'issued' or by_program;
drop index concurrently if exists statement_created;
create index concurrently statement_created on statement (account_id, created_at)
  where status = 'issued' or by_program;
drop index concurrently if exists statement_valid;
create index concurrently statement_valid on statement (account_id, coalesce(renewed_at, issued_at))
  where status = 'issued';
-- Without these the planner takes a third of the rows for valid too briefly, and one in 200 for in the commune.
drop statistics if exists statement_valid_since, statement_commune_of;
create statistics statement_valid_since on coalesce(renewed_at, issued_at) from statement;
create statistics statement_commune_of on (right(code_parcelle, 5)) from statement;
analyze statement;
drop index concurrently if exists sandbox.statement_listed;
create index concurrently statement_listed on sandbox.statement (account_id, id desc)
  include (status, by_program, created_at, issued_at, renewed_at, code_parcelle)
  where status = 'issued' or by_program;
drop index concurrently if exists sandbox.statement_parcels;
create index concurrently statement_parcels on sandbox.statement using gin ((coalesce(parcelles, array[code_parcelle])))
  where status = 'issued' or by_program;
drop index concurrently if exists sandbox.statement_communes;
create index concurrently statement_communes on sandbox.statement (account_id, right(code_parcelle, 5), id desc)
  where status = 'issued' or by_program;
drop index concurrently if exists sandbox.statement_created;
create index concurrently statement_created on sandbox.statement (account_id, created_at)
  where status = 'issued' or by_program;
drop index concurrently if exists sandbox.statement_valid;
create index concurrently statement_valid on sandbox.statement (account_id, coalesce(renewed_at, issued_at))
  where status = 'issued';
drop statistics if exists sandbox.statement_valid_since, sandbox.statement_commune_of;
create statistics sandbox.statement_valid_since on coalesce(renewed_at, issued_at) from sandbox.statement;
create statistics sandbox.statement_commune_of on (right(code_parcelle, 5)) from sandbox.statement;
analyze sandbox.statement;
-- Labels given before there was a row for each.
insert into statement_label (account_id, digest, statement_id)
  select s.account_id, sha256(convert_to(l.key || '=' || l.value, 'utf8')), s.id
  from statement s cross join lateral jsonb_each_text(s.metadata) l where s.metadata is not null
  on conflict do nothing;
insert into sandbox.statement_label (account_id, digest, statement_id)
  select s.account_id, sha256(convert_to(l.key || '=' || l.value, 'utf8')), s.id
  from sandbox.statement s cross join lateral jsonb_each_text(s.metadata) l where s.metadata is not null
  on conflict do nothing;
