-- What happened in a space, for 30 days: listed by API v3, and sent to its webhooks.
create table api_event (
  id bigint generated always as identity primary key,
  -- the webhook-id; random, since numbers recur in a restored database
  public_id uuid not null unique default gen_random_uuid(),
  space_id bigint not null references space on delete cascade,
  type text not null,
  -- of an event that happens once, such as the last month of a document; null: each time
  subject text,
  -- identifiers and dates only
  data jsonb not null,
  created_at timestamptz not null
);
create index api_event_space on api_event (space_id, id desc);
create unique index api_event_once on api_event (space_id, type, subject) where subject is not null;
create index api_event_age on api_event (created_at);

create table webhook_endpoint (
  id uuid primary key default gen_random_uuid(),
  space_id bigint not null references space on delete cascade,
  url text not null,
  types text[] not null check (cardinality(types) > 0),
  -- the secret is derived from it (decision 0093)
  secret_version integer not null default 1,
  -- until then the former secret signs too
  former_until timestamptz,
  created_at timestamptz not null,
  succeeded_at timestamptz,
  -- nothing is sent any more, until its owner wakes it
  asleep_since timestamptz,
  unique (space_id, url)
);

create table webhook_delivery (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  event_id bigint not null references api_event on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- counted when a worker begins one
  attempts integer not null default 0,
  -- while a worker tries it, when another may
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  -- of the last attempt
  attempted_at timestamptz,
  duration_ms integer,
  failure text,
  status integer,
  answer text
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, attempts, next_attempt_at) where state = 'pending';
create index webhook_delivery_late on webhook_delivery (next_attempt_at) where state = 'pending';
create index webhook_delivery_listed on webhook_delivery (endpoint_id, id desc);
create index webhook_delivery_event on webhook_delivery (event_id);

insert into signing_key (name, key)
values ('webhooks', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
