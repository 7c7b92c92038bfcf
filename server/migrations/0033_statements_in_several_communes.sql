-- outside a transaction
-- The few statements whose communes are not read from code_parcelle alone: where a release changed.
drop index concurrently if exists statement_several_communes;
create index concurrently statement_several_communes on statement (id) where communes is not null and status = 'issued' and closed_at is null;
