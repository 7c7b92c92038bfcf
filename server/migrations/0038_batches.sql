-- Many properties at once: checked without a debit, then issued one by one (decision 0094).
create table batch (
  id bigint generated always as identity primary key,
  space_id bigint not null references space on delete cascade,
  -- the file's name, or the caller's own
  name text not null,
  status text not null check (status in ('checking', 'ready', 'running', 'finished', 'cancelled')),
  -- begins by itself once every row is checked
  starts_alone boolean not null,
  created_at timestamptz not null,
  -- when its credits were reserved, and pay
  started_at timestamptz,
  ended_at timestamptz,
  -- why it did not begin by itself
  problem jsonb,
  -- of the request of API v3 that made it, for 24 hours: sha-256 of its body
  idempotency_key text,
  digest bytea
);
create unique index batch_request on batch (space_id, idempotency_key) where idempotency_key is not null;
create index batch_space on batch (space_id, id desc);
create index batch_at_work on batch (id) where status in ('checking', 'running');

create table batch_row (
  batch_id bigint not null references batch on delete cascade,
  -- line of the file or rank in the request, from 1
  position int not null,
  -- one way: waiting → ready | doubtful | refused; doubtful → waiting; ready → issued | failed | cancelled
  state text not null check (state in ('waiting', 'ready', 'doubtful', 'refused', 'issued', 'failed', 'cancelled')),
  -- the place in the owner's words, for the results
  given text not null,
  -- as POST /statements takes it; null for a line that says no property
  request jsonb,
  -- what the check found: address, parcels, point
  property jsonb,
  -- why, and what to choose from
  problem jsonb,
  -- the draft, then the statement: one for each row, whatever dies
  statement_id bigint references statement on delete set null,
  attempts smallint not null default 0,
  -- not before: a public service gave no answer
  retry_at timestamptz,
  primary key (batch_id, position)
);
create index batch_row_statement on batch_row (statement_id);
create index batch_row_to_do on batch_row (batch_id, position) where state in ('waiting', 'ready');

-- Credits that a running batch may still spend: the rest of the account leaves them alone.
create table credit_reservation (
  batch_id bigint primary key references batch on delete cascade,
  account_id bigint not null references account on delete cascade,
  credits int not null check (credits >= 0),
  reserved_at timestamptz not null
);
create index credit_reservation_account on credit_reservation (account_id);
