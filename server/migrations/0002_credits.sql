-- A credit lot (« formule »): credits bought together, with one expiry.
create table credit_lot (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  product_code text not null,
  label text not null,
  purchased_at timestamptz not null default now(),
  -- null: no expiry
  expires_at timestamptz
);
create index credit_lot_account on credit_lot (account_id);

-- Append-only ledger: a lot's remaining credits are the sum of its entries.
create table ledger_entry (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  lot_id bigint not null references credit_lot,
  kind text not null check (kind in ('purchase', 'debit', 'expiry', 'refund')),
  credits integer not null check (credits <> 0),
  -- the statement paid by a debit
  statement_id bigint,
  created_at timestamptz not null default now(),
  check ((kind = 'debit') = (statement_id is not null)),
  check ((kind = 'purchase') = (credits > 0))
);
create index ledger_entry_lot on ledger_entry (lot_id) include (credits);
create index ledger_entry_account on ledger_entry (account_id);
-- At most one debit per statement.
create unique index ledger_entry_statement on ledger_entry (statement_id) where kind = 'debit';

create function ledger_is_kept() returns trigger language plpgsql as $$
begin
  if exists (select from account where id = old.account_id) then
    raise exception 'the ledger is append-only' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_entry_append_only before update on ledger_entry
  for each row execute function ledger_is_append_only();
-- Entries are deleted only with their account.
create trigger ledger_entry_kept before delete on ledger_entry
  for each row execute function ledger_is_kept();

-- Writers hold the account's row lock (`debitCredit`), so that no concurrent write changes this sum.
create function ledger_stays_positive() returns trigger language plpgsql as $$
begin
  if (select sum(credits) from ledger_entry where lot_id = new.lot_id) < 0 then
    raise exception 'lot % would be negative', new.lot_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_positive after insert on ledger_entry
  for each row execute function ledger_stays_positive();
