-- The short version of an edition (page 1, form, attestation, noise), printed from its stored inputs when it is first
-- asked for. The first stored file is that version: rows are only added.
create table edition_short_file (
  statement_id bigint not null,
  edition smallint not null,
  file_key text not null,
  -- of the file, hexadecimal: the verification page recognises it
  file_sha256 text not null,
  primary key (statement_id, edition),
  foreign key (statement_id, edition) references statement_edition on delete cascade
);

create table sandbox.edition_short_file (like public.edition_short_file including all);
alter table sandbox.edition_short_file
  add foreign key (statement_id, edition) references sandbox.statement_edition on delete cascade;
