-- Pending files: a file is stored before the row that refers to it. Its key is here meanwhile, and that row's
-- transaction deletes it. What remains was left by a process that died, or lost the database, in between.
create table unnamed_file (
  key text primary key,
  announced_at timestamptz not null
);
create index unnamed_file_age on unnamed_file (announced_at);
