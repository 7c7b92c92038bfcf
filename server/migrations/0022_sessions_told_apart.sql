alter table api_token
  -- « Chrome sur Windows », no more precise; null when unknown, and for older sessions
  add column device text,
  -- hour of the last use, no more precise; null until the next call
  add column last_used_at timestamptz;
