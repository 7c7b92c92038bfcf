-- An order is a price and a quantity fixed by the catalogue when the payment page is opened.
create table purchase_order (
  id uuid primary key default gen_random_uuid(),
  -- null once the account is erased; paid orders are kept for accounting
  account_id bigint references account on delete set null,
  -- buyer's address at the time, for the invoice
  buyer_email text not null,
  product_code text not null check (product_code in ('UN', 'PA1', 'PA2', 'PA5', 'PAS')),
  label text not null,
  credits integer not null check (credits > 0),
  -- null: no expiry
  months smallint check (months between 1 and 12),
  amount_cents integer not null check (amount_cents > 0),
  -- open: on the payment page; pending: a delayed payment is being processed
  status text not null default 'open' check (status in ('open', 'pending', 'paid', 'failed', 'expired')),
  session_id text unique,
  payment_intent_id text unique,
  -- consents of the buyer; null when the client sent none
  consent_version text,
  consented_at timestamptz,
  consent_ip text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  check ((status = 'paid') = (paid_at is not null)),
  check ((consent_version is null) = (consented_at is null))
);
create index purchase_order_account on purchase_order (account_id, created_at);
create index purchase_order_unsettled on purchase_order (created_at) where status in ('open', 'pending');

-- Last consent of an account, used by its next order within the hour.
create table order_consent (
  account_id bigint primary key references account on delete cascade,
  version text not null,
  ip text,
  consented_at timestamptz not null
);

alter table credit_lot add column order_id uuid unique references purchase_order;

-- Credits taken by a refund, restored when a dispute is won.
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add check (kind in ('purchase', 'debit', 'expiry', 'refund', 'restore'));
alter table ledger_entry drop constraint ledger_entry_check1;
alter table ledger_entry add check ((kind in ('purchase', 'restore')) = (credits > 0));

-- Refunds and disputes of the payment provider, one row each.
create table order_refund (
  id text primary key,
  order_id uuid not null references purchase_order,
  kind text not null check (kind in ('refund', 'dispute', 'withdrawal')),
  amount_cents integer not null check (amount_cents > 0),
  credits_taken integer not null check (credits_taken >= 0),
  created_at timestamptz not null,
  -- set when a dispute is won or a refund fails: the credits were restored
  undone_at timestamptz
);
create index order_refund_order on order_refund (order_id);

-- Gap-free numbers: the transaction that takes a number locks the row.
create table invoice_series (
  series text primary key,
  last_number integer not null
);

-- Kept ten years (L123-22 du code de commerce), even after the account is erased.
create table invoice (
  id uuid primary key default gen_random_uuid(),
  account_id bigint references account on delete set null,
  order_id uuid not null references purchase_order,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number text not null unique,
  -- the refund that a credit note corrects
  refund_id text unique references order_refund,
  issued_at timestamptz not null,
  label text not null,
  -- with VAT (TTC); negative for a credit note
  amount_cents integer not null,
  -- everything printed on it: the same bytes can be printed again
  document jsonb not null,
  file_key text,
  file_sha256 text,
  check ((kind = 'credit_note') = (refund_id is not null))
);
create unique index invoice_one_an_order on invoice (order_id) where kind = 'invoice';
create index invoice_account on invoice (account_id, issued_at);

create function invoice_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice is never deleted nor renumbered' using errcode = 'integrity_constraint_violation';
end $$;
create trigger invoice_kept before delete on invoice for each row execute function invoice_is_kept();
create trigger invoice_unchanged before update of number, kind, order_id, refund_id, issued_at, label, amount_cents, document
  on invoice for each row execute function invoice_is_kept();

-- Payment events already processed: a duplicate does nothing.
create table payment_event (
  id text primary key,
  kind text not null,
  received_at timestamptz not null default now()
);
create index payment_event_age on payment_event (received_at);

-- Notices already mailed, each once: low balance of an account, coming expiry of a lot.
create table credit_notice (
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('low_balance', 'expiring')),
  -- the lot, or the last purchase for a low balance
  subject bigint not null,
  sent_at timestamptz not null,
  primary key (account_id, kind, subject)
);
alter table account add column notices_stopped_at timestamptz;
alter table account add column siren text check (siren ~ '^\d{9}$');

-- Signs short-lived download URLs; shared by all processes, created with the database.
create table signing_key (
  name text primary key,
  key bytea not null
);
insert into signing_key
  select 'downloads', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
