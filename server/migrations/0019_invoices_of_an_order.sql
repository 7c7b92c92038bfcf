-- outside a transaction
-- The books, and each refund, look for the credit notes of an order: without an index they read all the invoices, and the books do so for every order.
create index concurrently if not exists invoice_order on invoice (order_id);
