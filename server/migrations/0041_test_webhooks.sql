-- Of a POST whose answer is kept whole, without secrets: a repetition gets it again.
alter table api_request add column answer jsonb;
alter table sandbox.api_request add column answer jsonb;

-- Webhooks of test keys: empty until now.
alter table sandbox.webhook_endpoint
  add constraint webhook_endpoint_space foreign key (space_id) references public.space on delete cascade not valid;
alter table sandbox.webhook_delivery
  add constraint webhook_delivery_endpoint
    foreign key (endpoint_id) references sandbox.webhook_endpoint on delete cascade not valid,
  add constraint webhook_delivery_event
    foreign key (event_id) references sandbox.api_event on delete cascade not valid;
insert into sandbox.signing_key (name, key)
values ('webhooks', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
