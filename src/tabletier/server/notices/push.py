"""Whether this house can tell browsers anything: what Web Push needs comes with an extra."""

import base64
from importlib.util import find_spec

from tabletier.games.kernel.text import Text

NO_PUSH = Text(
    "Cette maison n'avertit pas les navigateurs : pip install 'tabletier[serve]' le lui apprend.",
    "This house cannot notify browsers: pip install 'tabletier[serve]' brings what that needs.",
)


def can_push() -> bool:
    """Whether `tabletier.server.notices.webpush` can be imported."""
    return find_spec("cryptography") is not None


def encoded(raw: bytes) -> str:
    """Bytes as they are written in addresses and headers."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Bytes out of an address or a header. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
