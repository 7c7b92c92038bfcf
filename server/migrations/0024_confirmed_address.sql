alter table statement_edition
  -- the property's printed address (decision 0042); null when it is printed as declared, and for older editions
  add column confirmed_address text;
