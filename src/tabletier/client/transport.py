"""Requests to a house: asked again when that is harmless, later when the house says so.

How long to wait between two tries, and how long altogether, is decided here for everything.
"""

import asyncio
import logging
import random
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx
import msgspec

from tabletier.client.errors import HouseError, Refused, Unreachable, refused

log = logging.getLogger("tabletier.client")
API = "/api/v1"
FIRST_GAP, LONGEST_GAP = 0.2, 10.0
"""Seconds until a second try, and at most between two of them."""
TIMEOUT = httpx.Timeout(10.0, read=60.0)
LOOK = 1.0
"""Seconds after which a house that compiles its rules is looked at again."""
PROXY_TROUBLE = frozenset({502, 504})
T = TypeVar("T")


class Gaps:
    """The growing gaps between tries, as long as there is patience."""

    def __init__(self, patience: float) -> None:
        self._patience, self._gap = patience, FIRST_GAP
        self._since = time.monotonic()

    def over(self) -> None:
        """It worked: whatever fails next is a new trouble."""
        self._gap, self._since = FIRST_GAP, time.monotonic()

    async def wait(self, at_least: float = 0.0) -> bool:
        """Wait for the next try; False if there is no patience left for it."""
        gap = max(at_least, self._gap * random.uniform(0.7, 1.3))  # not all at once
        if time.monotonic() + gap - self._since > self._patience:
            return False
        self._gap = min(2 * self._gap, LONGEST_GAP)
        await asyncio.sleep(gap)
        return True


class Transport:
    """A house at an address, over HTTP."""

    def __init__(self, url: str, token: str | None, language: str, patience: float) -> None:
        self.url = _checked(url)
        self.patience = patience
        self.reached = False
        """Whether the house has ever answered; one that never did is not waited for."""
        self._headers = {"Accept-Language": language}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"
        plain = self.url.startswith("http://")  # then no certificates have to be read
        self.http = httpx.AsyncClient(
            base_url=self.url + API,
            headers=self._headers,
            timeout=TIMEOUT,
            verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else True,
        )

    @property
    def credentials(self) -> dict[str, str]:
        """What a socket shows at the door: the token, or the cookies that the house gave."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return self._headers | ({"Cookie": cookies} if cookies else {})

    async def ask(
        self, kind: type[T], method: str, path: str, repeats: bool = True, **sent: Any
    ) -> T:
        """The answer to a request, as a value of a kind. Raises Refused and Unreachable.

        `repeats`: whether it does no harm to ask again when the link broke before the answer.
        """
        gaps = Gaps(self.patience)
        trouble: HouseError
        while True:
            wait = 0.0
            try:
                answer = await self.http.request(method, path, **sent)
                self.reached = True
                if answer.status_code not in PROXY_TROUBLE:
                    return self.read(kind, answer)
                trouble = self.away(f"a proxy answers {answer.status_code}")
            except Refused as refusal:
                if not refusal.passing:
                    raise
                wait, trouble = refusal.retry_after or 0.0, refusal
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                trouble = self.away(error)
                if not self.reached:
                    raise trouble from None
            except httpx.TransportError as error:
                trouble = self.away(error)
                if not repeats:
                    raise self._unknown(error) from None
            if not await gaps.wait(wait):
                raise trouble from None

    async def until_ready(self, game: str) -> None:
        """Wait while a house that was just installed compiles the rules of a game.

        A house that does not say how it is (a proxy may keep that to itself) is taken to be ready.
        """
        told = False
        while await self._compiles(game):
            if not told:
                log.warning("%s compiles the rules of %s; this happens once.", self.url, game)
            told = True
            await asyncio.sleep(LOOK)

    async def _compiles(self, game: str) -> bool:
        try:
            answer = await self.http.get(f"{self.url}/healthz")
            return f"the rules of {game}" in answer.json()["waiting_for"]
        except (httpx.TransportError, ValueError, KeyError, TypeError):
            return False

    @asynccontextmanager
    async def streaming(self, path: str, **query: Any) -> AsyncIterator[AsyncIterator[str]]:
        """The lines of an answer that does not end. Raises Refused and Unreachable."""
        try:
            async with self.http.stream("GET", path, params=query) as answer:
                self.reached = True
                if answer.is_error:
                    await answer.aread()
                    self.read(msgspec.Raw, answer)
                yield answer.aiter_lines()
        except httpx.TransportError as error:
            raise self.away(error) from None

    def read(self, kind: type[T], answer: httpx.Response) -> T:
        """What an answer says. Raises Refused, or Unreachable when no house wrote it."""
        if answer.is_redirect:
            sent_on = answer.headers.get("location", "elsewhere")
            raise Unreachable(f"{self.url} sends us on to {sent_on}: use that address.")
        try:
            if answer.is_error:
                raise refused(msgspec.json.decode(answer.content), answer.status_code)
            if not answer.content:
                return msgspec.convert(None, kind)
            if kind is str:
                return msgspec.convert(answer.text, kind)
            return msgspec.json.decode(answer.content, type=kind)
        except (msgspec.MsgspecError, KeyError, TypeError):
            said = answer.headers.get("content-type", "nothing")
            raise Unreachable(
                f"{self.url} answers, but not as a house does "
                f"(status {answer.status_code}, {said}): is this the right address?"
            ) from None

    def away(self, why: object) -> Unreachable:
        """That the house does not answer, in a sentence."""
        said = str(why) or type(why).__name__
        return Unreachable(
            f"No house answers at {self.url} ({said}). Is it open? `tabletier serve` opens one."
        )

    def _unknown(self, why: object) -> Unreachable:
        """That the link broke in the middle of something that cannot be asked twice."""
        return Unreachable(
            f"The link to {self.url} broke before the answer ({str(why) or type(why).__name__}): "
            "it may have been done or not. Look before you ask again."
        )

    async def close(self) -> None:
        """Hang up."""
        await self.http.aclose()


def _checked(url: str) -> str:
    """The address of a house. Raises HouseError for what cannot be one."""
    try:
        found = httpx.URL(url)
    except httpx.InvalidURL:
        found = httpx.URL("")
    if found.scheme not in {"http", "https"} or not found.host:
        raise HouseError(
            f"{url!r} is no address of a house: expected one such as http://127.0.0.1:8000."
        )
    return url.rstrip("/")
