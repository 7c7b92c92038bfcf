-- A statement is issued once, then renewed once: each issue is an edition with its document, reference and dates. The
-- narrow `statement` row has what lists show; `issued_at` and `renewed_at` repeat the dates of its editions and change
-- with them.
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
  -- all the printer's input, to print the same bytes again
  inputs_key text,
  -- sentences: changes since the replaced edition
  changes text[] not null default '{}',
  -- signed line of the verification page, and its Ed25519 signature
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
  -- commune's name from the cadastre, set at issue
  add column commune_nom text,
  -- the owner marked the sale or lease as signed: no more reminders
  add column closed_at timestamptz,
  add check ((status = 'issued') = (issued_at is not null)),
  add check (renewed_at is null or issued_at is not null);
-- « Mes états des risques », newest first, in windows.
create index statement_issued on statement (account_id, id desc) where status = 'issued';

-- Expiry reminders already sent, each once.
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
  -- part of the calendar's secret URL: a new number makes a new URL
  add column calendar_number integer not null default 1;

-- The wizard's draft, one per account, so that another device can resume it.
create table statement_draft (
  account_id bigint primary key references account on delete cascade,
  content jsonb not null,
  updated_at timestamptz not null
);

create table account_logo (
  account_id bigint primary key references account on delete cascade,
  -- the re-encoded picture: PNG, without metadata
  file_key text not null,
  sha256 text not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamptz not null
);
insert into signing_key
  select 'links', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
