-- How each public source and each part of ours answered, by slots of ten minutes, for /statut. Every process adds its own
-- counts once a minute; a row holds no question and no place. Kept eight days.
create table source_health (
  source text not null,
  slot timestamptz not null,
  answered int not null,
  failed int not null,
  -- Answers by how long they took; the bounds are in server/src/platform/suppliers/source-health.ts.
  durations int[] not null,
  last_success timestamptz,
  last_failure timestamptz,
  primary key (source, slot)
);
