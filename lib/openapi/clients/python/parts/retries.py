import random
from typing import Optional

from .errors import GatewayError

# The first wait before a retry, and the longest one, in seconds.
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 8.0


def _wait_before_retry(error: GatewayError, attempt: int, is_safe: bool) -> Optional[float]:
    """Returns the seconds to wait before a failed attempt is repeated; None if it must not be.

    After 429 and `unavailable`, the API did nothing. After any other failure the outcome is unknown: only an attempt
    that is safe to repeat is repeated.
    """
    nothing_was_done = error.status == 429 or error.code == "unavailable"
    is_unknown = error.status == 0 or error.status >= 500
    if not nothing_was_done and not (is_safe and is_unknown):
        return None
    back_off: float = min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** (attempt - 1))
    # Half of it is random, so that clients that failed together don't come back together.
    return (error.retry_after or 0.0) + back_off * (0.5 + random.random() / 2)
