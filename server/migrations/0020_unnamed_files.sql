-- A file is stored before the row that names it is written. Its key waits here meanwhile, and is struck out by that very transaction:
-- what stays here was left by a process that died, or lost the database, between the two.
create table unnamed_file (
  key text primary key,
  announced_at timestamptz not null
);
create index unnamed_file_age on unnamed_file (announced_at);
