"""Passwords and recovery codes: kept as hashes, checked in a thread, no faster for a wrong name."""

import asyncio
import hashlib
import hmac
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 8, 200
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Signs that nobody confuses when copying them by hand."""
GROUPS, GROUP = 5, 5
AT_ONCE = 2
"""Hashes worked out at the same time; each takes a core and 19 MiB."""

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_NOBODY = (
    "$argon2id$v=19$m=19456,t=2,p=1$"
    "bm9ib2R5IGhhcyB0aGlzIQ$vqXWZo3qM5mC0f0a1r5zS3Yk0n4kz0c6dZ1u5b7o2xQ"
)
"""The hash of nobody's password: as slow to check as anybody's, and never right."""


class Passwords:
    """Hashes and checks passwords without keeping the event loop waiting."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """A password as the database keeps it."""
        async with self._free:
            return await asyncio.to_thread(_hasher.hash, password)

    async def right(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one kept; where none is kept, it takes as long to say no."""
        async with self._free:
            right = await asyncio.to_thread(_verify, kept or _NOBODY, password)
        return right and kept is not None

    @staticmethod
    def outdated(kept: str) -> bool:
        """Whether a hash should be made anew, more slowly."""
        return _hasher.check_needs_rehash(kept)


def _verify(kept: str, password: str) -> bool:
    try:
        return _hasher.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def new_code() -> str:
    """A recovery code, in groups that can be copied by hand: 120 bits and a little more."""
    signs = [secrets.choice(ALPHABET) for _ in range(GROUPS * GROUP)]
    return "-".join("".join(signs[n : n + GROUP]) for n in range(0, len(signs), GROUP))


def code_digest(code: str) -> str:
    """A code as the database keeps it; it cannot be guessed, so a quick hash is enough."""
    plain = "".join(sign for sign in code.upper() if sign in ALPHABET)
    return hashlib.sha256(plain.encode()).hexdigest()


def same(kept: str | None, digest: str) -> bool:
    """Whether two digests are the same, in the same time whatever they are."""
    return hmac.compare_digest(kept or "0" * 64, digest)
