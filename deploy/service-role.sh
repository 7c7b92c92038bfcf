#!/bin/sh
# When PostgreSQL starts for the first time: the login of the APIs and the workers. `migrate` gives its rights (server/rights.sql).
# Without the file: a login without a password.
test -s "${SERVICE_PASSWORD_FILE:?}" || exit 1
# From other machines by TLS alone.
sed -i 's/^host all all all /hostssl all all all /' "$PGDATA/pg_hba.conf"
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
\set password `cat "$SERVICE_PASSWORD_FILE"`
create role clairisque_app nologin;
create role service login password :'password' in role clairisque_app;
SQL
