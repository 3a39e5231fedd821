import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Literal, Optional, Protocol, Sequence, Tuple, Union

from .made import WebhookEvent


class WebhookError(Exception):
    """A webhook request that didn't prove to be genuine and recent. Respond with 400 and ignore its body."""

    def __init__(self, message: str, reason: Literal["unsigned", "expired", "forged"]) -> None:
        super().__init__(message)
        #: `unsigned`: a header is missing. `expired`: the timestamp is too far off. `forged`: no signature matches.
        self.reason = reason


class WebhookHeaders(Protocol):
    """The headers of a request, as a mapping and most frameworks have them."""

    def items(self) -> Iterable[Tuple[str, str]]:
        """Names, in any case, with their values."""


def verify_webhook(
    headers: WebhookHeaders,
    raw_body: Union[bytes, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Verifies that a webhook request is genuine and recent, and returns its event.

    Signatures are compared in constant time. An event can arrive more than once: `X-Service-Delivery` is the same each
    time.

    Args:
        headers: of the request.
        raw_body: the body as it arrived, before any parsing.
        secrets: your signing secret, or several while you change from one to another, with their prefix `whsec_`.
        tolerance: how many seconds the timestamp may be off.
        now: the time in Unix seconds, for tests.

    Raises:
        WebhookError: if it is not genuine and recent.
    """
    keys = [secret for secret in ([secrets] if isinstance(secrets, str) else secrets) if secret]
    if not keys:
        raise TypeError("verify_webhook needs a signing secret.")
    named = {name.lower(): value for name, value in headers.items()}
    timestamp = named.get("x-service-timestamp") or ""
    signature = named.get("x-service-signature") or ""
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or not signature:
        raise WebhookError("The webhook request is not signed.", "unsigned")
    if not abs((time.time() if now is None else now) - int(timestamp)) <= tolerance:
        raise WebhookError("The webhook request is too old, or a clock is wrong.", "expired")
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    given = [part.strip().encode() for part in signature.split(",")]
    for secret in keys:
        signed = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        if any(hmac.compare_digest(one, b"v1=" + signed.encode()) for one in given):
            event: Any = json.loads(body)
            return event
    raise WebhookError("No signature of the webhook request matches.", "forged")
