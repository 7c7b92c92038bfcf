-- Kept ten years from the end of the financial year (L123-22 du code de commerce): after eleven, an invoice keeps its
-- number and amount only. Nothing else of it ever changes.
create or replace function invoice_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.issued_at < now() - interval '11 years' and new.document = '{}'
    and row(new.number, new.kind, new.order_id, new.refund_id, new.issued_at, new.label, new.amount_cents)
      is not distinct from row(old.number, old.kind, old.order_id, old.refund_id, old.issued_at, old.label, old.amount_cents)
  then
    return new;
  end if;
  raise exception 'an invoice is never deleted nor renumbered' using errcode = 'integrity_constraint_violation';
end $$;
