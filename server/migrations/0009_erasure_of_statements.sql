-- Erasing a statement looks up its debit without naming the kind: the former partial index was not used, and the whole
-- ledger was read for each statement. The rule is the same (one debit per statement), since only debits have a
-- statement.
drop index ledger_entry_statement;
create unique index ledger_entry_statement on ledger_entry (statement_id) where statement_id is not null;
-- The mails of an erased account are deleted with it.
create index outgoing_mail_account on outgoing_mail (account_id);
