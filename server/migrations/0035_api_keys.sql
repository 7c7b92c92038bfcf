-- Whose keys these are: one account today, an organisation later.
create table space (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references account on delete cascade
);

-- Keys of API v3. Rows outlive their use by some months: the owner sees what was revoked.
create table api_key (
  id bigint generated always as identity primary key,
  space_id bigint not null references space on delete cascade,
  name text not null,
  -- « crt_live_4kQ9 »
  prefix text not null,
  -- sha-256 of the key; the key itself is never stored
  key_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  -- brought forward by a rotation; null: never
  expires_at timestamptz,
  -- start of the hour, no more precise
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_space on api_key (space_id, id desc);
