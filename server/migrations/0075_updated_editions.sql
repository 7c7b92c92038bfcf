-- An updated edition has new facts and the expiry of the document that it replaces: `updates` is the number of the original
-- or of the renewal whose hand-overs it follows. It may be completed in its turn.
alter table statement_edition drop constraint statement_edition_number;
alter table statement_edition add constraint statement_edition_number check (edition between 1 and 999) not valid;
alter table sandbox.statement_edition drop constraint statement_edition_number;
alter table sandbox.statement_edition add constraint statement_edition_number check (edition between 1 and 999) not valid;
alter table statement_edition add column updates smallint;
alter table sandbox.statement_edition add column updates smallint;
