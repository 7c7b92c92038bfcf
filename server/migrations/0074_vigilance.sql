-- What was checked and issued, line by line, each with the hash of all that precedes it (`docs/verification.md`). Lines
-- wait here for their rank, so that no issue waits for another.
create table vigilance_waiting (
  id bigint generated always as identity primary key,
  content text not null
);
create table vigilance_entry (
  rank bigint primary key,
  -- of Paris
  day date not null,
  content text not null,
  hash text not null
);
create index vigilance_entry_day on vigilance_entry (day, rank);
-- by the reference that a line is about
create index vigilance_entry_subject on vigilance_entry (split_part(content, ' ', 2));
-- The root of the lines of a day that has ended.
create table vigilance_root (
  day date primary key,
  first_rank bigint not null,
  last_rank bigint not null,
  root text not null
);

create function vigilance_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the log of checks and editions is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger vigilance_entry_kept before update or delete on vigilance_entry
  for each row execute function vigilance_is_kept();
create trigger vigilance_entry_not_emptied before truncate on vigilance_entry
  for each statement execute function vigilance_is_kept();
create trigger vigilance_root_kept before update or delete on vigilance_root
  for each row execute function vigilance_is_kept();
create trigger vigilance_root_not_emptied before truncate on vigilance_root
  for each statement execute function vigilance_is_kept();

-- Whatever version of the program issues it.
create function edition_is_logged() returns trigger language plpgsql as $$
begin
  insert into vigilance_waiting (content) values (format('edition %s sha256:%s %s', new.reference, new.file_sha256,
    to_char(new.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  return null;
end $$;
create trigger edition_logged after insert on statement_edition
  for each row execute function edition_is_logged();
