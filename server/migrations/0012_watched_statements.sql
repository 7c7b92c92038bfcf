-- Statements about to expire are counted on every page: index-only scan.
create index statement_watched on statement (account_id, issued_at, renewed_at) where status = 'issued' and closed_at is null;
