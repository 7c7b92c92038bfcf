alter table statement_edition
  -- the address that the document prints as the property's (decision 0042); null when it prints it as declared, and before this
  add column confirmed_address text;
