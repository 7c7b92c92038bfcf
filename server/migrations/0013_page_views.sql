-- Audience: views of each screen per day (Europe/Paris). No visitor, no address; deleted after 25 months.
create table page_view (
  day date not null,
  path text not null,
  -- last title seen
  title text not null,
  views integer not null default 1,
  -- already forwarded to Matomo
  forwarded integer not null default 0,
  primary key (day, path)
);
