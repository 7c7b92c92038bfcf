-- Refund requests, written before the provider is called: withdrawals, and orders paid after their account was erased.
alter table order_refund drop constraint order_refund_kind_check;
alter table order_refund add check (kind in ('refund', 'dispute', 'withdrawal', 'undelivered'));
-- when the provider confirmed the refund
alter table order_refund add column paid_back_at timestamptz;
create index order_refund_promised on order_refund (created_at)
  where kind in ('withdrawal', 'undelivered') and paid_back_at is null;
