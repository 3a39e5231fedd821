import json
from typing import Any, Literal, Optional, Union

from .made import ErrorCode

#: A code for a failure without an error of the API: no response, none in time, or one that isn't the API's.
ClientErrorCode = Literal["connection_failed", "timed_out", "unexpected_response"]


class GatewayError(Exception):
    """A call that failed. Use `code` in your program; `message` is for people and may change."""

    def __init__(
        self,
        message: str,
        *,
        code: Union[ErrorCode, ClientErrorCode],
        status: int = 0,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: A stable code: one of the API's, or one of the client's own.
        self.code = code
        #: The HTTP status, or 0 if there was no response.
        self.status = status
        #: Names the request. Quote it when you contact support. None if there was no response.
        self.request_id = request_id
        #: The seconds that the API asks you to wait, or None.
        self.retry_after = retry_after


def _error_of(status: int, headers: Any, text: bytes) -> GatewayError:
    """Returns the error for a response."""
    body = _json_of(text)
    code = body.get("code") if isinstance(body, dict) else None
    request_id = headers.get("X-Request-Id")
    try:
        retry_after: Optional[float] = max(0.0, float(headers.get("Retry-After", "")))
    except ValueError:
        retry_after = None
    if not isinstance(code, str) or status < 400:
        return GatewayError(
            f"Unexpected response with status {status}.",
            code="unexpected_response",
            status=status,
            request_id=request_id,
            retry_after=retry_after,
        )
    # For tokens, "error" is the code itself.
    told = [body.get("error"), body.get("message")]
    sentence = ": ".join(part for part in told if isinstance(part, str) and part != code)
    made: Any = code
    return GatewayError(
        sentence.replace(".: ", ": ", 1) or code,
        code=made,
        status=status,
        request_id=request_id,
        retry_after=retry_after,
    )


def _json_of(text: bytes) -> Any:
    """Returns the value of a JSON text; None if it isn't JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None
