-- Batches of test keys (decision 0095): a test compares the columns with those of `public`.
create table sandbox.batch (like public.batch including all);
alter table sandbox.batch add foreign key (space_id) references public.space on delete cascade;
create table sandbox.batch_row (like public.batch_row including all);
alter table sandbox.batch_row
  add foreign key (batch_id) references sandbox.batch on delete cascade,
  add foreign key (statement_id) references sandbox.statement on delete set null;
create table sandbox.credit_reservation (like public.credit_reservation including all);
alter table sandbox.credit_reservation
  add foreign key (batch_id) references sandbox.batch on delete cascade,
  add foreign key (account_id) references public.account on delete cascade;
