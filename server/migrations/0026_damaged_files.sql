-- A file whose bytes are no longer those that its row says. The gauge that pages an operator counts these rows; a job restores
-- the file from a copy, or prints it again.
create table damaged_file (
  key text primary key,
  -- SHA-256 of what was found instead, or why it cannot be read
  found text not null,
  found_at timestamptz not null,
  restored_at timestamptz
);

-- Where the nightly verification of all files goes on: one row.
create table scrub (
  id boolean primary key default true check (id),
  -- kind of row and the last id done; '' before the first
  kind text not null,
  after text not null,
  pass_began_at timestamptz not null,
  pass_ended_at timestamptz,
  last_run_at timestamptz
);
insert into scrub (kind, after, pass_began_at) values ('statement_edition', '0', now());

-- Of what was printed from and of the suppliers' answers; null for editions issued before.
alter table statement_edition add column inputs_sha256 text, add column answers_sha256 text;
