-- What the program may do at work. Its login is a member of `clairisque_app`; migrations run as the owner, who may do all. Applied after
-- them at each `migrate`, in one transaction. The former version works beside: a right is taken away one release after its last use.
-- `on delete cascade` needs no right on the rows that go: an account's own books go with it, and in no other way.
revoke all on all tables in schema public from clairisque_app;
revoke all on all sequences in schema public from clairisque_app;
grant usage on schema public, pgboss to clairisque_app;
grant select on all tables in schema public to clairisque_app;

-- Books: what was written stays.
grant insert on credit_lot, credit_notice, expiry_notice, handover_opening, ledger_entry, signing_key, statement_edition, support_action
  to clairisque_app;
grant insert, update (account_id, document, file_key, file_sha256) on invoice to clairisque_app;
grant insert, update (last_number) on invoice_series to clairisque_app;
grant insert, update (paid_back_at, undone_at) on order_refund to clairisque_app;
-- An unpaid order is deleted after 60 days; after eleven years an order loses its buyer.
grant insert, delete, update (buyer_email, consent_ip, paid_at, payment_intent_id, session_id, status) on purchase_order to clairisque_app;
-- Proof of a handing over (L125-5): who said so, and when, does not change.
grant insert, update (revoked_at) on handover to clairisque_app;
grant insert, update (downloaded_at, file_key, file_sha256, notified_at) on handover_receipt to clairisque_app;
-- Kept for a time, never changed.
grant insert, delete on payment_event, security_event, unnamed_file to clairisque_app;

-- What belongs to its owner, and what is at work.
grant insert, update, delete on account, account_logo, account_token, api_token, damaged_file, generation_step, order_consent, outgoing_mail, page_view,
  rate_limit, scrub, source_health, statement_draft, supplier_answer to clairisque_app;
-- It goes with its account, a draft after its time or at its owner's call.
grant execute on function forget_drafts to clairisque_app;
grant insert, update (closed_at, commune_nom, declarations, generating_until, issued_at, renewed_at, status) on statement to clairisque_app;
-- `support restored` skips numbers that may have been given.
grant usage, update on sequence account_id_seq, statement_id_seq to clairisque_app;

-- The queues: pg-boss does the rest of its tables' work by these, but for rebuilding their indexes, which is their owner's (runbook).
grant select, insert, update, delete on all tables in schema pgboss to clairisque_app;
