-- When a generation began to tell its steps: a renewal has those of a statement that is months old.
alter table generation_step add column told_at timestamptz not null default now();
