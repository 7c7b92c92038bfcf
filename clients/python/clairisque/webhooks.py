from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Mapping, Sequence, cast

from .types import Event

# Standard Webhooks: the only age, in either direction, that a message may have.
TOLERANCE_S = 300
PREFIX = "whsec_"


class WebhookError(Exception):
    """The message is not authentic, or is more than five minutes old."""


def verify_webhook(
    body: bytes, headers: Mapping[str, str], secret: str | Sequence[str], *, now: float | None = None
) -> Event:
    """The event that an authentic message carries. Ignore a type that you do not know.

    body: as received, before any parsing. secret: whsec_…; several while one replaces another.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not (message_id and timestamp and signatures):
        raise WebhookError("A header of the signature is missing.")
    seconds = int(timestamp) if timestamp.isascii() and timestamp.isdecimal() and len(timestamp) < 16 else None
    if seconds is None or abs((time.time() if now is None else now) - seconds) > TOLERANCE_S:
        raise WebhookError("The message is too old, or comes from the future.")
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = [_signature(one, signed) for one in ([secret] if isinstance(secret, str) else secret)]
    # All are compared, so that the time says nothing.
    matches = [hmac.compare_digest(one.encode(), right) for one in signatures.split(" ") for right in expected]
    if not any(matches):
        raise WebhookError("No signature is right.")
    return cast(Event, json.loads(body))


def _signature(secret: str, signed: bytes) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error as error:
        raise WebhookError("The secret is not one.") from error
    if not key:
        raise WebhookError("The secret is not one.")
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
