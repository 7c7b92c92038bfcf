#!/bin/sh
# sh deploy/secrets.sh: creates the files of compose.yaml's secrets in deploy/secrets/. Draws missing passwords between
# containers and writes their URLs; suppliers' secrets are empty files for you to fill. Only the owner can enter the
# folder. Files are world-readable inside it, since each container has its own user.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
cd secrets
chmod -f u+w -- * || true

draw() {
  [ -s "$1" ] || head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n' > "$1"
}
# Database owner (migrations), and the service.
draw database_password
draw service_password
draw store_key
draw store_secret
base='postgres:5432/clairisque?sslmode=verify-full&sslrootcert=/run/tls/ca.crt'
echo "postgres://clairisque:$(cat database_password)@$base" > database_url_owner
echo "postgres://service:$(cat service_password)@$base" > database_url
printf '[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n' "$(cat store_key)" "$(cat store_secret)" > store_credentials

# An empty file counts as unset.
for given in georisques_token stripe_secret_key stripe_webhook_secret smtp_url; do
  [ -s "$given" ] || { : > "$given"; echo "deploy/secrets/$given: empty; fill it in to sell"; }
done
chmod 444 -- *
