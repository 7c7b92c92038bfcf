-- outside a transaction
drop index concurrently if exists handover_receipt_untold;
create index concurrently handover_receipt_untold on handover_receipt (handover_id) where notified_at is null;
drop index concurrently if exists statement_drafts;
create index concurrently statement_drafts on statement (created_at) where status = 'draft';
