create table statement (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  status text not null default 'draft' check (status in ('draft', 'issued')),
  adresse text not null,
  cadastre text not null,
  code_parcelle text not null,
  latitude double precision not null,
  longitude double precision not null,
  type_de_transaction text not null check (type_de_transaction in ('Vente', 'Location')),
  vendeur_nom text not null,
  acheteur_nom text not null,
  -- owner's declarations (contract: Declarations); null while nothing was answered
  declarations jsonb,
  created_at timestamptz not null default now(),
  -- set together when the statement is issued
  reference text unique,
  issued_at timestamptz,
  expires_on date,
  specimen boolean,
  file_key text,
  file_sha256 text,
  facts jsonb,
  template_version text,
  check (
    (status = 'issued') = (reference is not null and issued_at is not null and expires_on is not null
      and specimen is not null and file_key is not null and file_sha256 is not null and facts is not null
      and template_version is not null)
  )
);
create index statement_account on statement (account_id, id desc);

alter table ledger_entry add foreign key (statement_id) references statement;

-- Progress of a generation, one row per source; read by the loading screen.
create table generation_step (
  statement_id bigint not null references statement on delete cascade,
  position smallint not null,
  label text not null,
  state text not null check (state in ('en_cours', 'obtenu', 'ancienne_reponse', 'non_obtenu')),
  primary key (statement_id, position)
);
