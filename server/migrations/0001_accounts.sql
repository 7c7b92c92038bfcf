create table account (
  id bigint generated always as identity primary key,
  email text not null,
  username text not null,
  password_hash text not null,
  -- PAR (particulier) or PRO (professionnel)
  statut text not null default 'PAR' check (statut in ('PAR', 'PRO')),
  nom text,
  prenom text,
  telephone text,
  nom_societe text,
  adresse text,
  activated_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index account_email on account (lower(email));
create unique index account_username on account (lower(username));

create table api_token (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- sha-256 of the token; the token itself is never stored
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index api_token_account on api_token (account_id);
