#!/bin/sh
# sh deploy/logs/certificates.sh logs.example: in deploy/logs/tls/, an authority for the logs only, the receiver's
# certificate under that host name, and the collectors'. Run it on a third machine: the receiver gets ca.pem and
# receiver.*, product machines ca.pem and machine.*, and ca.key goes to the safe.
set -eu
receiver=$1
cd "$(dirname "$0")"
umask 077
mkdir tls
cd tls
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 3650 -subj '/CN=clairisque logs' \
  -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign -keyout ca.key -out ca.pem
sign() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 825 -subj "/CN=$2" \
    -CA ca.pem -CAkey ca.key -addext basicConstraints=critical,CA:FALSE -addext "subjectAltName=DNS:$2" \
    -addext "extendedKeyUsage=$3" -keyout "$1.key" -out "$1.pem"
}
sign receiver "$receiver" serverAuth
sign machine machine.logs.internal clientAuth
