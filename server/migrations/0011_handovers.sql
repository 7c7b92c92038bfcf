-- A link under which one edition is handed over. It ends with the edition, or when the owner revokes it.
create table handover (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references account on delete cascade,
  statement_id bigint not null,
  edition smallint not null,
  -- recipient, in the owner's words; shown to the owner only
  label text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (statement_id, edition) references statement_edition on delete cascade
);
create index handover_statement on handover (statement_id, edition);
create index handover_account on handover (account_id);

create table handover_opening (
  id bigint generated always as identity primary key,
  handover_id uuid not null references handover on delete cascade,
  opened_at timestamptz not null
);
create index handover_opening_handover on handover_opening (handover_id);

-- Acknowledgement (« Reçu »): who, when, and the hash of which bytes.
create table handover_receipt (
  id uuid primary key default gen_random_uuid(),
  handover_id uuid not null references handover on delete cascade,
  name text not null,
  email text not null,
  acknowledged_at timestamptz not null,
  document_sha256 text not null,
  -- this visitor's first download of the document
  downloaded_at timestamptz,
  -- the receipt, printed after the commit
  file_key text,
  file_sha256 text
);
create index handover_receipt_handover on handover_receipt (handover_id);
