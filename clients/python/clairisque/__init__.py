"""Client of Clairisque's API. Start with Client."""

from ._errors import ApiError, NoAnswerError
from .client import Client
from .webhooks import WebhookError, verify_webhook

__all__ = ["ApiError", "Client", "NoAnswerError", "WebhookError", "verify_webhook"]
