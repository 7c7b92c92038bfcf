-- Both null for a property of one parcel, as every statement before decision 0083.
alter table statement
  -- codes of all the parcels, the first equal to code_parcelle
  add column parcelles text[],
  -- [{nom, code_insee}] from the cadastre when issued, the address's first
  add column communes jsonb;
