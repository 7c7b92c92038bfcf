-- Accepted answers to the open questions of a statement: each is kept, the last one of a question counts. A json null
-- takes it back.
create table statement_answer (
  statement_id bigint not null references statement on delete cascade,
  version integer not null,
  question text not null,
  value jsonb not null,
  -- in words, as printed
  declared_by text not null,
  declared_at timestamptz not null,
  -- the link that it came by; null for the account's own
  request_id uuid,
  primary key (statement_id, version, question)
);
create table sandbox.statement_answer (like public.statement_answer including all);
alter table sandbox.statement_answer add foreign key (statement_id) references sandbox.statement on delete cascade;

-- A link by which somebody without an account answers, once: what they certified stays as evidence, whatever its owner
-- decides.
create table answer_request (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account on delete cascade,
  statement_id bigint not null,
  -- the version that was asked about
  edition smallint not null,
  label text not null,
  email text,
  questions text[] not null,
  created_at timestamptz not null,
  -- last day, in Paris
  expires_on date not null,
  revoked_at timestamptz,
  reminded_at timestamptz,
  openings integer not null default 0,
  -- grows with each saved answer
  version integer not null default 0,
  -- by question; no longer changed once certified
  answers jsonb not null default '{}',
  certified_at timestamptz,
  respondent_name text,
  respondent_email text,
  decided_at timestamptz,
  accepted boolean,
  foreign key (statement_id, edition) references statement_edition on delete cascade,
  check ((certified_at is null) = (respondent_name is null)),
  check ((decided_at is null) = (accepted is null))
);
create index answer_request_statement on answer_request (statement_id);
create index answer_request_account on answer_request (account_id);
create index answer_request_reminder on answer_request (created_at)
  where email is not null and reminded_at is null and certified_at is null and revoked_at is null;
create table sandbox.answer_request (like public.answer_request including all);
alter table sandbox.answer_request
  add foreign key (account_id) references public.account on delete cascade,
  add foreign key (statement_id, edition) references sandbox.statement_edition on delete cascade;
