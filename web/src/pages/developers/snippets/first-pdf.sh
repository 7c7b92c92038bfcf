#!/bin/sh
# Issues a statement, and saves its PDF. Debits one credit, unless the key is a test key.
set -eu
api="$CLAIRISQUE_URL/api/v3/statements"
key="Authorization: Bearer $CLAIRISQUE_KEY"

statement=$(curl --silent --show-error --fail-with-body "$api" \
  --header "$key" \
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
  statement=$(curl --silent --show-error --fail-with-body "$api/$id" --header "$key")
done

curl --silent --show-error --fail --output statement.pdf "$api/$id/document.pdf" --header "$key"
echo "$id: statement.pdf"
