-- outside a transaction
-- Statements where a release changed: by the commune of the parcel, and by the chosen point.
drop index concurrently if exists statement_commune;
create index concurrently statement_commune on statement ((right(code_parcelle, 5) collate "C")) where status = 'issued' and closed_at is null;
drop index concurrently if exists statement_point;
create index concurrently statement_point on statement using gist (point(longitude, latitude)) where status = 'issued' and closed_at is null;
