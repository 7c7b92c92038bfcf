-- Start of the generation that the steps belong to: a renewal reuses the rows of a statement months old.
alter table generation_step add column told_at timestamptz not null default now();
