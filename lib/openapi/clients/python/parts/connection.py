import http.client
import json
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Iterator, NamedTuple, Optional, Tuple

from .errors import GatewayError, _error_of, _json_of
from .made import DEFAULT_BASE_URL, _TOKEN_PATH
from .retries import _wait_before_retry

# The part of a token's life after which it is renewed.
_RENEWED_AFTER = 0.9


class _Token(NamedTuple):
    value: str
    renew_at: float
    ends_at: float


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Rejects redirects, which would repeat a request elsewhere with its credentials."""

    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


class _Connection:
    """Makes the calls: credentials, time-outs and retries. Threads can share it."""

    def __init__(
        self,
        *,
        client_id: Optional[str] = None,
        client_secret: Optional[str] = None,
        user_id: Optional[str] = None,
        password: Optional[str] = None,
        base_url: str = DEFAULT_BASE_URL,
        timeout: float = 40.0,
        max_attempts: int = 5,
        max_total: float = 120.0,
    ) -> None:
        """Creates a client with an API key, or with an account's email address and password.

        Args:
            client_id: the client ID of an API key; the client exchanges the key for tokens.
            client_secret: its client secret.
            user_id: the account's email address, if you have no API key.
            password: its password.
            base_url: the address of the API. Default: the address this file was downloaded from.
            timeout: the most seconds that an attempt waits for the API.
            max_attempts: the most attempts for one call.
            max_total: the most seconds for one call with its retries.
        """
        if (client_id is None or client_secret is None) == (user_id is None or password is None):
            raise TypeError("Give client_id and client_secret, or user_id and password.")
        self._base_url = base_url.rstrip("/")
        self._key = None if client_id is None else {"client_id": client_id, "client_secret": client_secret}
        self._account = None if user_id is None else {"userId": user_id, "password": password}
        self._timeout = timeout
        self._max_attempts = max_attempts
        self._max_total = max_total
        self._token: Optional[_Token] = None
        self._renewing = threading.Lock()
        self._opener = urllib.request.build_opener(_NoRedirects())

    def _call(
        self,
        route: Tuple[str, str],
        request: Dict[str, Any],
        *,
        needs_account: bool,
        takes_key: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Calls an operation, and repeats it if that is safe, within the limits."""
        ends_at = time.monotonic() + self._max_total
        key = (idempotency_key or str(uuid.uuid4())) if takes_key else None
        fields = {name: value for name, value in request.items() if value is not None}
        if needs_account and self._account is not None:
            # A long body needs the password first.
            fields = {**self._account, **fields}
        was_renewed = False
        attempt = 1
        while True:
            token = None
            # Requesting a token has no other effect, so it is always safe to repeat.
            is_safe = True
            try:
                token = self._token_for_call(ends_at) if needs_account and self._key is not None else None
                is_safe = takes_key
                return self._attempt(route, fields, key=key, token=token, ends_at=ends_at)
            except GatewayError as error:
                # A token can end early, with its key for example. The API then did nothing: a new token is tried once.
                if error.status == 401 and token is not None and not was_renewed:
                    was_renewed = True
                    if self._token is token:
                        self._token = None
                    continue
                wait = _wait_before_retry(error, attempt, is_safe)
                if wait is None or attempt >= self._max_attempts or time.monotonic() + wait >= ends_at:
                    raise
            time.sleep(wait)
            attempt += 1

    def _token_for_call(self, ends_at: float) -> _Token:
        """Returns the token for a call. One that is about to end is renewed, once for all threads."""
        left = min(max(0.0, ends_at - time.monotonic()), threading.TIMEOUT_MAX)
        if not self._renewing.acquire(timeout=left):
            raise GatewayError("The API didn't respond in time.", code="timed_out")
        try:
            kept = self._token
            if kept is not None and time.monotonic() < kept.renew_at:
                return kept
            started_at = time.monotonic()
            try:
                answer = self._attempt(
                    ("POST", _TOKEN_PATH), dict(self._key or {}), key=None, token=None, ends_at=ends_at
                )
            except GatewayError:
                if kept is not None and time.monotonic() < kept.ends_at:
                    return kept
                raise
            life = float(answer["expires_in"])
            self._token = _Token(
                answer["access_token"], started_at + life * _RENEWED_AFTER, started_at + life
            )
            return self._token
        finally:
            self._renewing.release()

    def _attempt(
        self,
        route: Tuple[str, str],
        fields: Dict[str, Any],
        *,
        key: Optional[str],
        token: Optional[_Token],
        ends_at: float,
    ) -> Any:
        """Sends one request and returns the body of its response."""
        method, path = route
        asked = urllib.request.Request(self._base_url + path, method=method)
        asked.add_header("Accept", "application/json")
        asked.add_header("User-Agent", "messaging-gateway-python")
        if method == "POST":
            asked.data = json.dumps(fields).encode()
            asked.add_header("Content-Type", "application/json")
        elif fields:
            asked.full_url += "?" + urllib.parse.urlencode(fields)
        # Unredirected headers belong to this one request.
        if token is not None:
            asked.add_unredirected_header("Authorization", f"Bearer {token.value}")
        if key is not None:
            asked.add_header("Idempotency-Key", key)
        timeout = max(0.001, min(self._timeout, ends_at - time.monotonic()))
        try:
            try:
                with self._opener.open(asked, timeout=timeout) as response:
                    status, headers, text = response.status, response.headers, response.read()
            except urllib.error.HTTPError as refused:
                with refused:
                    status, headers, text = refused.code, refused.headers, refused.read()
        except (OSError, http.client.HTTPException) as cause:
            reason = getattr(cause, "reason", cause)
            if isinstance(reason, socket.timeout):
                raise GatewayError("The API didn't respond in time.", code="timed_out") from cause
            raise GatewayError("The connection to the API failed.", code="connection_failed") from cause
        if status == 204:
            return None
        body = _json_of(text) if 200 <= status < 300 else None
        if body is None:
            raise _error_of(status, headers, text)
        return body


def _each(read: Callable[[int], Any], name: str) -> Iterator[Any]:
    """Yields the entries of a list, page after page."""
    page = 1
    while True:
        answer = read(page)
        if "pagination" not in answer:
            raise TypeError("The response to this request has no pages.")
        yield from answer[name]
        if not answer["pagination"]["hasNextPage"]:
            return
        page += 1
