-- outside a transaction
-- A search reads entries that wait to be merged: after many issues, a parcel took a tenth of a second.
alter index statement_parcels set (fastupdate = off);
select gin_clean_pending_list('statement_parcels');
alter index sandbox.statement_parcels set (fastupdate = off);
select gin_clean_pending_list('sandbox.statement_parcels');
