#!/bin/sh
# Issues a statement, and saves its PDF. Debits one credit, unless the key is a test key.
set -eu
api="$CLAIRISQUE_URL/api/v3/statements"

# Prints the response. A refusal is a problem, with its status, code and detail: it goes to the standard error.
call() {
  if ! response=$(curl --silent --show-error --fail-with-body --header "Authorization: Bearer $CLAIRISQUE_KEY" "$@"); then
    printf '%s\n' "$response" >&2
    return 1
  fi
  printf %s "$response"
}

statement=$(call "$api" \
  --header "Idempotency-Key: $(openssl rand -hex 16)" \
  --header 'Content-Type: application/json' \
  --data '{
    "transaction": "sale",
    "address": "4 Rue des Lilas 95190 Goussainville",
    "parties": { "owner": "Mme Durand", "recipient": "M. Martin" }
  }')
id=$(printf %s "$statement" | sed 's/^{"id":"\([^"]*\)".*/\1/')

# Ready at once, nearly always; otherwise the response was 202.
while printf %s "$statement" | grep -q '"status":"processing"'; do
  sleep 2
  statement=$(call "$api/$id")
done
if printf %s "$statement" | grep -q '"status":"failed"'; then
  printf '%s\n' "$statement" >&2
  exit 1
fi

if ! call "$api/$id/document.pdf" --output statement.pdf; then
  cat statement.pdf >&2
  rm statement.pdf
  exit 1
fi
echo "$id: statement.pdf"
