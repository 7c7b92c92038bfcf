-- Accounts of visitors who try API v3 on the page « Développeurs » (decision 0102): one test key each, never activated,
-- deleted by a job when the key expires.
create table visitor (
  account_id bigint primary key references account on delete cascade,
  expires_at timestamptz not null
);
create index visitor_expiry on visitor (expires_at);
