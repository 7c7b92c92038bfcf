alter table api_token
  -- « Chrome sur Windows », nothing finer; null when the program did not say, and for the sessions opened before this
  add column device text,
  -- the hour in which it was last used, nothing finer; null until the first call after this
  add column last_used_at timestamptz;
