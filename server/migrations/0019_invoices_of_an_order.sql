-- outside a transaction
-- The books, and each refund, look for the credit notes of an order: without an index they read all the invoices, and the books do so for every order.
-- A build that was given up (a lock that did not come in time) leaves an index that is never used, under the same name.
drop index concurrently if exists invoice_order;
create index concurrently invoice_order on invoice (order_id);
