-- Rights of the service's role, `clairisque_app`; migrations run as the owner. Applied after them at each `migrate`, in
-- one transaction. The former version runs beside: revoke a right one release after its last use.
-- `on delete cascade` needs no right on the deleted rows: an account's ledger is deleted with it, and in no other way.
revoke all on all tables in schema public from clairisque_app;
revoke all on all sequences in schema public from clairisque_app;
grant usage on schema public, sandbox, pgboss to clairisque_app;
grant select on all tables in schema public to clairisque_app;

-- Accounting: append-only.
grant insert on account_terms, credit_lot, credit_notice, edition_short_file, expiry_notice, handover_opening, ledger_entry, signing_key, statement_answer, statement_edition, support_action, terms_text
  to clairisque_app;
grant insert, update (account_id, document, file_key, file_sha256) on invoice to clairisque_app;
grant insert, update (last_number) on invoice_series to clairisque_app;
grant insert, update (paid_back_at, undone_at) on order_refund to clairisque_app;
-- Unpaid orders are deleted after 60 days; after eleven years an order loses its buyer.
grant insert, delete, update (buyer_email, consent_ip, paid_at, payment_intent_id, session_id, status) on purchase_order to clairisque_app;
-- Proof of a hand-over (L125-5): its author and time never change.
grant insert, update (mail_failed_at, mailed_at, revoked_at) on handover to clairisque_app;
grant insert, update (downloaded_at, file_key, file_sha256, notified_at, short_downloaded_at) on handover_receipt to clairisque_app;
-- Evidence of answers: what was certified never changes (`answers` until then).
grant insert, update (accepted, answers, certified_at, decided_at, openings, reminded_at, respondent_email, respondent_name, revoked_at, version) on answer_request to clairisque_app;
-- Deleted with its account, or its statement.
grant insert on statement_label, visitor to clairisque_app;
-- Evidence: what a check found is written once (`ended_at is null`), and its log never changes.
grant insert, update on statement_check to clairisque_app;
grant insert on vigilance_entry, vigilance_root to clairisque_app;
grant insert, delete on vigilance_waiting to clairisque_app;
grant insert, update on statement_watch to clairisque_app;
-- Kept for a time, never changed.
grant insert, delete on api_event, payment_event, security_event, statement_change, unnamed_file to clairisque_app;

-- Users' own data, and working state.
grant insert, update, delete on account, account_logo, account_token, api_key, api_request, api_token, batch, batch_row, credit_reservation, damaged_file, dataset_watch, generation_step, order_consent, outgoing_mail, page_view,
  rate_limit, scrub, source_health, space, statement_draft, supplier_answer, webhook_delivery, webhook_endpoint to clairisque_app;
-- Deleted with its account; a draft also when it expires or its owner drops it.
grant execute on function forget_drafts to clairisque_app;
grant insert, update (answers_version, closed_at, commune_nom, communes, declarations, failure, generating_until, issued_at, open_questions, renewed_at, status) on statement to clairisque_app;
-- `support restored` skips numbers that may have been used.
grant usage, update on sequence account_id_seq, statement_id_seq to clairisque_app;

-- Test keys: nothing there is of value.
grant select, insert, update, delete on all tables in schema sandbox to clairisque_app;

-- Job queues: pg-boss needs no more, except to rebuild its indexes, which the owner does (runbook).
grant select, insert, update, delete on all tables in schema pgboss to clairisque_app;
