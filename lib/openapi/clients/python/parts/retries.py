import random
from typing import Optional

from .errors import GatewayError

# The first wait before a retry, and the longest one, in seconds.
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 8.0


def _wait_before_retry(error: GatewayError, attempt: int, is_safe: bool) -> Optional[float]:
    """How long to wait before a failed attempt is repeated, in seconds; None if it must not be.

    After 429 and `unavailable` nothing was done. After any other failure nobody can tell, so that only what is safe
    to repeat is repeated.
    """
    nothing_was_done = error.status == 429 or error.code == "unavailable"
    is_unknown = error.status == 0 or error.status >= 500
    if not nothing_was_done and not (is_safe and is_unknown):
        return None
    back_off: float = min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** (attempt - 1))
    # Half of it is chance, so that clients that failed together don't come back together.
    return (error.retry_after or 0.0) + back_off * (0.5 + random.random() / 2)
