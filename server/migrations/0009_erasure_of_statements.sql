-- Erasing a statement looks for the entry that paid it, and names no kind: the former index did not serve, and the ledger was read whole
-- for each statement of an erased account. One debit a statement is the same rule, since only debits have one.
drop index ledger_entry_statement;
create unique index ledger_entry_statement on ledger_entry (statement_id) where statement_id is not null;
-- The mails of an erased account go with it.
create index outgoing_mail_account on outgoing_mail (account_id);
