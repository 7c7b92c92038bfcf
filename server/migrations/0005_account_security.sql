-- Links sent by mail: random, hashed, for one purpose, used once, expiring.
create table account_token (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  purpose text not null check (purpose in ('activation', 'password_reset')),
  -- sha-256 of the token; the token itself is only in the mail
  token_hash bytea not null unique,
  -- recipient of the link
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index account_token_account on account_token (account_id);

-- Audit trail. It outlives the account (no foreign key), contains no e-mail, and is deleted after a year.
create table security_event (
  id bigint generated always as identity primary key,
  account_id bigint,
  kind text not null,
  -- caller's IP address; null for jobs
  ip text,
  request_id text,
  created_at timestamptz not null default now()
);
create index security_event_account on security_event (account_id, id);
create index security_event_age on security_event (created_at);

-- Transactional outbox: mails to send, written in the deciding transaction. The text is composed when the mail is sent,
-- so that no link is stored here.
create table outgoing_mail (
  id bigint generated always as identity primary key,
  kind text not null,
  recipient text not null,
  -- null when the account is gone
  account_id bigint references account on delete cascade,
  params jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- lease of a worker; an expired lease is taken by another
  claimed_until timestamptz,
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  -- given up, or no longer needed
  dropped_at timestamptz
);
create index outgoing_mail_waiting on outgoing_mail (created_at) where sent_at is null and dropped_at is null;

-- Rate-limit counters. Unlogged: a crash may lose them (columns prescribed by rate-limiter-flexible).
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_expire on rate_limit (expire);
