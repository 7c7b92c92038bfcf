-- A completed edition prints an issued document again with its owner's answers: same facts, same dates. Two documents at
-- most, the original and its renewal, and twenty completed editions of each, numbered in the order of their prints.
alter table statement_edition drop constraint statement_edition_edition_check;
alter table statement_edition add constraint statement_edition_number check (edition between 1 and 42) not valid;
alter table sandbox.statement_edition drop constraint statement_edition_edition_check;
alter table sandbox.statement_edition add constraint statement_edition_number check (edition between 1 and 42) not valid;

-- the edition of the document that this one completes; null for a document itself
alter table statement_edition add column completes smallint;
alter table statement_edition add column completed_at timestamptz;
-- the answers that it prints: those of the statement up to that version
alter table statement_edition add column answers_version integer;
-- what its form leaves open (`domain/questions`); null for older editions, which are not completed
alter table statement_edition add column questions jsonb;
alter table sandbox.statement_edition add column completes smallint;
alter table sandbox.statement_edition add column completed_at timestamptz;
alter table sandbox.statement_edition add column answers_version integer;
alter table sandbox.statement_edition add column questions jsonb;

-- grows with each set of answers
alter table statement add column answers_version integer not null default 0;
-- questions of the current edition without an answer; null for older ones
alter table statement add column open_questions integer;
alter table sandbox.statement add column answers_version integer not null default 0;
alter table sandbox.statement add column open_questions integer;

-- the edition that was received: a link follows the newest one; null: that of the link
alter table handover_receipt add column edition smallint;
alter table sandbox.handover_receipt add column edition smallint;
