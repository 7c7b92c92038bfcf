#!/bin/sh
# A CGI program: headers in the environment, body on the standard input. Exits with 0 when the message is authentic.
# The shell does not compare in constant time: both sides are hashed with a key drawn at random first.
set -euf
case $HTTP_WEBHOOK_TIMESTAMP in '' | *[!0-9]*) exit 1 ;; esac
age=$(($(date +%s) - HTTP_WEBHOOK_TIMESTAMP))
[ "${age#-}" -le 300 ]

blind=$(openssl rand -hex 32)
blinded() { printf %s "$1" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$blind"; }

key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
signature=$({ printf %s. "$HTTP_WEBHOOK_ID" "$HTTP_WEBHOOK_TIMESTAMP" && cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
expected=$(blinded "v1,$signature")

for given in $HTTP_WEBHOOK_SIGNATURE; do
  if [ "$(blinded "$given")" = "$expected" ]; then exit 0; fi
done
exit 1
