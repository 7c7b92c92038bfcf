-- The terms of sale as somebody accepted them. A text names its seller: one version may have several.
create table terms_text (
  digest text primary key,
  version text not null,
  -- the bytes that the digest is of: JSON of `KeptTerms` (features/accepted-terms)
  content bytea not null,
  kept_at timestamptz not null,
  check (digest = encode(sha256(content), 'hex'))
);
-- Accepted by creating the account, on a page that showed them.
create table account_terms (
  account_id bigint primary key references account on delete cascade,
  digest text not null references terms_text,
  accepted_at timestamptz not null
);
-- Null: without consent, or given to the former version of the program.
alter table order_consent add column digest text references terms_text;
alter table purchase_order add column consent_digest text references terms_text;
