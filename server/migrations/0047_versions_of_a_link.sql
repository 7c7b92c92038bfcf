-- What a link hands over: the whole document, its short version, or both; the whole one for links made before.
alter table handover add column form text not null default 'whole';
alter table sandbox.handover add column form text not null default 'whole';

-- `document_sha256` is the file handed over, or the whole one of the two; this is the short version: the same hash when it
-- is alone, null when it was not handed over.
alter table handover_receipt add column short_sha256 text;
alter table sandbox.handover_receipt add column short_sha256 text;
-- this visitor's first download of the short version handed over beside the whole document
alter table handover_receipt add column short_downloaded_at timestamptz;
alter table sandbox.handover_receipt add column short_downloaded_at timestamptz;
