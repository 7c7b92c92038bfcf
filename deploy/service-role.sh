#!/bin/sh
# Run at PostgreSQL's first start: creates the login of APIs and workers. `migrate` grants its rights
# (server/rights.sql). Without the password file the login would have no password.
test -s "${SERVICE_PASSWORD_FILE:?}" || exit 1
# From other machines by TLS only.
sed -i 's/^host all all all /hostssl all all all /' "$PGDATA/pg_hba.conf"
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
\set password `cat "$SERVICE_PASSWORD_FILE"`
create role clairisque_app nologin;
create role service login password :'password' in role clairisque_app;
SQL
