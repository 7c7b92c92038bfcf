#!/bin/sh
# Run daily by the service `certificates` of compose.yaml. Creates an authority for this installation, whose key no
# other container has, and a certificate per service, each in its own volume. Renews a month before the end; programs
# reload it (compose.yaml).
set -eu
umask 077
made=/authority volumes=/tls

# Name-constrained: trusted for our services only, not for outside ones such as Stripe.
if ! [ -s $made/ca.crt ]; then
  names=''
  for name in postgres store api-1 api-2 worker-1 worker-2 balancer prometheus localhost; do names="$names,permitted;DNS:$name"; done
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 3650 -subj '/CN=clairisque' \
    -addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign \
    -addext "nameConstraints=critical,permitted;IP:127.0.0.1/255.255.255.255$names" -keyout $made/ca.key -out $made/ca.new
  mv $made/ca.new $made/ca.crt
fi

# issue SERVICE USER PURPOSE NAMES: `tls.crt`, `tls.key` (readable by that user only), and the authority as `ca.crt`.
issue() {
  to=$volumes/$1
  if openssl x509 -in "$to/tls.crt" -noout -checkend 2592000 > /dev/null 2>&1; then return; fi
  # Without root's capabilities these files can be replaced, not overwritten.
  rm -f "$to/new.key" "$to/new.crt" "$to/new.ca"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 90 -subj "/CN=$1" -CA $made/ca.crt -CAkey $made/ca.key \
    -addext basicConstraints=critical,CA:FALSE -addext "extendedKeyUsage=$3" -addext "subjectAltName=$4" -keyout "$to/new.key" -out "$to/new.crt"
  cp $made/ca.crt "$to/new.ca"
  chmod 444 "$to/new.crt" "$to/new.ca"
  chmod 400 "$to/new.key"
  chown "$2" "$to/new.key"
  mv "$to/new.ca" "$to/ca.crt"
  mv "$to/new.key" "$to/tls.key"
  mv "$to/new.crt" "$to/tls.crt"
}
own=DNS:localhost,IP:127.0.0.1
issue program 1000 serverAuth "DNS:api-1,DNS:api-2,DNS:worker-1,DNS:worker-2,$own"
issue postgres 999 serverAuth "DNS:postgres,$own"
issue store 0 serverAuth "DNS:store,$own"
issue balancer 0 clientAuth DNS:balancer
# For your Prometheus, in the network `inside`.
issue prometheus 65534 clientAuth DNS:prometheus
