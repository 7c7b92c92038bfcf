#!/bin/sh
# sh server/test/tls/make.sh: certificates of tests, each with its key in one file, made once for a century. Nothing outside the tests
# believes their authority, whose key is thrown away.
set -eu
cd "$(dirname "$0")"
days=36500
trap 'rm -f authority.key authority.srl part.*' EXIT

key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1" 2> /dev/null; }
# signed FILE PURPOSE: serverAuth or clientAuth.
signed() {
  key part.key
  printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=%s\n' "$2" > part.ext
  openssl req -new -key part.key -subj "/CN=$1" -out part.csr
  openssl x509 -req -in part.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days $days -extfile part.ext -out part.pem 2> /dev/null
  cat part.pem part.key > "$1.pem"
}
key authority.key
openssl req -x509 -new -key authority.key -days $days -subj /CN=authority -out authority.pem
signed api serverAuth
signed api-renewed serverAuth
signed balancer clientAuth
key part.key
openssl req -x509 -new -key part.key -days $days -subj /CN=stranger -out part.pem
cat part.pem part.key > stranger.pem
