-- Last good answer of each supplier's request, with its date.
create table supplier_answer (
  service text not null,
  request text not null,
  body jsonb not null,
  obtained_at timestamptz not null,
  primary key (service, request)
);
create index supplier_answer_age on supplier_answer (obtained_at);
