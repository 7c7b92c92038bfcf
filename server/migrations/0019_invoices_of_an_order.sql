-- outside a transaction
-- Ledger checks and refunds look up the credit notes of an order: without an index, each lookup read all invoices.
-- Drops the invalid index of a build that was given up (lock timeout).
drop index concurrently if exists invoice_order;
create index concurrently invoice_order on invoice (order_id);
