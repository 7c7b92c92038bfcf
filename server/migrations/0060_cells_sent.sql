-- A line of a file as it was sent, so that one that is not issued can be corrected and sent again whole.
alter table batch add column columns jsonb;
alter table batch_row add column cells jsonb;
alter table sandbox.batch add column columns jsonb;
alter table sandbox.batch_row add column cells jsonb;
