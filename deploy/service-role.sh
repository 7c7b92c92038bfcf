#!/bin/sh
# When PostgreSQL starts for the first time: the login of the APIs and the workers. `migrate` gives its rights (server/rights.sql).
# Without it: a login without a password.
: "${SERVICE_PASSWORD:?}"
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$SERVICE_PASSWORD" <<'SQL'
create role clairisque_app nologin;
create role service login password :'password' in role clairisque_app;
SQL
