import os
import time
import uuid

from judged import AuthenticatedClient
from judged.api.statements import create_statement, read_statement
from judged.models import CreateStatementBody, CreateStatementBodyTransaction, Statement

client = AuthenticatedClient(base_url=os.environ["CLAIRISQUE_URL"], token=os.environ["CLAIRISQUE_KEY"])
made = create_statement.sync(
    client=client,
    body=CreateStatementBody(
        transaction=CreateStatementBodyTransaction.SALE,
        address="4 Rue des Lilas 95190 Goussainville",
    ),
    idempotency_key=str(uuid.uuid4()),
)
if not isinstance(made, Statement):
    raise SystemExit(f"refused: {made}")
while made.status == "processing":
    time.sleep(0.5)
    now = read_statement.sync(client=client, statement_id=made.id)
    if not isinstance(now, Statement):
        raise SystemExit(f"cannot be read: {now}")
    made = now
print(made.reference)
