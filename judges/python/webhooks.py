"""Verifies signed deliveries with standardwebhooks, and problem details with the schema of RFC 9457."""

import importlib.metadata
import json
import sys

import jsonschema_rs
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

# RFC 9457, appendix A.
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "An RFC 7807 problem object",
    "type": "object",
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 100, "maximum": 599},
        "detail": {"type": "string"},
        "instance": {"type": "string", "format": "uri-reference"},
    },
}


def delivery_faults(delivery):
    try:
        Webhook(delivery["secret"]).verify(delivery["body"], delivery["headers"])
    except WebhookVerificationError as error:
        yield f"delivery: {error}"


def problem_faults(problem, validator):
    call = problem["call"]
    if not problem["type"].startswith("application/problem+json"):
        yield f"{call}: {problem['type']}"
    body = json.loads(problem["body"])
    yield from (f"{call}: {error.message}" for error in validator.iter_errors(body))
    # Section 3.1.2: the same as the actual status code.
    if body.get("status") != problem["status"]:
        yield f"{call}: status {body.get('status')} in the body, {problem['status']} answered"


asked = json.load(sys.stdin)
validator = jsonschema_rs.validator_for(SCHEMA, validate_formats=True)
findings = [fault for one in asked["deliveries"] for fault in delivery_faults(one)]
findings += [fault for one in asked["problems"] for fault in problem_faults(one, validator)]
judged = len(asked["deliveries"]) + len(asked["problems"])
version = importlib.metadata.version("standardwebhooks")
print(json.dumps({"version": version, "judged": judged, "findings": findings}))
