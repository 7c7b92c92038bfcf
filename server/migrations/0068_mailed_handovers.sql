-- A link that the product mails: to whom, and what became of the mail.
alter table handover
  add column email text,
  add column mailed_at timestamptz,
  add column mail_failed_at timestamptz;
alter table sandbox.handover
  add column email text,
  add column mailed_at timestamptz,
  add column mail_failed_at timestamptz;
