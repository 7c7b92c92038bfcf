-- Those of 0041, checked without a lock that others wait for.
alter table sandbox.webhook_endpoint validate constraint webhook_endpoint_space;
alter table sandbox.webhook_delivery validate constraint webhook_delivery_endpoint;
alter table sandbox.webhook_delivery validate constraint webhook_delivery_event;
