"""The signed cookie that knows a person again. It holds an id and nothing else."""

import secrets
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

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


def house_secret(folder: Path) -> str:
    """The secret of this house, made on its first day and kept for its owner only."""
    file = folder / KEY_FILE
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(secrets.token_hex(32))
    return file.read_text().strip()
