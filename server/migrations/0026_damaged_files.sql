-- Files whose bytes differ from their recorded hash. An alert counts these rows; a job restores the file from a copy or
-- reprints it.
create table damaged_file (
  key text primary key,
  -- SHA-256 found instead, or why the file cannot be read
  found text not null,
  found_at timestamptz not null,
  restored_at timestamptz
);

-- Cursor of the nightly verification of all files: one row.
create table scrub (
  id boolean primary key default true check (id),
  -- kind of row and last id done; '' at the start
  kind text not null,
  after text not null,
  pass_began_at timestamptz not null,
  pass_ended_at timestamptz,
  last_run_at timestamptz
);
insert into scrub (kind, after, pass_began_at) values ('statement_edition', '0', now());

-- SHA-256 of the print inputs and of the suppliers' answers; null for older editions.
alter table statement_edition add column inputs_sha256 text, add column answers_sha256 text;
