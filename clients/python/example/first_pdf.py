"""Issues a statement, saves its PDF, and lists those of the account. Debits one credit, unless the key is a test key."""

import os
import sys
import time
import uuid

from clairisque import ApiError, Client

client = Client(os.environ["CLAIRISQUE_URL"], os.environ["CLAIRISQUE_KEY"])
try:
    statement = client.create_statement(
        {"transaction": "sale", "address": "4 Rue des Lilas 95190 Goussainville"},
        idempotency_key=str(uuid.uuid4()),
    )
    # A slow one is returned before it is ready.
    while statement["status"] == "processing":
        time.sleep(2)
        statement = client.read_statement(statement["id"])
    if (failure := statement["failure"]) is not None:
        sys.exit(f"{failure['status']} {failure['code']}: {failure['detail']}")
    with open("statement.pdf", "wb") as file:
        file.write(client.read_document(statement["id"]))
except ApiError as error:
    sys.exit(f"{error.status} {error}")
print(f"{statement['reference']}: statement.pdf")

for one in client.iterate(client.list_statements, limit=100):
    print(f"{one['reference']}, {one['address']}, until {one['valid_until']}")
