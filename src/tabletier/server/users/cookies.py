"""Signed cookies that know a person again, and browsers in which an account was entered before."""

import contextlib
import hashlib
import secrets
import stat
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from tabletier.games.kernel.text import Text
from tabletier.server.db.data_dir import create_private, make_private
from tabletier.server.settings import SHORTEST_SECRET

COOKIE = "tabletier"
YEAR = 365 * 24 * 3600
KEY_FILE = "secret.key"


class Cookies:
    """Writes and reads cookies with the house's secret."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="tabletier/person")

    def write(self, person: str, sessions: int) -> str:
        """A cookie for a person; it is void once the person's count of sessions changes."""
        return self._serializer.dumps([person, sessions])

    def read(self, cookie: str) -> tuple[str, int] | None:
        """The person and the count in a cookie; None if it is not ours."""
        try:
            person, sessions = self._serializer.loads(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        if isinstance(person, str) and isinstance(sessions, int):
            return person, sessions
        return None


class BadKey(Exception):
    """A key that cannot sign anything safely; `text` says what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def house_secret(folder: Path) -> str:
    """The secret of this house, made on its first day and kept for its owner only.

    Raises BadKey where the file does not hold a whole one, and OSError.
    """
    file = folder / KEY_FILE
    if not file.exists():
        make_private(folder)
        create_private(file, secrets.token_hex(32))
    secret = file.read_bytes().decode("utf-8", "replace").strip()
    if len(secret) < SHORTEST_SECRET:  # or only half was written
        raise BadKey(
            Text(
                f"La clé {file} n'a que {len(secret)} signes et devrait en avoir 64 : "
                "remettez-la d'une sauvegarde, ou effacez-la (tout le monde devra se présenter "
                "à nouveau).",
                f"The key {file} has only {len(secret)} characters and should have 64: "
                "put it back from a backup, or delete it (everybody will have to say who they "
                "are again).",
            )
        )
    if stat.S_IMODE(file.stat().st_mode) & 0o077:
        with contextlib.suppress(PermissionError):  # somebody else's, lent to us
            file.chmod(0o600)
    return secret


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
