-- A POST of API v3, by its Idempotency-Key, for 24 hours. The statement is the answer: issued and debited in one
-- transaction, it is returned again instead of being made twice.
create table api_request (
  space_id bigint not null references space on delete cascade,
  idempotency_key text not null,
  -- sha-256 of method, path and body
  digest bytea not null,
  created_at timestamptz not null,
  -- while a process works on it; expires by itself after a crash
  claimed_until timestamptz,
  -- the draft, once its place is known
  statement_id bigint references statement on delete cascade,
  -- the problem (RFC 9457) that ended the last attempt
  failure jsonb,
  primary key (space_id, idempotency_key)
);
create index api_request_statement on api_request (statement_id);
create index api_request_age on api_request (created_at);
