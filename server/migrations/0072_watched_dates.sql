-- When a promesse, an acte or a lease is planned, and when it was signed. A day of Paris.
create table statement_watch (
  statement_id bigint primary key references statement on delete cascade,
  promesse_on date,
  acte_on date,
  lease_on date,
  signed_on date,
  -- renew on the first day on which it is possible
  renew_then boolean not null default false,
  renew_tried_at timestamptz,
  changed_at timestamptz not null
);
create index statement_watch_promesse on statement_watch (promesse_on) where promesse_on is not null;
create index statement_watch_acte on statement_watch (acte_on) where acte_on is not null;
create index statement_watch_lease on statement_watch (lease_on) where lease_on is not null;
create index statement_watch_renew on statement_watch (statement_id) where renew_then;
create table sandbox.statement_watch (like public.statement_watch including all);
alter table sandbox.statement_watch add foreign key (statement_id) references sandbox.statement on delete cascade;
