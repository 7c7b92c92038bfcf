-- The key of the call that made a batch is a row of `api_request`: no version that was released reads or writes these.
alter table batch drop column idempotency_key, drop column digest;
alter table sandbox.batch drop column idempotency_key, drop column digest;
