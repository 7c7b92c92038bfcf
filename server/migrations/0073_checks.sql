-- Each asks the sources again about an issued statement. `outcome` is null while it waits, runs, or will ask again what
-- it did not obtain.
create table statement_check (
  id bigint generated always as identity primary key,
  statement_id bigint not null references statement on delete cascade,
  -- the edition that it compares with the sources; changes when the statement is completed or renewed meanwhile
  edition smallint not null,
  origin text not null check (origin in ('date', 'activation', 'owner', 'visitor', 'key')),
  -- what asked for it, once: « acte:2027-03-12:2 »
  subject text not null,
  asked_at timestamptz not null,
  next_at timestamptz,
  -- a worker has it until then; another takes it afterwards
  running_until timestamptz,
  attempts integer not null default 0,
  last_tried_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('unchanged', 'changed', 'incomplete', 'dropped')),
  -- headings without an answer, and why
  missing jsonb,
  sentences text[] not null default '{}',
  -- of the attestation, « ERP-2026-000123-V1 »
  reference text unique,
  file_key text,
  file_sha256 text,
  attestation text,
  signature bytea,
  -- the document that the check speaks of, and the edition that replaces it
  document_reference text,
  document_sha256 text,
  new_reference text,
  told_at timestamptz,
  eve_told_at timestamptz,
  unique (statement_id, subject),
  check ((ended_at is null) = (outcome is null)),
  check (outcome <> 'unchanged' or (reference is not null and file_key is not null))
);
create unique index statement_check_open on statement_check (statement_id) where ended_at is null;
create index statement_check_due on statement_check (next_at) where ended_at is null;
create index statement_check_ended on statement_check (statement_id, ended_at);
create table sandbox.statement_check (like public.statement_check including all);
alter table sandbox.statement_check add foreign key (statement_id) references sandbox.statement on delete cascade;
-- What a check found never changes, only when its owner was told.
create function check_is_kept() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and
    to_jsonb(new) - '{told_at,eve_told_at}'::text[] is distinct from to_jsonb(old) - '{told_at,eve_told_at}'::text[]
  then
    raise exception 'a check that ended is append-only' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger statement_check_kept before update on statement_check
  for each row execute function check_is_kept();
