from __future__ import annotations

from typing import Any, Callable, Iterator


class Pages:
    def iterate(self, operation: Callable[..., Any], *values: object, **named: object) -> Iterator[Any]:
        """Every item of a list, page after page: for one in client.iterate(client.list_statements, limit=100)."""
        cursor: str | None = None
        while True:
            page = operation(*values, **named, **({} if cursor is None else {"cursor": cursor}))
            yield from page["data"]
            cursor = page["next_cursor"]
            if not page["has_more"] or cursor is None:
                return
