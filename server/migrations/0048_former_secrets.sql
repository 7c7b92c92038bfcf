-- Former secrets that still sign, each until the end promised at its rotation: [{"version": 1, "until": …}].
alter table webhook_endpoint add column former_secrets jsonb not null default '[]';
alter table sandbox.webhook_endpoint add column former_secrets jsonb not null default '[]';

-- When a key was replaced, and the end it had before: its successors live as long as it was made for.
alter table api_key add column replaced_at timestamptz;
alter table api_key add column made_until timestamptz;
