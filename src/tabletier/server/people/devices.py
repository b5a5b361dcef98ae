"""Browsers in which an account was entered before: strangers' guesses do not count against them.

A signed cookie that stays when its owner logs out. It names no account, lets nobody in, and only
says by whom tries are counted.
"""

import hashlib
import secrets

from itsdangerous import BadSignature, URLSafeSerializer

DEVICE = "tabletier-device"
MOST = 5
"""Accounts remembered in one browser, the latest."""


class Devices:
    """Writes and reads the cookies of browsers."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="tabletier/device")

    def write(self, cookie: str | None, login: str) -> str:
        """The cookie of a browser in which an account was entered just now."""
        device, known = self._read(cookie) or (secrets.token_hex(8), [])
        mark = _mark(login)
        known = [mark, *(other for other in known if other != mark)][:MOST]
        return self._serializer.dumps([device, known])

    def known(self, cookie: str | None, login: str) -> str | None:
        """The browser, if this account was entered in it before."""
        found = self._read(cookie)
        return found[0] if found is not None and _mark(login) in found[1] else None

    def _read(self, cookie: str | None) -> tuple[str, list[str]] | None:
        try:
            device, known = self._serializer.loads(cookie or "")
        except (BadSignature, ValueError, TypeError):
            return None
        return (device, known) if isinstance(device, str) and isinstance(known, list) else None


def _mark(login: str) -> str:
    """An account, without its name."""
    return hashlib.sha256(login.encode()).hexdigest()[:16]
