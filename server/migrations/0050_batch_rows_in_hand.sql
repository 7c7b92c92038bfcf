-- Rows that their owner edits, leaves out, takes back or gives up, before, during and after the run.
alter table batch
  -- leave out what is issued already, or twice in the file
  add column leaves_out boolean not null default false,
  -- its owner is told by mail when it ends
  add column tells_end boolean not null default false,
  add column choices_told_at timestamptz;
alter table batch_row
  -- as written, of a row that says no property
  add column input jsonb,
  -- of the owner's changes: work begun before one of them counts for nothing
  add column revision int not null default 0,
  -- of the first of the attempts that a source did not answer
  add column waiting_since timestamptz,
  -- the same for two rows that ask for the same document
  add column likeness text,
  -- issue it all the same
  add column kept boolean not null default false;

alter table sandbox.batch
  add column leaves_out boolean not null default false,
  add column tells_end boolean not null default false,
  add column choices_told_at timestamptz;
alter table sandbox.batch_row
  add column input jsonb,
  add column revision int not null default 0,
  add column waiting_since timestamptz,
  add column likeness text,
  add column kept boolean not null default false;
