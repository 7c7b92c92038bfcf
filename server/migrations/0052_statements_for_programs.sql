-- What a program lists: its requests that failed too, for as long as their drafts are kept, and its own labels.
alter table statement add column by_program boolean not null default false;
-- the problem (RFC 9457) that ended the last attempt
alter table statement add column failure jsonb;
alter table sandbox.statement add column by_program boolean not null default false;
alter table sandbox.statement add column failure jsonb;

-- Each label of a statement, by the sha-256 of « key=value »: a list by label reads its own rows only, newest first.
create table statement_label (
  account_id bigint not null,
  digest bytea not null,
  statement_id bigint not null references statement on delete cascade,
  primary key (account_id, digest, statement_id)
);
create index statement_label_statement on statement_label (statement_id);
create table sandbox.statement_label (like public.statement_label including all);
alter table sandbox.statement_label add foreign key (statement_id) references sandbox.statement on delete cascade;
