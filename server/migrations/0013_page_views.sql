-- Audience: how often each screen was shown on a day (Europe/Paris). No visitor, no address; dropped after 25 months.
create table page_view (
  day date not null,
  path text not null,
  -- of the document, as it was last
  title text not null,
  views integer not null default 1,
  -- how many of them were forwarded to Matomo
  forwarded integer not null default 0,
  primary key (day, path)
);
