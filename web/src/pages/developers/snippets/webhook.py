import base64
import hashlib
import hmac
import time

TOLERANCE_S = 300


def is_authentic(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """body: as received, before any parsing."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").encode()
    return any(hmac.compare_digest(signature, expected) for signature in given.split(b" "))
