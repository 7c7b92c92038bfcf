from __future__ import annotations

import email.utils
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Mapping

from ._errors import ApiError, NoAnswerError

FIRST_DELAY_S = 0.5
LONGEST_DELAY_S = 8.0
# A longer Retry-After is left to the caller.
LONGEST_WAIT_S = 60.0
PASSING = {429, 500, 502, 503, 504}
LONGEST_DETAIL = 300


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirection would carry the key to another server."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Transport:
    """Sends a call, and sends it again with its Idempotency-Key when no server answers or the refusal passes."""

    def __init__(self, base_url: str, key: str, *, retries: int, timeout: float) -> None:
        self._base_url = base_url.rstrip("/")
        self._key = key
        self._retries = retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    @staticmethod
    def path(template: str, **values: object) -> str:
        return template.format(**{name: urllib.parse.quote(str(value), safe="") for name, value in values.items()})

    def read_json(self, method: str, path: str, **sent: Any) -> Any:
        status, content = self._send(method, path, **sent)
        try:
            return json.loads(content)
        except ValueError as error:
            raise _unexpected(status, content) from error

    def read_bytes(self, method: str, path: str, **sent: Any) -> bytes:
        return self._send(method, path, **sent)[1]

    def read_nothing(self, method: str, path: str, **sent: Any) -> None:
        self._send(method, path, **sent)

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: object = None,
        media: str = "application/json",
    ) -> tuple[int, bytes]:
        asked = urllib.parse.urlencode([pair for name, value in (query or {}).items() for pair in _pairs(name, value)])
        request = urllib.request.Request(f"{self._base_url}{path}{'?' if asked else ''}{asked}", method=method)
        request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        for name, value in (headers or {}).items():
            if value is not None:
                request.add_header(name, value)
        if body is not None:
            request.data = _encoded(body, media)
            request.add_header("Content-Type", media)
        for attempt in range(self._retries + 1):
            try:
                return self._once(request)
            except ApiError as error:
                delay = _delay_after(error, attempt) if attempt < self._retries else None
                if delay is None:
                    raise
                time.sleep(delay)
        raise AssertionError("unreachable")

    def _once(self, request: urllib.request.Request) -> tuple[int, bytes]:
        try:
            with self._opened(request) as response:
                status, content = response.status, response.read()
                retry_after = response.headers.get("Retry-After")
        except (OSError, http.client.HTTPException) as failure:
            raise NoAnswerError(f"No answer: {failure}.") from failure
        if status >= 300:
            raise _refusal(status, content, _seconds(retry_after))
        return status, content

    def _opened(self, request: urllib.request.Request) -> Any:
        """The response, whatever its status."""
        try:
            return self._opener.open(request, timeout=self._timeout)
        except urllib.error.HTTPError as refusal:
            return refusal


def _pairs(name: str, value: object) -> list[tuple[str, str]]:
    """What the URL says of a parameter: a dict is a pair for each key, `name[key]=value`; None is nothing."""
    if value is None:
        return []
    if isinstance(value, Mapping):
        return [pair for key, inner in value.items() for pair in _pairs(f"{name}[{key}]", inner)]
    return [(name, _text(value))]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _encoded(body: object, media: str) -> bytes:
    if isinstance(body, bytes):
        return body
    if media == "application/json":
        return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    return str(body).encode()


def _refusal(status: int, content: bytes, retry_after: float | None) -> ApiError:
    try:
        problem = json.loads(content)
    except ValueError:
        problem = None
    if isinstance(problem, dict) and "code" in problem:
        return ApiError(status, problem, retry_after)
    return _unexpected(status, content, retry_after)


def _unexpected(status: int, content: bytes, retry_after: float | None = None) -> ApiError:
    detail = content[:LONGEST_DETAIL].decode(errors="replace")
    return ApiError(status, {"title": "The answer is not one of the API.", "detail": detail}, retry_after)


def _delay_after(error: ApiError, attempt: int) -> float | None:
    """None: the error is left as it is."""
    usual = min(LONGEST_DELAY_S, FIRST_DELAY_S * 2.0**attempt) * random.uniform(0.5, 1)
    if isinstance(error, NoAnswerError):
        return usual
    asked = error.retry_after
    # A conflict passes when the first request with this key is still running, and then says how long.
    if error.status not in PASSING and not (error.status == 409 and asked is not None):
        return None
    if asked is None:
        return usual
    return None if asked > LONGEST_WAIT_S else asked


def _seconds(header: str | None) -> float | None:
    """Seconds, or a date."""
    if header is None:
        return None
    if header.isdecimal():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
