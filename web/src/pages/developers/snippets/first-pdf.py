"""Issues a statement, and saves its PDF. Debits one credit, unless the key is a test key."""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

API = os.environ["CLAIRISQUE_URL"] + "/api/v3"


def call(path: str, body: object = None, **headers: str) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(API + path, data, {"Content-Type": "application/json", **headers})
    request.add_header("Authorization", f"Bearer {os.environ['CLAIRISQUE_KEY']}")
    try:
        with urllib.request.urlopen(request) as response:
            return response.read()
    except urllib.error.HTTPError as refusal:
        try:
            problem = json.load(refusal)
        except ValueError:  # It comes from a proxy.
            problem = {}
        sys.exit(f"{refusal.code} {problem.get('code')}: {problem.get('detail')}")


request = {
    "transaction": "sale",
    "address": "4 Rue des Lilas 95190 Goussainville",
    "parties": {"owner": "Mme Durand", "recipient": "M. Martin"},
}
statement = json.loads(call("/statements", request, **{"Idempotency-Key": str(uuid.uuid4())}))

# Ready at once, nearly always; otherwise the response was 202.
while statement["status"] == "processing":
    time.sleep(2)
    statement = json.loads(call(f"/statements/{statement['id']}"))
if failure := statement["failure"]:
    sys.exit(f"{failure['status']} {failure['code']}: {failure['detail']}")

with open("statement.pdf", "wb") as file:
    file.write(call(f"/statements/{statement['id']}/document.pdf"))
print(f"{statement['id']}: statement.pdf")
