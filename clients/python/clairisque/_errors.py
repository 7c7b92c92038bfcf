from __future__ import annotations

from typing import Any, Mapping


class ApiError(Exception):
    """A refusal of the API, with its fields; or unexpected_answer, an answer that is not the API's."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        # Seconds that the server asks to wait.
        self.retry_after = retry_after
        # It never changes its meaning: what a program compares.
        self.code = str(problem.get("code", "unexpected_answer"))
        self.title = str(problem.get("title", ""))
        # A sentence, in French when it comes from the API: it can be shown to a user.
        self.detail = str(problem.get("detail", ""))
        self.errors: list[dict[str, str]] = list(problem.get("errors") or [])
        self.candidates: list[str] = list(problem.get("candidates") or [])
        self.request_id = str(problem.get("request_id", ""))
        super().__init__(" ".join([f"{self.code}: {self.detail}", *(_field(one) for one in self.errors)]))


def _field(error: Mapping[str, str]) -> str:
    return f"{error.get('pointer') or error.get('parameter') or ''}: {error.get('detail', '')}"


class NoAnswerError(ApiError):
    """No server answered, or it stopped in the middle. What was asked may have been done: send it again."""

    def __init__(self, detail: str) -> None:
        super().__init__(0, {"code": "no_answer", "title": "No server answered.", "detail": detail})
