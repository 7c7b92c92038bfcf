-- An example that a receiver asked for: what it names does not exist.
alter table api_event add column is_sample boolean not null default false;
alter table sandbox.api_event add column is_sample boolean not null default false;
