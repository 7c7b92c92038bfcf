-- The release of a dataset that statements in validity were last compared with.
create table dataset_watch (
  dataset text primary key,
  release text not null,
  activated_at timestamptz not null,
  -- The comparison under way, up to the statement `after_statement`; a killed worker goes on from there.
  next_release text,
  next_activated_at timestamptz,
  after_statement bigint not null default 0,
  check ((next_release is null) = (next_activated_at is null))
);

-- What a release would change in an issued document. Activating the former release again is another change.
create table statement_change (
  statement_id bigint not null,
  edition smallint not null,
  dataset text not null,
  -- when the release became active
  activated_at timestamptz not null,
  former_release text not null,
  release text not null,
  -- in French
  sentences text[] not null,
  -- the document says the same as the release; null when that could not be compared
  document_agrees boolean,
  found_at timestamptz not null,
  primary key (statement_id, edition, dataset, activated_at),
  foreign key (statement_id, edition) references statement_edition on delete cascade
);
create index statement_change_found on statement_change (found_at);
