import hashlib
import hmac
import os
import re
import sys
import time


def verify(raw_body: bytes, timestamp: str, signature: str, secret: str, now: float | None = None) -> bool:
    """Returns whether a webhook request is genuine and recent.

    raw_body is the body's bytes as they arrived, before any parsing; secret is whole, with its prefix whsec_.
    """
    if not secret or not re.fullmatch(r"[0-9]{1,12}", timestamp or ""):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    signed = timestamp.encode() + b"." + raw_body
    expected = "v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    # For a day after the secret is rolled there are two signatures; either will do.
    return any(
        hmac.compare_digest(part.strip().encode(), expected.encode()) for part in (signature or "").split(",")
    )


# Try it: WEBHOOK_SECRET=whsec_… python3 verify.py <timestamp> <signature> < body.json
if __name__ == "__main__":
    timestamp, signature = (sys.argv[1:] + ["", ""])[:2]
    genuine = verify(sys.stdin.buffer.read(), timestamp, signature, os.environ.get("WEBHOOK_SECRET", ""))
    print("genuine" if genuine else "not genuine")
    sys.exit(0 if genuine else 1)
