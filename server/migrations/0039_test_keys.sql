-- What a program gives with a statement (API v3): labels that are never printed, and whether the account's logo is.
alter table statement add column metadata jsonb;
alter table statement add column without_logo boolean not null default false;

-- Test keys of API v3 (decision 0095) read and write the tables of this schema in place of those of the same name in
-- `public`, by their connections' search path: no query of the product can mix both. Accounts, keys and logos are
-- shared. A test compares the columns: a migration of such a table changes both.
create schema sandbox;

create table sandbox.statement (like public.statement including all);
alter table sandbox.statement add foreign key (account_id) references public.account on delete cascade;
create table sandbox.generation_step (like public.generation_step including all);
alter table sandbox.generation_step add foreign key (statement_id) references sandbox.statement on delete cascade;
create table sandbox.statement_edition (like public.statement_edition including all);
alter table sandbox.statement_edition add foreign key (statement_id) references sandbox.statement on delete cascade;
create table sandbox.statement_draft (like public.statement_draft including all);
alter table sandbox.statement_draft add foreign key (account_id) references public.account on delete cascade;

create table sandbox.credit_lot (like public.credit_lot including all);
alter table sandbox.credit_lot add foreign key (account_id) references public.account on delete cascade;
create table sandbox.ledger_entry (like public.ledger_entry including all);
alter table sandbox.ledger_entry
  add foreign key (account_id) references public.account on delete cascade,
  add foreign key (lot_id) references sandbox.credit_lot on delete cascade,
  add foreign key (statement_id) references sandbox.statement on delete cascade;

create table sandbox.handover (like public.handover including all);
alter table sandbox.handover
  add foreign key (account_id) references public.account on delete cascade,
  add foreign key (statement_id, edition) references sandbox.statement_edition on delete cascade;
create table sandbox.handover_opening (like public.handover_opening including all);
alter table sandbox.handover_opening add foreign key (handover_id) references sandbox.handover on delete cascade;
create table sandbox.handover_receipt (like public.handover_receipt including all);
alter table sandbox.handover_receipt add foreign key (handover_id) references sandbox.handover on delete cascade;

create table sandbox.api_request (like public.api_request including all);
alter table sandbox.api_request
  add foreign key (space_id) references public.space on delete cascade,
  add foreign key (statement_id) references sandbox.statement on delete cascade;

create table sandbox.api_event (like public.api_event including all);
alter table sandbox.api_event add foreign key (space_id) references public.space on delete cascade;
-- Empty: the events of tests are listed, and sent nowhere.
create table sandbox.webhook_endpoint (like public.webhook_endpoint including all);
create table sandbox.webhook_delivery (like public.webhook_delivery including all);

-- Answers of simulated sources; failures that must not count against the account's own; keys that sign nothing real.
create table sandbox.supplier_answer (like public.supplier_answer including all);
create table sandbox.rate_limit (like public.rate_limit including all);
create table sandbox.signing_key (like public.signing_key including all);
insert into sandbox.signing_key
  select 'links', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
