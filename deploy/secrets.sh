#!/bin/sh
# sh deploy/secrets.sh: the files of compose.yaml's secrets, in deploy/secrets/. Passwords between containers are drawn where there
# is none yet, and addresses written from them; what suppliers give is left empty, for you to write.
# The folder is its owner's alone. Its files are anybody's inside: each container that is given one has a user of its own.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
cd secrets
chmod -f u+w -- * || true

draw() {
  [ -s "$1" ] || head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n' > "$1"
}
# Of the owner of the database, who migrates, and of the service.
draw database_password
draw service_password
draw store_key
draw store_secret
base='postgres:5432/clairisque?sslmode=verify-full&sslrootcert=/run/tls/ca.crt'
echo "postgres://clairisque:$(cat database_password)@$base" > database_url_owner
echo "postgres://service:$(cat service_password)@$base" > database_url
printf '[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n' "$(cat store_key)" "$(cat store_secret)" > store_credentials

# An empty file counts as none.
for given in georisques_token stripe_secret_key stripe_webhook_secret smtp_url; do
  [ -s "$given" ] || { : > "$given"; echo "deploy/secrets/$given: to be written"; }
done
chmod 444 -- *
