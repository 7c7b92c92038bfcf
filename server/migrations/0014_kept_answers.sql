-- Raw exchanges with the supplier, packed (`supplier-exchanges.ts`); null for older answers.
alter table supplier_answer add column exchanges bytea;
-- All exchanges of an edition: key of a file beside its document; null for older editions.
alter table statement_edition add column answers_key text;
