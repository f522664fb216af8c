"""Who may ask: this machine's own page and programs, and whoever has the token where the server is open to others.

A page of another site must not read or start anything here. Its requests carry an `Origin` or `Sec-Fetch-Site` that is
not ours; a name of its own that it lets point to this machine (DNS rebinding) stands in `Host`. Where a token is asked
for, such a name does not help: cookies belong to the name they were set under.
"""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from riverboat.web.replies import problem
from riverboat.web.settings import Settings, is_local

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
API: Final = "/api/"
_CHANGING: Final = ("POST", "PUT", "PATCH", "DELETE")


class TooLargeError(Exception):
    """The body of a request is larger than it may be."""


class Guard:
    """Stands before the application: refuses what it must not answer, and sets headers on what it does."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.cookie = f"riverboat-{settings.port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(API):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, with_headers)
            return
        await self._limited(scope, receive, with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """What is answered to who may not ask."""
        host = headers.get("host", "")
        if len(headers.getlist("host")) > 1 or not self._is_own(host):  # of two, others may believe the other
            return problem(
                403,
                "HostError",
                f"this server does not answer to the name {host[:100]!r}; open it by its address",
            )
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        opens_page = scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"
        foreign = site not in ("none", "same-origin") and not (
            opens_page and not scope["path"].startswith(API)
        )
        if foreign or (origin is not None and origin not in (f"http://{host}", f"https://{host}")):
            return problem(403, "OriginError", "pages of other sites may not ask this server")
        if self.settings.token:
            return self._without_token(scope, headers)
        return self._wrong_body(scope, headers)

    def _is_own(self, host: str) -> bool:
        """Whether a host is a name of this server; where a token is asked for, any may be."""
        if self.settings.token:
            return True
        name, _, port = host.rpartition(":")
        return is_local(name) and port == str(self.settings.port)

    def _without_token(self, scope: Scope, headers: Headers) -> Response | None:
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        given = query.pop("token", "")
        if self._is_token(given) and scope["method"] == "GET" and not scope["path"].startswith(API):
            # The token must not stay in the address, which is shown, sent and remembered.
            to = scope["path"] + ("?" + urlencode(query) if query else "")
            seen = RedirectResponse("/" + to.lstrip("/"), 303)
            seen.set_cookie(self.cookie, given, httponly=True, samesite="strict", path="/")
            return seen
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            cookie = None
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        if not (self._is_token(bearer) or (cookie is not None and self._is_token(cookie.value))):
            return problem(
                401, "TokenError", "open the address that `riverboat serve` printed, which ends in ?token=..."
            )
        return self._wrong_body(scope, headers)

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.settings.token.encode())

    def _wrong_body(self, scope: Scope, headers: Headers) -> Response | None:
        """What is answered to a body of the wrong kind or size, as far as its headers tell."""
        if scope["method"] in _CHANGING and "content-type" in headers:
            kind = headers["content-type"].partition(";")[0].strip().lower()
            if kind != "application/json":  # other kinds can be sent by forms of any site
                return problem(415, "BodyError", f"the body is {kind[:100]!r}; it must be application/json")
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > self.settings.limits.body_bytes:
            return self._too_large()
        return None

    def _too_large(self) -> Response:
        most = self.settings.limits.body_bytes
        return problem(
            413, "BodyError", f"the body is larger than {most:,} bytes, which is the most taken here"
        )

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Go on, but no further than the limit in what is read: a body need not say how long it is."""
        left, refused = self.settings.limits.body_bytes, False

        async def counted() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise TooLargeError
            return message

        async def answered(message: Message) -> None:
            """Pass an answer on; in place of what is made of a body that was cut off, say so."""
            nonlocal refused
            if left >= 0:
                await send(message)
            elif not refused:
                refused = True
                await self._too_large()(scope, receive, send)

        try:
            await self.app(scope, counted, answered)
        except TooLargeError:
            await answered({})
