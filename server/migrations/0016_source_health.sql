-- Results of each public source and of our own parts, in slots of ten minutes, for /statut. Every process adds its
-- counts once a minute. No query and no place; kept eight days.
create table source_health (
  source text not null,
  slot timestamptz not null,
  answered int not null,
  failed int not null,
  -- Histogram of durations; bounds in server/src/platform/suppliers/source-health.ts.
  durations int[] not null,
  last_success timestamptz,
  last_failure timestamptz,
  primary key (source, slot)
);
