-- What suppliers answered, as received: packed lines (`supplier-exchanges.ts`), null for answers older than this.
alter table supplier_answer add column exchanges bytea;
-- The same, of all the questions of an edition: a file beside its document; null for editions older than this.
alter table statement_edition add column answers_key text;
