-- What an account has to watch is counted at every page: from the index alone.
create index statement_watched on statement (account_id, issued_at, renewed_at) where status = 'issued' and closed_at is null;
