-- A statement is issued once, then renewed once: each issue is an edition with its own document, reference and dates. The statement keeps
-- what its list shows, in a narrow row; `issued_at` and `renewed_at` repeat the dates of its two editions and change with them.
create table statement_edition (
  statement_id bigint not null references statement on delete cascade,
  -- 1: the original; 2: its renewal, which replaces it
  edition smallint not null check (edition in (1, 2)),
  reference text not null unique,
  issued_at timestamptz not null,
  -- last day of validity, in Paris
  expires_on date not null,
  specimen boolean not null,
  file_key text not null,
  file_sha256 text not null,
  facts jsonb not null,
  template_version text not null,
  -- all that the printer received, to make the same bytes again
  inputs_key text,
  -- sentences: what changed since the edition that it replaces
  changes text[] not null default '{}',
  -- the signed line of the verification page, and its Ed25519 signature
  attestation text,
  signature bytea,
  primary key (statement_id, edition)
);
create index statement_edition_expiry on statement_edition (expires_on);

insert into statement_edition
  (statement_id, edition, reference, issued_at, expires_on, specimen, file_key, file_sha256, facts, template_version)
  select id, 1, reference, issued_at, expires_on, specimen, file_key, file_sha256, facts, template_version
  from statement where status = 'issued';

alter table statement drop constraint statement_check;
alter table statement
  drop column reference, drop column expires_on, drop column specimen, drop column file_key, drop column file_sha256,
  drop column facts, drop column template_version,
  add column renewed_at timestamptz,
  -- name of the commune as the cadastre gives it, known once issued
  add column commune_nom text,
  -- the owner said that the sale or the lease is signed: no more reminders
  add column closed_at timestamptz,
  add check ((status = 'issued') = (issued_at is not null)),
  add check (renewed_at is null or issued_at is not null);
-- « Mes états des risques », newest first, a window at a time.
create index statement_issued on statement (account_id, id desc) where status = 'issued';

-- Reminders of an expiry: each once.
create table expiry_notice (
  statement_id bigint not null,
  edition smallint not null,
  days_before smallint not null check (days_before in (30, 7, 1)),
  sent_at timestamptz not null,
  primary key (statement_id, edition, days_before),
  foreign key (statement_id, edition) references statement_edition on delete cascade
);
alter table account
  add column reminders_stopped_at timestamptz,
  -- part of the secret address of the calendar: a new number, a new address
  add column calendar_number integer not null default 1;

-- The wizard where it was left, for another machine: one an account.
create table statement_draft (
  account_id bigint primary key references account on delete cascade,
  content jsonb not null,
  updated_at timestamptz not null
);

create table account_logo (
  account_id bigint primary key references account on delete cascade,
  -- what we made of the file that was sent: PNG, without metadata
  file_key text not null,
  sha256 text not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamptz not null
);
insert into signing_key
  select 'links', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
