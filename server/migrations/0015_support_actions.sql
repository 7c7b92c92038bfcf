-- Acts and reads of the support console. Names only the operator, and outlives the account (no foreign key).
create table support_action (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operator text not null check (operator <> ''),
  -- as typed: `credit refund`, `mail resend`, `find`
  command text not null,
  -- empty for a read; the account's owner finds it in the export
  reason text not null,
  account_id bigint,
  -- target: a statement's reference, an order, a mail
  target text not null,
  -- numbers and states
  before jsonb not null,
  after jsonb not null
);
create index support_action_account on support_action (account_id, id);
-- A statement's credit is refunded at most once.
create unique index support_action_credit on support_action (target) where command = 'credit refund';

create function support_action_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the journal of the support is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger support_action_kept before update or delete on support_action
  for each row execute function support_action_is_kept();
create trigger support_action_not_emptied before truncate on support_action
  for each statement execute function support_action_is_kept();
